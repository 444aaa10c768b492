// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The filter language as data, for the page's completion, for `--help` and for `/api/v1/filter/help`.
public enum FilterHelp {
    /// One key, or one element of the syntax.
    public struct Entry: Sendable, Hashable {
        /// What to write: the name of a key without its colon, or a form such as `a | b`.
        public let key: String
        /// Alternative names of the key.
        public let aliases: [String]
        /// Form of the value: `text`, `value`, `duration`, `bytes`, `number`, `id`, `age`, `period`, `word`.
        public let form: String
        /// A one-sentence description.
        public let description: String
        /// A filter that uses the key or element.
        public let example: String
        /// All words that the key accepts; empty if it also accepts other values.
        public let values: [String]
    }

    /// All keys, most used first.
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

    /// How to write and combine terms.
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
