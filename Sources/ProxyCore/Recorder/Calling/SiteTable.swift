// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A lock-free table of values by call site. Its capacity is fixed and entries are never removed.
///
/// - Invariant: Callable from any thread. An entry's address is stable for the lifetime of the table.
struct SiteTable<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Sendable: slots are atomic, an entry's site never changes, and its value guarantees its own thread safety.

    /// Maximum number of call sites. Further sites get no entry.
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

    /// Where the search for a site begins: the highest 12 bits of a product that depends on all bits of the site but the
    /// lowest. Sites are heap-allocated, so their lowest bits carry no information.
    static func firstPlace(of site: UInt) -> Int {
        Int(bitPattern: ((site >> 4) &* 0x9E37_79B9_7F4A_7C15) >> 52)
    }

    /// The entry of a site; nil when there is none yet.
    func knownEntry(for site: UInt) -> UnsafeMutablePointer<Entry>? {
        let first = Self.firstPlace(of: site)
        for distance in 0..<Self.capacity {
            let place = (first + distance) & (Self.capacity - 1)
            guard let known = slots[place].load(ordering: .acquiring) else { return nil }
            if known.pointee.site == site { return known }
        }
        return nil
    }

    /// The entry of a site, created on first use; nil when the table is full.
    func entry(for site: UInt, make: () -> Value) -> UnsafeMutablePointer<Entry>? {
        var place = Self.firstPlace(of: site)
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

    /// Puts an entry into a free slot; nil if another site's entry was stored there first.
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
