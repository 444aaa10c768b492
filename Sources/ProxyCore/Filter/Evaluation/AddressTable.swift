// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What was found out once about a call site, a type, a thread or a proxy's revision, by its address or number.
///
/// A program runs through a million records that share a few hundred of those; asking the name of each would cost more
/// than everything else.
final class AddressTable<Fact: BitwiseCopyable> {
    private struct Slot {
        var key: UInt
        var fact: Fact
        var isUsed: Bool
    }

    private let find: (UInt) -> Fact
    private var slots: UnsafeMutableBufferPointer<Slot>
    private var count = 0
    private var last: Slot

    /// - Parameter find: Finds a fact out, the first time that it is asked for.
    init(_ empty: Fact, find: @escaping (UInt) -> Fact) {
        self.find = find
        last = Slot(key: 0, fact: empty, isUsed: false)
        slots = .allocate(capacity: 64)
        slots.initialize(repeating: last)
    }

    deinit { slots.deallocate() }

    @inline(__always)
    subscript(key: UInt) -> Fact {
        if last.key == key, last.isUsed { return last.fact }
        return lookup(key)
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
        last = slots[place]
        return last.fact
    }

    private func place(of key: UInt) -> Int {
        // Addresses differ in their middle bits; the product brings those to the top.
        let hash = (key &* 0x9E37_79B9_7F4A_7C15) >> 32
        var place = Int(hash) & (slots.count - 1)
        while slots[place].isUsed, slots[place].key != key { place = (place + 1) & (slots.count - 1) }
        return place
    }

    private func grow() {
        let old = slots
        slots = .allocate(capacity: old.count * 2)
        slots.initialize(repeating: Slot(key: 0, fact: last.fact, isUsed: false))
        for slot in old where slot.isUsed { slots[place(of: slot.key)] = slot }
        old.deallocate()
    }
}
