// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension String: JSONMakeable {
    package static var keyText: KeyText { .string }

    package static func make(from place: JSONPlace) throws(ValueProblem) -> String {
        guard let text = place.node.string else { throw place.mismatch(String.self, give: "a string") }
        return text
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) { writer.string(self) }
}

extension Substring: JSONMakeable {
    package static var keyText: KeyText { .string }

    package static func make(from place: JSONPlace) throws(ValueProblem) -> Substring {
        guard let text = place.node.string else { throw place.mismatch(Substring.self, give: "a string") }
        return Substring(text)
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) { writer.string(String(self)) }
}

extension Character: JSONMakeable {
    package static var keyText: KeyText { .string }

    package static func make(from place: JSONPlace) throws(ValueProblem) -> Character {
        guard let text = place.node.string, let first = text.first, text.index(after: text.startIndex) == text.endIndex
        else { throw place.mismatch(Character.self, give: "a string of one character") }
        return first
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) { writer.string(String(self)) }
}

extension Unicode.Scalar: JSONMakeable {
    package static var keyText: KeyText { .string }

    package static func make(from place: JSONPlace) throws(ValueProblem) -> Unicode.Scalar {
        let scalars = place.node.string?.unicodeScalars
        guard let scalars, let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex
        else {
            throw place.mismatch(Unicode.Scalar.self, give: "a string of one Unicode scalar")
        }
        return first
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) { writer.string(String(self)) }
}
