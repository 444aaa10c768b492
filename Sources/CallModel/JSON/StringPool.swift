// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Interns strings that recur often, such as type names: each is created once and then found by its bytes.
final class StringPool {
    private static let slots = 1_024

    private struct Slot {
        var hash: UInt64 = 0
        var text = ""
    }

    private var slots = Array(repeating: Slot(), count: StringPool.slots)

    /// The text of a string; nil for other values.
    func string(_ node: JSONNode?) -> String? {
        guard let node else { return nil }
        guard node.kind == .string else { return node.string }
        let bytes = node.bytes
        // Swift stores strings of up to 15 bytes inline, so interning them saves nothing.
        guard bytes.count > 15 else { return String(decoding: bytes, as: UTF8.self) }
        var byteHash = ByteHash()
        byteHash.add(bytes)
        let hash = byteHash.value
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
}
