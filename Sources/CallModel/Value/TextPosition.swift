// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The position of a text-parsing object, such as an `XMLParser`, at the time of a call.
///
/// A record stores only the two numbers; readers create the value's text and parts from them.
package struct TextPosition: Hashable, Sendable {
    package static let lineLabel = "line"
    package static let columnLabel = "column"

    /// Line number from 1; 0 before the first line was read.
    package var line: UInt32
    /// Column number from 1.
    package var column: UInt32

    package init(line: UInt32, column: UInt32) {
        self.line = line
        self.column = column
    }

    /// `line 12, column 3`
    package var description: String { "line \(line), column \(column)" }

    /// Whether the text of any position can contain `part`, which must be lower case.
    package static func canContain(_ part: String) -> Bool {
        var shape = ""
        for character in part where !(character.isNumber && shape.hasSuffix("0")) {
            shape.append(character.isNumber ? "0" : character)
        }
        return "line 0, column 0".contains(shape)
    }
}

extension RecordedValue {
    /// Sets an object's position, both as its text and as its parts.
    package mutating func setPosition(_ position: TextPosition) {
        text = position.description
        children = [
            Self.number(position.line, label: TextPosition.lineLabel),
            Self.number(position.column, label: TextPosition.columnLabel),
        ]
        count = children.count
    }

    /// The position of an object that records nothing else.
    package var position: TextPosition? {
        guard kind == .object, text != nil, children.count == 2, truncation == nil,
            case .signed(let line) = children[0].content, let line = UInt32(exactly: line),
            case .signed(let column) = children[1].content, let column = UInt32(exactly: column)
        else { return nil }
        let position = TextPosition(line: line, column: column)
        var same = self
        same.setPosition(position)
        return same == self ? position : nil
    }

    private static func number(_ number: UInt32, label: String) -> RecordedValue {
        RecordedValue(label: label, typeName: "Int", kind: .scalar, content: .signed(Int64(number)))
    }
}
