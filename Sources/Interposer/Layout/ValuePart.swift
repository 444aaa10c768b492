// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The part of a value that one register can hold; a pair of them for an integer of 16 bytes.
struct ValuePart: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case integer
        /// A `Bool` alone in its register, of which only the lowest bit is defined.
        case bit
        /// A number or a vector, in a vector register.
        case float
    }

    let kind: Kind
    /// The bytes of the value that the register represents: a power of two of them, on a multiple of it.
    let unit: Range<Int>
    /// The bytes that the part defines. The rest of the unit is padding, or belongs to other parts.
    let bytes: Range<Int>

    init(_ kind: Kind, unit: Range<Int>, bytes: Range<Int>) {
        self.kind = kind
        self.unit = unit
        self.bytes = bytes
    }

    init(_ kind: Kind, at offset: Int, size: Int) {
        let bytes = offset..<(offset + size)
        self.init(kind, unit: bytes, bytes: bytes)
    }

    var isFloat: Bool { kind == .float }

    /// How many of the four registers the part counts for. A vector of 16 bytes is one, an integer of 16 bytes two.
    var wordCount: Int {
        isFloat ? 1 : (unit.count + Convention.wordSize - 1) / Convention.wordSize
    }
}
