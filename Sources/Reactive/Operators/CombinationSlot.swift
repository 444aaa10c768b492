// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A slot, whatever its element.
class AnyCombinationSlot {}

/// What a `CombinationSink` has of one of its sources.
class CombinationSlot<Element>: AnyCombinationSlot {
    /// Keeps `element`; `true` if the slot was empty before.
    func put(_ element: Element) -> Bool {
        preconditionFailure("Each kind of slot says what it keeps.")
    }

    /// The element for the next result. Only when there is one.
    func take() -> Element {
        preconditionFailure("Each kind of slot says what it gives.")
    }
}

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

/// The latest element of a source.
final class LatestSlot<Element>: CombinationSlot<Element> {
    // Raw memory in place of an optional; see `ElementQueue`.
    private let storage = UnsafeMutablePointer<Element>.allocate(capacity: 1)
    private var isEmpty = true

    deinit {
        if !isEmpty { storage.deinitialize(count: 1) }
        storage.deallocate()
    }

    override func put(_ element: Element) -> Bool {
        guard isEmpty else {
            storage.pointee = element
            return false
        }
        storage.initialize(to: element)
        isEmpty = false
        return true
    }

    override func take() -> Element {
        storage.pointee
    }
}

/// The elements of a source that have not been used yet.
final class QueueSlot<Element>: CombinationSlot<Element> {
    private let elements = ElementQueue<Element>()
    private let emptyCount: SlotRow.EmptyCount

    init(_ emptyCount: SlotRow.EmptyCount) {
        self.emptyCount = emptyCount
    }

    override func put(_ element: Element) -> Bool {
        elements.append(element)
        return elements.count == 1
    }

    override func take() -> Element {
        let first = elements.removeFirst()
        if elements.count == 0 { emptyCount.value += 1 }
        return first
    }
}
