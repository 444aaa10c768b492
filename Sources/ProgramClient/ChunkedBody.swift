// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Takes the content out of the chunks of an HTTP body.
///
/// - SeeAlso: RFC 9112, section 7.1, "Chunked Transfer Coding".
struct ChunkedBody {
    private enum State { case size, rest, content, contentEnd, trailer, end, broken }

    private var state = State.size
    private var length = 0
    private var hasDigit = false
    private var trailerLength = 0

    /// Whether the last chunk was read.
    var isComplete: Bool { state == .end }

    /// Whether the bytes had another form.
    var isBroken: Bool { state == .broken }

    /// Moves the content in these bytes to their beginning.
    ///
    /// - Returns: Number of its bytes.
    mutating func decode(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
        guard let start = bytes.baseAddress else { return 0 }
        var (index, end) = (0, 0)
        while index < bytes.count, !isComplete, !isBroken {
            if state == .content {
                let count = min(length, bytes.count - index)
                length -= count
                if length == 0 { state = .contentEnd }
                memmove(start + end, start + index, count)
                index += count
                end += count
            } else {
                step(bytes[index])
                index += 1
            }
        }
        return end
    }

    private mutating func step(_ byte: UInt8) {
        switch state {
        case .size:
            if let digit = Self.digit(byte) {
                guard length < 1 << 40 else { return state = .broken }
                length = length << 4 | digit
                hasDigit = true
                return
            }
            guard hasDigit else { return state = .broken }
            if byte == 0x0A { endSize() } else { state = .rest }
        case .rest:
            if byte == 0x0A { endSize() }
        case .contentEnd:
            guard byte == 0x0D || byte == 0x0A else { return state = .broken }
            if byte == 0x0A { (state, length, hasDigit) = (.size, 0, false) }
        case .trailer:
            // An empty line ends the body.
            if byte == 0x0A {
                if trailerLength == 0 { state = .end }
                trailerLength = 0
            } else if byte != 0x0D {
                trailerLength += 1
            }
        case .content, .end, .broken: break
        }
    }

    private mutating func endSize() { state = length == 0 ? .trailer : .content }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x30...0x39: Int(byte) - 0x30
        case 0x41...0x46: Int(byte) - 0x41 + 10
        case 0x61...0x66: Int(byte) - 0x61 + 10
        default: nil
        }
    }
}
