// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Holds a subject's current snapshot for emissions, which use it by two atomic additions and no lock.
///
/// The word packs the address of the snapshot (48 bits) and the number of emissions that have entered it (16 bits). One
/// addition announces an emission and returns its snapshot, so the snapshot can't vanish in between. Ending emissions
/// are counted in the snapshot. Removing the snapshot from the word moves the number of entries to the snapshot too, so
///
///     claims = bias, while it is in the word, + exits - entries that have been moved
///
/// reaches zero exactly once, when the snapshot is unused. The thread that brings it to zero releases the snapshot.
struct SnapshotCell: ~Copyable {
    private static var entry: UInt64 { 1 << 48 }
    private static var addressMask: UInt64 { (1 << 48) - 1 }
    private static var bias: Int { 1 << 40 }
    /// Number of entries that retires the snapshot, low enough to prevent an overflow of the 16 bits.
    private static var entryLimit: UInt64 { 1 << 15 }

    private let word = Atomic<UInt64>(0)

    deinit {
        retire()
    }

    /// Whether there is no snapshot.
    var isEmpty: Bool { word.load(ordering: .relaxed) & Self.addressMask == 0 }

    /// Calls `body` with each observer in the snapshot; `false` if there is no snapshot.
    @inline(__always)
    borrowing func forEachObserver(_ body: (ObserverRoot) -> Void) -> Bool {
        let entered = word.wrappingAdd(Self.entry, ordering: .acquiring).newValue
        guard let snapshot = Self.snapshot(in: entered) else { return false }
        if entered >> 48 >= Self.entryLimit { retire() }
        snapshot._withUnsafeGuaranteedRef { $0.forEachObserver(body) }
        Self.settle(snapshot, by: 1)
        return true
    }

    /// Puts a snapshot of `subscribers` into the empty cell. Only one thread at a time may call it.
    borrowing func publish(_ subscribers: Bag<Subscriber>) {
        let snapshot = Unmanaged.passRetained(SubscriberSnapshot(subscribers, claims: Self.bias))
        let address = UInt64(UInt(bitPattern: snapshot.toOpaque()))
        precondition(address & Self.addressMask == address, "User addresses have at most 48 bits on this platform.")
        word.store(address, ordering: .releasing)
    }

    /// Empties the cell. The last emission releases the snapshot, possibly now: don't call it under a lock.
    borrowing func retire() {
        let taken = word.exchange(0, ordering: .acquiringAndReleasing)
        guard let snapshot = Self.snapshot(in: taken) else { return }
        Self.settle(snapshot, by: -Self.bias - Int(taken >> 48))
    }

    @inline(__always)
    private static func snapshot(in word: UInt64) -> Unmanaged<SubscriberSnapshot>? {
        UnsafeRawPointer(bitPattern: UInt(word & addressMask)).map { Unmanaged<SubscriberSnapshot>.fromOpaque($0) }
    }

    @inline(__always)
    private static func settle(_ snapshot: Unmanaged<SubscriberSnapshot>, by difference: Int) {
        let claims = snapshot._withUnsafeGuaranteedRef {
            $0.claims.wrappingAdd(difference, ordering: .acquiringAndReleasing).newValue
        }
        if claims == 0 { snapshot.release() }
    }
}
