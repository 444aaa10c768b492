// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Why no value can be made from a JSON text.
package struct ValueProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Offset in bytes from the start of the JSON text; nil if it concerns the whole type.
    package var position: Int?
    /// Names the type and what would do: `9999999999 is not a UInt8; give 0 to 255`.
    package var reason: String

    package init(position: Int?, reason: String) {
        self.position = position
        self.reason = reason
    }

    package var description: String { position.map { "\(reason) (byte \($0))" } ?? reason }
}

extension JSONPlace {
    /// A problem with the value at this place.
    package func problem(_ reason: String) -> ValueProblem { ValueProblem(position: node.offset, reason: reason) }

    /// The value is none of a type.
    ///
    /// - Parameter wanted: What would do, such as `0 to 255`.
    package func mismatch(_ type: Any.Type, give wanted: String) -> ValueProblem {
        problem("\(quotation) is not \(TypeName.withArticle(type)); give \(wanted)")
    }

    /// The value as messages cite it: numbers and strings by at most 40 bytes of their source text.
    var quotation: String {
        switch node.kind {
        case .null, .yes, .no, .number: clipped
        case .string, .escaped: "\"\(clipped)\""
        case .array: "This array"
        case .object: "This object"
        }
    }

    private var clipped: String {
        let bytes = node.bytes
        guard bytes.count > 40 else { return String(decoding: bytes, as: UTF8.self) }
        var end = 40
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes[..<end], as: UTF8.self) + "…"
    }
}

extension TypeName {
    /// The name of a type after "is not": `an Int`, `a UInt8`, `a value of [Int]`.
    static func withArticle(_ type: Any.Type) -> String {
        let name = of(type)
        guard let first = name.first, first.isLetter, !name.contains(where: { $0 == " " || $0 == "?" }) else {
            return "a value of \(name)"
        }
        return ("AEIOaeio".contains(first) ? "an " : "a ") + name
    }
}

/// Joins what would do: `1, 2 or 3`.
enum Alternatives {
    /// The first twelve, in the order given.
    static func words(_ choices: some Collection<String>) -> String {
        guard choices.count > 1 else { return choices.first ?? "" }
        guard choices.count <= 12 else { return choices.prefix(12).joined(separator: ", ") + ", …" }
        return choices.dropLast().joined(separator: ", ") + " or " + choices.suffix(1).joined()
    }
}
