// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A type of the compiler, of which the standard library's numbers and pointers are made.
///
/// - SeeAlso: swift/docs/ABI/Mangling.rst, *Types*, `BUILTIN`.
enum BuiltinType: Equatable {
    case integer(bits: Int)
    case float(bits: Int)
    indirect case vector(of: BuiltinType, count: Int)
    case words(Int)

    /// Reads a mangled name; nil if it isn't one of a builtin type, or of one that is not known.
    init?(_ name: MangledName) {
        var reader = Reader(bytes: name.bytes[...])
        guard let type = reader.type(), reader.bytes.isEmpty else { return nil }
        self = type
    }

    private struct Reader {
        var bytes: Slice<UnsafeBufferPointer<UInt8>>

        mutating func type() -> BuiltinType? {
            guard bytes.popFirst() == UInt8(ascii: "B"), let operation = bytes.popFirst() else { return nil }
            switch operation {
            case UInt8(ascii: "i"): return number().flatMap { vector(of: .integer(bits: $0)) }
            case UInt8(ascii: "f"): return number().flatMap { vector(of: .float(bits: $0)) }
            // Pointers and references: raw, native, unknown, bridged, a job, a continuation; and a word.
            case UInt8(ascii: "p"), UInt8(ascii: "o"), UInt8(ascii: "O"), UInt8(ascii: "b"), UInt8(ascii: "j"),
                UInt8(ascii: "c"), UInt8(ascii: "w"):
                return .words(1)
            // An executor.
            case UInt8(ascii: "e"): return .words(2)
            default: return nil
            }
        }

        /// The vector of an element, if its length follows.
        private mutating func vector(of element: BuiltinType) -> BuiltinType? {
            guard !bytes.isEmpty else { return element }
            guard bytes.popFirst() == UInt8(ascii: "B"), bytes.popFirst() == UInt8(ascii: "v") else { return nil }
            return number().map { .vector(of: element, count: $0) }
        }

        /// Up to six digits and an underscore.
        private mutating func number() -> Int? {
            var value = 0
            for _ in 0..<7 {
                guard let byte = bytes.popFirst() else { return nil }
                if byte == UInt8(ascii: "_") { return value }
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return nil
        }
    }
}
