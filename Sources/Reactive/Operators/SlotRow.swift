// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The slots of a combination, in source order, for any element types.
///
/// The type of a tuple of slots would contain the types of all sources, which would be looked up for each result.
final class SlotRow {
    /// The number of slots without an element for a result.
    final class EmptyCount {
        var value = 0
    }

    let emptyCount = EmptyCount()
    // The row owns a reference to each slot, so taking an element counts none.
    private var slots = UnsafeMutablePointer<Unmanaged<AnyCombinationSlot>>.allocate(capacity: 4)
    private var capacity = 4
    private var count = 0

    deinit {
        for index in 0..<count { slots[index].release() }
        slots.deallocate()
    }

    /// Adds an empty slot and returns its index.
    func add<Element>(_ slot: CombinationSlot<Element>) -> Int {
        if count == capacity { grow() }
        (slots + count).initialize(to: .passRetained(slot))
        emptyCount.value += 1
        count += 1
        return count - 1
    }

    /// A reader at the first slot, valid until a slot is added.
    var reader: SlotReader { SlotReader(next: slots, end: slots + count) }

    private func grow() {
        let larger = UnsafeMutablePointer<Unmanaged<AnyCombinationSlot>>.allocate(capacity: 2 * capacity)
        larger.moveInitialize(from: slots, count: count)
        slots.deallocate()
        slots = larger
        capacity *= 2
    }
}

/// Takes the elements for a result from the slots of a row, in order.
///
/// A local value rather than a position in the row, whose exclusive access would be checked for each element.
struct SlotReader {
    fileprivate var next: UnsafeMutablePointer<Unmanaged<AnyCombinationSlot>>
    fileprivate let end: UnsafeMutablePointer<Unmanaged<AnyCombinationSlot>>

    /// Takes the element of the next slot, which must exist and have this type.
    mutating func take<Element>(_ type: Element.Type) -> Element {
        defer { next += 1 }
        return next.pointee._withUnsafeGuaranteedRef { slot in
            // Sources are added and read in the same order.
            unsafeDowncast(slot, to: CombinationSlot<Element>.self).take()
        }
    }

    /// Takes the elements of the remaining slots, which must all have this type.
    mutating func takeRest<Element>(_ type: Element.Type) -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(end - next)
        while next < end { elements.append(take(Element.self)) }
        return elements
    }
}
