// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose
internal import Synchronization

/// Which patterns of tables had been copied before they were changed.
///
/// The runtime copies the pattern of a generic conformance once for each set of generic arguments. Copies of a changed
/// pattern lead to our stubs, earlier ones never do. Those that are made between two changes are not known.
enum EarlierCopies {
    private static let known = Mutex<[UInt: Bool]>([:])

    /// Looks at a conformance, which is about to be changed, unless it was before.
    static func look(for record: UnsafeRawPointer) {
        known.withLock { known in
            let key = UInt(bitPattern: record)
            if known[key] == nil { known[key] = cinterpose_has_copies(record) }
        }
    }

    /// What was seen; false for a conformance that was not looked at.
    static func has(_ record: UnsafeRawPointer) -> Bool {
        known.withLock { $0[UInt(bitPattern: record)] ?? false }
    }
}
