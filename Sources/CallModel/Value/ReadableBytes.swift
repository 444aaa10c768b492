// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Tells text from other bytes.
package enum ReadableBytes {
    /// Whether the first bytes of something have no control character that text does not have.
    package static func mayBeText(_ bytes: UnsafeRawBufferPointer) -> Bool { !bytes.contains(where: isControl) }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 ? byte != 0x09 && byte != 0x0A && byte != 0x0D : byte == 0x7F
    }

    /// Whether the bytes are text that a person can read: UTF-8, and no control characters but tabs and line breaks.
    package static func areText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var isASCII = true
        for byte in bytes {
            if isControl(byte) { return false }
            isASCII = isASCII && byte < 0x80
        }
        return !bytes.isEmpty && (isASCII || String(validating: bytes, as: UTF8.self) != nil)
    }
}

extension RecordedValue {
    /// The bytes that were kept of a blob, as text; nil when they are none.
    public var bytesText: String? {
        guard case .bytes(let bytes, _) = content else { return nil }
        return bytes.withUnsafeBytes { ReadableBytes.areText($0) ? String(decoding: $0, as: UTF8.self) : nil }
    }
}
