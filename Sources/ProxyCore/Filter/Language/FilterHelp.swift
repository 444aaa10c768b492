// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The language of filters as data: for the page's completion, for `--help` and for `/api/v1/filter/help`.
public enum FilterHelp {
    /// One key, or one way to write something.
    public struct Entry: Sendable, Hashable {
        /// What to write: the name of a key without its colon, or a form such as `a | b`.
        public let key: String
        /// Other names of the key.
        public let aliases: [String]
        /// What stands after the colon: `text`, `value`, `duration`, `bytes`, `number`, `id`, `age`, `period`, `word`.
        public let form: String
        /// What it asks of a call, in one sentence.
        public let description: String
        /// A filter that uses it.
        public let example: String
        /// The words that the key takes, where these are all there are.
        public let values: [String]
    }

    /// All keys, the ones asked for most first.
    public static let keys: [Entry] = FilterKey.all.map { key in
        let words: [String] = if case .choice(let words) = key.form { words.map(\.name) } else { [] }
        return Entry(
            key: key.name,
            aliases: key.aliases,
            form: key.form.name,
            description: key.help,
            example: key.example,
            values: words
        )
    }

    /// How terms are written and put together.
    public static let syntax: [Entry] = [
        row("word", FilterKey.anyText.help, FilterKey.anyText.example),
        row("\"two words\"", "As a word; everything between the quotes is meant as it stands.", "\"not found\""),
        row("begin*", "The whole text has this form; each * stands for any characters.", "selector:found*"),
        row("/pattern/i", "A regular expression matches; i for any case.", "error:/time(d )?out/i"),
        row("key:=text", "It is exactly that text.", "owner:=XMLParser"),
        row("key:>5ms", "Numbers: > >= < <= and ranges such as 1ms..5ms.", "duration:1ms..5ms"),
        row("a b", "Both; the same as a & b and a and b.", "path:none state:returned"),
        row("a | b", "One of the two; the same as a or b. It binds less than side by side.", "path:none | state:threw"),
        row("-a", "Not; the same as !a and not a.", "-thread:main"),
        row("( )", "A group.", "-(path:none | state:threw)"),
        row("~d value", "A key by its letter.", "~d >1ms"),
    ]

    private static func row(_ key: String, _ description: String, _ example: String) -> Entry {
        Entry(key: key, aliases: [], form: "syntax", description: description, example: example, values: [])
    }
}
