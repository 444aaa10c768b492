// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Parts of texts that differ between runs of the same program: addresses, instants and UUIDs.
enum RunNoise {
    /// Hashes a text with each such part as one mark.
    static func add(_ text: String, to hasher: inout Hasher) {
        var text = text
        text.withUTF8 { bytes in
            var place = 0
            var plain = 0
            while place < bytes.count {
                guard let length = noise(in: bytes, at: place) else {
                    place += 1
                    continue
                }
                hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[plain..<place]))
                // No text in UTF-8 has this byte.
                hasher.combine(UInt8.max)
                place += length
                plain = place
            }
            hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[plain...]))
        }
        hasher.combine(UInt8.max - 1)
    }

    /// The length of the address, instant or UUID at a place; nil if there is none.
    private static func noise(in bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Int? {
        // Each begins with a digit or a hexadecimal letter, and not within a word.
        guard isHexadecimal(bytes[place]), place == 0 || !isWord(bytes[place - 1]) else { return nil }
        let rest = UnsafeBufferPointer(rebasing: bytes[place...])
        return address(rest) ?? uuid(rest) ?? instant(rest)
    }

    /// `0x` and at least four hexadecimal digits.
    private static func address(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard text.count >= 6, text[0] == UInt8(ascii: "0"), text[1] == UInt8(ascii: "x") else { return nil }
        let digits = text.dropFirst(2).prefix(while: isHexadecimal).count
        return digits >= 4 ? digits + 2 : nil
    }

    /// Digits in groups of 8, 4, 4, 4 and 12.
    ///
    /// - SeeAlso: RFC 9562, 4.
    private static func uuid(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard text.count >= 36, text.count == 36 || !isWord(text[36]) else { return nil }
        let isOne = (0..<36).allSatisfy { place in
            switch place {
            case 8, 13, 18, 23: text[place] == UInt8(ascii: "-")
            default: isHexadecimal(text[place])
            }
        }
        return isOne ? 36 : nil
    }

    /// A date and a time of day, with an optional fraction and zone; `T` or a space between them.
    ///
    /// - SeeAlso: RFC 3339, 5.6. Swift prints a `Date` with a space before the zone.
    private static func instant(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        let shape: StaticString = "0000-00-00T00:00:00"
        guard text.count >= shape.utf8CodeUnitCount else { return nil }
        for place in 0..<shape.utf8CodeUnitCount {
            switch shape.utf8Start[place] {
            case UInt8(ascii: "0"): if !isDigit(text[place]) { return nil }
            case UInt8(ascii: "T"): if !"T ".utf8.contains(text[place]) { return nil }
            case let mark: if text[place] != mark { return nil }
            }
        }
        var end = shape.utf8CodeUnitCount
        if end < text.count, text[end] == UInt8(ascii: ".") {
            end += 1 + text[(end + 1)...].prefix(while: isDigit).count
        }
        if end < text.count, text[end] == UInt8(ascii: "Z") { return end + 1 }
        var zone = end
        if zone < text.count, text[zone] == UInt8(ascii: " ") { zone += 1 }
        guard zone < text.count, text[zone] == UInt8(ascii: "+") || text[zone] == UInt8(ascii: "-") else { return end }
        let digits = text[(zone + 1)...].prefix { isDigit($0) || $0 == UInt8(ascii: ":") }.count
        return digits >= 4 ? zone + 1 + digits : end
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "f"))
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte >= 0x80 || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
            || byte == UInt8(ascii: "_")
    }
}
