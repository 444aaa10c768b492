// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Caches one fact per call site, type, thread or proxy revision, by its address or number.
///
/// A scan of a million records meets only a few hundred of them; looking up each record's names would dominate the
/// cost.
final class AddressTable<Fact: BitwiseCopyable> {
    private struct Slot {
        var key: UInt
        var fact: Fact
        var isUsed: Bool
    }

    private let find: (UInt) -> Fact
    private var slots: UnsafeMutableBufferPointer<Slot>
    private var count = 0
    private let empty: Slot
    /// Shift that reduces a hash to the number of bits of a slot index.
    private var shift: UInt = 64 - 6

    /// - Parameter find: Computes a fact on its first use.
    init(_ empty: Fact, find: @escaping (UInt) -> Fact) {
        self.find = find
        self.empty = Slot(key: 0, fact: empty, isUsed: false)
        slots = .allocate(capacity: 1 << 6)
        slots.initialize(repeating: self.empty)
    }

    deinit { slots.deallocate() }

    @inline(__always)
    subscript(key: UInt) -> Fact {
        let slot = slots[firstPlace(of: key)]
        return slot.key == key && slot.isUsed ? slot.fact : lookup(key)
    }

    @inline(never)
    private func lookup(_ key: UInt) -> Fact {
        var place = place(of: key)
        if !slots[place].isUsed {
            let fact = find(key)
            count += 1
            if count * 2 > slots.count { grow() }
            place = self.place(of: key)
            slots[place] = Slot(key: key, fact: fact, isUsed: true)
        }
        return slots[place].fact
    }

    @inline(__always)
    private func firstPlace(of key: UInt) -> Int {
        // Addresses differ in their middle bits; the multiplication moves those to the top.
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    private func place(of key: UInt) -> Int {
        var place = firstPlace(of: key)
        while slots[place].isUsed, slots[place].key != key { place = (place + 1) & (slots.count - 1) }
        return place
    }

    private func grow() {
        let old = slots
        slots = .allocate(capacity: old.count * 2)
        shift -= 1
        slots.initialize(repeating: empty)
        for slot in old where slot.isUsed { slots[place(of: slot.key)] = slot }
        old.deallocate()
    }
}
