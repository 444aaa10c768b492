// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The name after `arg.`, compared with labels ignoring case.
struct PartName {
    private let folded: String

    init(_ name: String) { folded = name.lowercased() }

    func isEqual(to label: String) -> Bool { label.lowercased() == folded }

    func isEqual(to label: UnsafeRawBufferPointer) -> Bool {
        if label.count == folded.utf8.count, label.allSatisfy({ $0 < 0x80 }) {
            return zip(label, folded.utf8).allSatisfy { byte, wanted in
                (0x41...0x5A).contains(byte) ? byte | 0x20 == wanted : byte == wanted
            }
        }
        // Lower-casing letters beyond ASCII may change their length.
        return label.contains { $0 >= 0x80 } && isEqual(to: String(decoding: label, as: UTF8.self))
    }
}
