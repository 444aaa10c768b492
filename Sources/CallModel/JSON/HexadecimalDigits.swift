// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Parses and prints hexadecimal numbers and bytes.
package enum HexadecimalDigits {
    /// - Returns: nil unless the text is all digits, and for numbers that do not fit.
    package static func number<Number: FixedWidthInteger>(_ digits: UnsafeRawBufferPointer) -> Number? {
        guard !digits.isEmpty else { return nil }
        var number: Number = 0
        for digit in digits {
            guard let value = value(of: digit), number.leadingZeroBitCount >= 4 else { return nil }
            number = number << 4 | Number(truncatingIfNeeded: value)
        }
        return number
    }

    /// - Returns: nil unless the text is all pairs of digits.
    package static func bytes(_ digits: UnsafeRawBufferPointer) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(of: digits[place]), let low = value(of: digits[place + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Sixteen lowercase digits.
    package static func text(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
