// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The interposers that record. They live until they are removed, also if nobody keeps them.
enum InterposerRegistry {
    private static let installed = Mutex<[Interposer]>([])
    private static let lastID = Atomic<Int>(0)

    /// Whether the library that this code is in is left out of everything.
    static var leavesOutOwnLibrary: Bool { ownLibraryIsLeftOut.load(ordering: .relaxed) }
    private static let ownLibraryIsLeftOut = Atomic<Bool>(false)

    static func leaveOutOwnLibrary() { ownLibraryIsLeftOut.store(true, ordering: .relaxed) }

    static func nextID() -> Int { lastID.add(1, ordering: .relaxed).newValue }

    static var all: [Interposer] { installed.withLock { $0 } }

    /// Held while an interposer changes what is switched on: another one may go on with the same tables. Nothing that
    /// waits for the loader may run under it, because a thread that loads an image may wait for it.
    static let turn = Mutex<Void>(())

    static func add(_ interposer: Interposer) {
        installed.withLock { installed in
            if !installed.contains(where: { $0 === interposer }) { installed.append(interposer) }
        }
    }

    static func remove(_ interposer: Interposer) {
        // The last reference must not be dropped under the lock.
        let removed = installed.withLock { installed in
            let removed = installed.filter { $0 === interposer }
            installed.removeAll { $0 === interposer }
            return removed
        }
        withExtendedLifetime(removed) {}
    }
}
