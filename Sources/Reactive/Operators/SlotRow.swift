// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The slots of a combination, in the order of its sources, whatever their types.
///
/// A tuple of slots would have the types of all sources in its own, which would have to be looked up for each result.
final class SlotRow {
    /// How many slots have no element for a result.
    final class EmptyCount {
        var value = 0
    }

    let emptyCount = EmptyCount()
    // The row owns a reference to each, so that none is counted when an element is taken.
    private var slots: [Unmanaged<AnyCombinationSlot>] = []
    private var position = 0

    deinit {
        for slot in slots { slot.release() }
    }

    /// Adds a slot, which is empty, and returns its index.
    func add<Element>(_ slot: CombinationSlot<Element>) -> Int {
        slots.append(.passRetained(slot))
        emptyCount.value += 1
        return slots.count - 1
    }

    /// Goes back to the first slot.
    func restart() {
        position = 0
    }

    /// Takes the element of the next slot, which must be of this type and must have one.
    func take<Element>(_ type: Element.Type = Element.self) -> Element {
        defer { position += 1 }
        return slots[position]._withUnsafeGuaranteedRef { slot in
            // Sources are added and taken from in the same order.
            unsafeDowncast(slot, to: CombinationSlot<Element>.self).take()
        }
    }
}
