// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Decodes JSON strings with escapes (RFC 8259, section 7).
@usableFromInline
enum JSONEscapes {
    /// An invalid escape.
    struct Fault: Error {
        let reason: String
        /// Bytes from the start of the string.
        let offset: Int
    }

    /// The decoded text of a string that was already validated.
    @usableFromInline
    static func text(of bytes: UnsafeRawBufferPointer) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "\\"), let scalar = try? scalar(bytes, &place) {
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else {
                text.append(bytes[place])
                place += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads the escape at `place` and moves `place` past it.
    static func scalar(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) throws(Fault) -> Unicode.Scalar {
        place += 1
        guard place < bytes.count else { throw Fault(reason: "the text ends inside of a string", offset: place) }
        let byte = bytes[place]
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try hexadecimal(bytes, &place)
        default: throw Fault(reason: "there is no such escape", offset: place)
        }
    }

    private static func hexadecimal(_ bytes: UnsafeRawBufferPointer, _ place: inout Int)
        throws(Fault) -> Unicode.Scalar
    {
        let first = try codeUnit(bytes, &place)
        if let scalar = Unicode.Scalar(first) { return scalar }
        let isPair =
            UTF16.isLeadSurrogate(first) && bytes.count - place >= 2 && bytes[place] == UInt8(ascii: "\\")
            && bytes[place + 1] == UInt8(ascii: "u")
        guard isPair else { throw Fault(reason: "half of a surrogate pair", offset: place) }
        place += 2
        let second = try codeUnit(bytes, &place)
        guard UTF16.isTrailSurrogate(second) else { throw Fault(reason: "half of a surrogate pair", offset: place) }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private static func codeUnit(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) throws(Fault) -> UInt16 {
        guard bytes.count - place >= 4,
            let unit: UInt16 = HexadecimalDigits.number(UnsafeRawBufferPointer(rebasing: bytes[place..<(place + 4)]))
        else { throw Fault(reason: "four hexadecimal digits are expected", offset: place) }
        place += 4
        return unit
    }
}
