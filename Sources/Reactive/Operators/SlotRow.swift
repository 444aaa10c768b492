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
    private var slots: [Unmanaged<AnyCombinationSlot>] = []
    private var position = 0

    deinit {
        for slot in slots { slot.release() }
    }

    /// Adds an empty slot and returns its index.
    func add<Element>(_ slot: CombinationSlot<Element>) -> Int {
        slots.append(.passRetained(slot))
        emptyCount.value += 1
        return slots.count - 1
    }

    /// Returns to the first slot.
    func restart() {
        position = 0
    }

    /// Takes the element of the next slot, which must exist and have this type.
    func take<Element>(_ type: Element.Type = Element.self) -> Element {
        defer { position += 1 }
        return slots[position]._withUnsafeGuaranteedRef { slot in
            // Sources are added and read in the same order.
            unsafeDowncast(slot, to: CombinationSlot<Element>.self).take()
        }
    }
}
