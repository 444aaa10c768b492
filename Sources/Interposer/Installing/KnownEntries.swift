// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore
internal import Synchronization

/// The entries that slots may lead to. They are never freed, because calls may be under way at any time; so whoever
/// installs an interposer again gets those of the last time.
enum KnownEntries {
    private struct Key: Hashable {
        let place: UInt
        let recorder: ObjectIdentifier
    }

    private static let entries = Mutex<[Key: InterposedEntry]>([:])

    /// The entry for a recorder that has been kept; nil if there is none, or if it was of another table that had this
    /// memory before.
    static func entry(_ table: TableEntry, _ recorder: Recorder, isReadable: Bool) -> InterposedEntry? {
        let key = Key(place: UInt(bitPattern: table.place), recorder: ObjectIdentifier(recorder))
        guard let known = entries.withLock({ $0[key] }), known.isSame(as: table, isReadable: isReadable) else {
            return nil
        }
        return known
    }

    /// Keeps an entry, with its recorder.
    static func keep(_ entry: InterposedEntry) {
        let key = Key(place: entry.place, recorder: ObjectIdentifier(entry.recorder))
        let replaced = entries.withLock { entries in
            let old = entries[key]
            entries[key] = entry
            return old
        }
        guard let replaced, replaced !== entry else { return }
        // A slot may still lead to it.
        _ = Unmanaged.passRetained(replaced)
    }
}
