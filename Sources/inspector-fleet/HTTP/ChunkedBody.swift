// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Takes the content out of the chunks of an HTTP body.
///
/// - SeeAlso: RFC 9112, section 7.1, "Chunked Transfer Coding".
struct ChunkedBody {
    private enum State { case size, rest, content, contentEnd, trailer, end }

    private var state = State.size
    private var length = 0
    private var hasDigit = false
    private var trailerLength = 0

    /// Whether the last chunk was read.
    var isComplete: Bool { state == .end }

    /// Calls `body` with the parts of the content in these bytes.
    ///
    /// - Returns: False if the bytes have another form.
    mutating func feed<Failure: Error>(
        _ bytes: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        var index = 0
        while index < bytes.count {
            if state == .content {
                let count = min(length, bytes.count - index)
                length -= count
                if length == 0 { state = .contentEnd }
                try body(UnsafeRawBufferPointer(rebasing: bytes[index..<(index + count)]))
                index += count
            } else {
                guard step(bytes[index]) else { return false }
                index += 1
            }
        }
        return true
    }

    private mutating func step(_ byte: UInt8) -> Bool {
        switch state {
        case .size:
            if let digit = Self.digit(byte) {
                guard length < 1 << 40 else { return false }
                length = length << 4 | digit
                hasDigit = true
                return true
            }
            guard hasDigit else { return false }
            if byte == 0x0A { endSize() } else { state = .rest }
        case .rest:
            if byte == 0x0A { endSize() }
        case .contentEnd:
            guard byte == 0x0D || byte == 0x0A else { return false }
            if byte == 0x0A { (state, length, hasDigit) = (.size, 0, false) }
        case .trailer:
            // An empty line ends the body.
            if byte == 0x0A {
                if trailerLength == 0 { state = .end }
                trailerLength = 0
            } else if byte != 0x0D {
                trailerLength += 1
            }
        case .content: return false
        case .end: break
        }
        return true
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
