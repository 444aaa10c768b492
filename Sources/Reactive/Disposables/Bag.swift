// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The key of an element in a `Bag`.
public struct BagKey: Hashable, Sendable {
    fileprivate let rawValue: UInt64
}

/// A collection in insertion order with duplicates and a removal key per element.
///
/// - Complexity: `insert` O(1) amortised, `removeKey` O(log n) amortised.
public struct Bag<Element>: CustomDebugStringConvertible {
    /// The type of the keys.
    public typealias KeyType = BagKey

    private struct Slot {
        let key: UInt64
        var element: Element?
    }

    // Sorted by key, because keys increase. Removed elements leave holes until these are the majority.
    private var slots: [Slot] = []
    private var nextKey: UInt64 = 0

    /// The number of elements.
    public private(set) var count = 0

    /// Creates an empty bag.
    public init() {}

    /// Adds `element` after all others and returns its key.
    public mutating func insert(_ element: Element) -> BagKey {
        let key = nextKey
        nextKey += 1
        slots.append(Slot(key: key, element: element))
        count += 1
        return BagKey(rawValue: key)
    }

    /// Removes and returns the element with `key`; `nil` if it has been removed.
    public mutating func removeKey(_ key: BagKey) -> Element? {
        guard let index = index(of: key), let element = slots[index].element.take() else { return nil }
        count -= 1
        if slots.count > 2 * count { slots.removeAll { $0.element == nil } }
        return element
    }

    /// Removes all elements; their keys stay invalid.
    public mutating func removeAll() {
        slots.removeAll()
        count = 0
    }

    /// Calls `action` with each element in insertion order.
    public func forEach(_ action: (Element) throws -> Void) rethrows {
        for slot in slots {
            if let element = slot.element { try action(element) }
        }
    }

    /// The number of elements, for a log.
    public var debugDescription: String { "\(count) elements in Bag" }

    private func index(of key: BagKey) -> Int? {
        var low = 0
        var high = slots.count
        while low < high {
            let middle = (low + high) / 2
            if slots[middle].key < key.rawValue { low = middle + 1 } else { high = middle }
        }
        return low < slots.count && slots[low].key == key.rawValue ? low : nil
    }
}

extension Bag where Element == any Disposable {
    /// Disposes of each element in insertion order.
    public func disposeAll() {
        forEach { $0.dispose() }
    }
}
