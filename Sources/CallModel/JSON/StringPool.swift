// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Strings that come again and again, such as names of types: made once, then found by their bytes.
final class StringPool {
    private static let slots = 1_024

    private struct Slot {
        var hash: UInt64 = 0
        var text = ""
    }

    private var slots = Array(repeating: Slot(), count: StringPool.slots)

    /// The text of a string; nil when it is none.
    func string(_ node: JSONNode?) -> String? {
        guard let node else { return nil }
        guard node.kind == .string else { return node.string }
        let bytes = node.bytes
        // Text of up to 15 bytes takes no memory of its own.
        guard bytes.count > 15 else { return String(decoding: bytes, as: UTF8.self) }
        let hash = Self.hash(bytes)
        let place = Int(truncatingIfNeeded: hash % UInt64(Self.slots))
        if slots[place].hash == hash, Self.isEqual(slots[place].text, bytes) { return slots[place].text }
        slots[place] = Slot(hash: hash, text: String(decoding: bytes, as: UTF8.self))
        return slots[place].text
    }

    private static func isEqual(_ text: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { utf8 in
            utf8.count == bytes.count && UnsafeRawBufferPointer(utf8).elementsEqual(bytes)
        } ?? false
    }

    /// FNV-1a over steps of eight bytes.
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var place = 0
        while place + 8 <= bytes.count {
            hash = (hash ^ bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) &* 0x100_0000_01B3
            place += 8
        }
        while place < bytes.count {
            hash = (hash ^ UInt64(bytes[place])) &* 0x100_0000_01B3
            place += 1
        }
        // The low bits of a product know only the low bits of its factors.
        return hash ^ hash >> 32
    }
}
