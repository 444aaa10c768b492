// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Tells text from other bytes.
package enum ReadableBytes {
    /// Whether a prefix has no control characters other than those common in text.
    package static func mayBeText(_ bytes: UnsafeRawBufferPointer) -> Bool { !bytes.contains(where: isControl) }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 ? byte != 0x09 && byte != 0x0A && byte != 0x0D : byte == 0x7F
    }

    /// Whether the bytes are readable text: valid UTF-8 without control characters other than tabs and line breaks.
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
    /// The kept bytes of a blob as text; nil if they are not readable text.
    public var bytesText: String? {
        guard case .bytes(let bytes, _) = content else { return nil }
        return bytes.withUnsafeBytes { ReadableBytes.areText($0) ? String(decoding: $0, as: UTF8.self) : nil }
    }
}
