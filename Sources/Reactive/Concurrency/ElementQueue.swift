// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A FIFO queue on a ring of raw memory, for elements of a type unknown to this module.
///
/// Unspecialised code moves elements by address here. An array of optionals would look up the metadata of both types
/// each time. The owner guards the queue.
final class ElementQueue<Element> {
    private static var initialCapacity: Int { 8 }
    /// A ring beyond this size is released when it becomes empty.
    private static var keptCapacity: Int { 1_024 }

    private var storage: UnsafeMutablePointer<Element>
    /// A power of two.
    private var capacity: Int
    private var head = 0
    private(set) var count = 0

    init() {
        capacity = Self.initialCapacity
        storage = .allocate(capacity: Self.initialCapacity)
    }

    deinit {
        while count > 0 { dropFirst() }
        storage.deallocate()
    }

    func append(_ element: Element) {
        if count == capacity { resize(to: 2 * capacity) }
        (storage + ((head + count) & (capacity - 1))).initialize(to: element)
        count += 1
    }

    /// Removes and returns the oldest element. The queue must not be empty.
    func removeFirst() -> Element {
        let first = (storage + head).move()
        advance()
        return first
    }

    private func dropFirst() {
        (storage + head).deinitialize(count: 1)
        advance()
    }

    private func advance() {
        head = (head + 1) & (capacity - 1)
        count -= 1
        if count == 0, capacity > Self.keptCapacity { resize(to: Self.initialCapacity) }
    }

    private func resize(to newCapacity: Int) {
        let ring = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
        let untilEnd = min(count, capacity - head)
        ring.moveInitialize(from: storage + head, count: untilEnd)
        (ring + untilEnd).moveInitialize(from: storage, count: count - untilEnd)
        storage.deallocate()
        storage = ring
        capacity = newCapacity
        head = 0
    }
}
