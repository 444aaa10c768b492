// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Collects lines of source, and breaks long ones as the formatter does.
struct SourceText {
    /// Maximum number of columns.
    static let width = 120

    private(set) var lines: [String] = []
    private var depth = 0

    private var indentation: String { String(repeating: "    ", count: depth) }

    /// The text, with a line terminator after each line.
    var text: String { lines.map { $0 + "\n" }.joined() }

    /// Adds a line, or the lines of a text.
    mutating func line(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            lines.append(line.isEmpty ? "" : indentation + line)
        }
    }

    /// `label: "text"` as an item with one more level of indentation; broken into several lines if it is too long.
    func labelledLiteral(_ label: String, _ text: String) -> String {
        let short = "\(label): \(SwiftWords.literal(text))"
        // A comma may follow.
        if indentation.count + 4 + short.count < Self.width { return short }
        var parts: [String] = [""]
        for word in SwiftWords.literal(text).dropFirst().dropLast().split(separator: " ") {
            if indentation.count + 8 + parts[parts.count - 1].count + word.count + 2 > Self.width { parts.append("") }
            parts[parts.count - 1] += word + " "
        }
        let lines = parts.joined(separator: "\\\n    ").dropLast()
        return "\(label): \"\"\"\n    \(lines)\n    \"\"\""
    }

    /// Adds an empty line, unless one precedes or a block has just begun.
    mutating func gap() {
        guard let last = lines.last, !last.isEmpty, !last.hasSuffix("{") else { return }
        lines.append("")
    }

    /// Adds a doc comment, wrapped at the width.
    mutating func comment(_ text: String, marker: String = "///") {
        var current = marker
        for word in text.split(separator: " ") {
            if indentation.count + current.count + 1 + word.count > Self.width {
                line(current)
                current = marker
            }
            current += " " + word
        }
        line(current)
    }

    /// Adds lines with one more level of indentation.
    mutating func indented(_ body: (inout SourceText) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Adds `head {`, the indented body, `}`.
    mutating func block(_ head: String, _ body: (inout SourceText) -> Void) {
        line(head + " {")
        indented(body)
        line("}")
    }

    /// Whether a text fits after the indentation.
    func fits(_ text: String) -> Bool { indentation.count + text.count <= Self.width }

    /// Adds `head(items)tail` in one line, or with one line per item.
    mutating func list(
        _ head: String,
        _ items: [String],
        _ tail: String,
        brackets: (open: String, close: String) = ("(", ")")
    ) {
        let short = head + brackets.open + items.joined(separator: ", ") + brackets.close + tail
        if fits(short) || items.isEmpty { return line(short) }
        line(head + brackets.open)
        indented { text in
            for (index, item) in items.enumerated() { text.line(item + (index + 1 < items.count ? "," : "")) }
        }
        line(brackets.close + tail)
    }
}
