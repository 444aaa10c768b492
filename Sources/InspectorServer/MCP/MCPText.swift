// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A tool's answer, line by line and of limited size.
struct MCPText {
    /// Size in UTF-8 bytes, about fifteen thousand tokens.
    static let limitBytes = 60_000

    private var text = ""
    private var missing = 0

    init(_ lines: String...) { for each in lines { line(each) } }

    /// Adds a line, unless the answer is full. Invisible and control characters are escaped: values of the program come
    /// from anywhere.
    mutating func line(_ line: String) {
        let safe = VisibleText.line(line)
        guard missing == 0, text.utf8.count + safe.utf8.count < Self.limitBytes else {
            missing += 1
            return
        }
        if !text.isEmpty { text += "\n" }
        text += safe
    }

    var isFull: Bool { missing > 0 }

    /// The answer; the last line says how many are missing.
    var whole: String {
        guard missing > 0 else { return text }
        let limit = "an answer has at most \(Self.limitBytes) bytes"
        return text + "\n(\(missing) more lines are left out: \(limit). Ask for less.)"
    }
}

extension String {
    /// At most `count` characters, with an ellipsis in place of the others.
    func cut(to count: Int) -> String { self.count <= count ? self : prefix(max(count - 1, 0)) + "…" }
}
