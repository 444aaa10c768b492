// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Finds the first byte that isn't valid UTF-8.
///
/// - SeeAlso: The Unicode Standard, 3.9, table 3-7, "Well-Formed UTF-8 Byte Sequences".
enum UTF8Scanner {
    /// Number of leading bytes that are complete, well-formed characters.
    static func validPrefix(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var index = 0
        while index < bytes.count {
            if bytes[index] < 0x80 {
                index += 1
                continue
            }
            guard let length = characterLength(at: index, in: bytes) else { break }
            index += length
        }
        return index
    }

    private static func characterLength(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let (length, second): (Int, ClosedRange<UInt8>)
        switch bytes[index] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
        let isContinued = (index + 2..<index + length).allSatisfy { bytes[$0] & 0xC0 == 0x80 }
        return isContinued ? length : nil
    }
}
