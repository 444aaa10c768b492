// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The unused elements of a source.
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
