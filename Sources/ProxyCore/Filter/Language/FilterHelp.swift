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
    public static let keys: [Entry] = FilterKey.allCases.map { key in
        let values: [String] = if case .choice(let words) = key.form { words } else { [] }
        let (description, example) = text(of: key)
        return Entry(
            key: key.rawValue,
            aliases: key.aliases,
            form: form(of: key),
            description: description,
            example: example,
            values: values
        )
    }

    /// How terms are written and put together.
    public static let syntax: [Entry] = [
        row("word", "The selector, the protocol, or an argument, result or error contains it, in any case.", "timeout"),
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

    private static func form(of key: FilterKey) -> String {
        switch key.form {
        case .text, .thread: "text"
        case .value: "value"
        case .number(.time): "duration"
        case .number(.bytes): "bytes"
        case .number(.plain): "number"
        case .identity: "id"
        case .moment: "age"
        case .period: "period"
        case .choice: "word"
        }
    }

    private static func text(of key: FilterKey) -> (description: String, example: String) {
        switch key {
        case .selector:
            ("The selector; a form with * or = also fits its base name or a label.", "selector:found*")
        case .protocol: ("The protocol that declares the requirement.", "protocol:XMLParser")
        case .owner: ("The type of the parent object.", "owner:=XMLParser")
        case .target: ("The type of the forward delegate.", "target:*Reader")
        case .thread: ("The thread's name or id; main is the main thread.", "-thread:main")
        case .path: ("Who produced the answer.", "path:none")
        case .state: ("How far the call is.", "state:threw")
        case .duration: ("Time from start to end; a running call has none.", "duration:>1ms")
        case .arg: ("An argument; with arg.name: the one of that name, label or index.", "arg.string:\"foo\"")
        case .result: ("The value that was returned.", "result:>=200")
        case .error: ("The type or a text of the error that was thrown.", "error:timeout")
        case .type: ("The type of an argument, of the result or of the error.", "type:Data")
        case .kind: ("The kind of an argument, of the result or of the error.", "kind:nil")
        case .size: ("Bytes of all texts and blobs of the call, before any was cut.", "size:>1KB")
        case .depth: ("Number of unfinished calls around it on its thread.", "depth:>2")
        case .id: ("The id of the call, or its number.", "id:1042")
        case .seq: ("The order in which calls started.", "seq:100..200")
        case .position: ("The order in which calls completed; a running call has none.", "position:>1000")
        case .proxy: ("The number of the proxy.", "proxy:3")
        case .parent: ("The id or number of the call that it was made from directly.", "parent:1040")
        case .skipped: ("Calls of the same selector that a rate limit left out right before it.", "skipped:>0")
        case .since: ("Started since an instant, or in a time before now.", "since:30s")
        case .time: ("Under way at some moment of a period.", "time:>2026-11-21T09:30:00Z")
        case .is: ("A trait; slow is 100 ms and more, void is returned without a value.", "is:slow")
        case .has: ("A part that the call has.", "has:error")
        case .comment: ("The comment that somebody noted on the call.", "comment:\"ask again\"")
        case .finding: ("Something odd: off the main thread, or a target that was gone.", "finding:target_gone")
        }
    }
}
