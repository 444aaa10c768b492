// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What a recorder keeps by call site, found without a lock: a fixed table that is only ever added to.
///
/// - Invariant: Callable from any thread. An entry stays where it is until the table goes.
struct SiteTable<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Sendable: slots are atomic, an entry's site never changes, and its value is as thread safe as its type is.

    /// Call sites that fit. A program with more gets no entry for the rest.
    static var capacity: Int { 4_096 }

    struct Entry: ~Copyable {
        let site: UInt
        let value: Value
    }

    private let slots: UnsafeMutablePointer<Atomic<UnsafeMutablePointer<Entry>?>>

    init() {
        slots = .allocate(capacity: Self.capacity)
        for slot in 0..<Self.capacity { (slots + slot).initialize(to: Atomic(nil)) }
    }

    deinit {
        forEach { entry in
            entry.deinitialize(count: 1)
            entry.deallocate()
        }
        slots.deinitialize(count: Self.capacity)
        slots.deallocate()
    }

    /// The entry of a site, made when it is first asked for; nil when the table is full.
    func entry(for site: UInt, make: () -> Value) -> UnsafeMutablePointer<Entry>? {
        // Sites are allocated, so their lowest bits say nothing.
        var place = Int(bitPattern: (site >> 4) &* 0x9E37_79B9_7F4A_7C15 >> 40)
        for _ in 0..<Self.capacity {
            place &= Self.capacity - 1
            if let known = slots[place].load(ordering: .acquiring) {
                if known.pointee.site == site { return known }
            } else if let settled = settle(site, at: place, make: make) {
                return settled
            }
            place += 1
        }
        return nil
    }

    /// Puts an entry into a free slot; nil when another site's entry got there first.
    private func settle(_ site: UInt, at place: Int, make: () -> Value) -> UnsafeMutablePointer<Entry>? {
        let new = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
        new.initialize(to: Entry(site: site, value: make()))
        let (isNew, known) = slots[place].compareExchange(expected: nil, desired: new, ordering: .acquiringAndReleasing)
        if isNew { return new }
        new.deinitialize(count: 1)
        new.deallocate()
        guard let known, known.pointee.site == site else { return nil }
        return known
    }

    /// Calls `body` with every entry.
    func forEach(_ body: (UnsafeMutablePointer<Entry>) -> Void) {
        for slot in 0..<Self.capacity {
            if let entry = slots[slot].load(ordering: .acquiring) { body(entry) }
        }
    }
}
