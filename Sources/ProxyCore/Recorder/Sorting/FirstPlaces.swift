// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The first places of a sorted list, selected from any number in any order. A heap with the last of them on top.
package struct FirstPlaces {
    private let limit: Int
    private let order: InvocationQuery.Order
    private var heap: [SortPlace] = []

    /// - Parameter limit: Number of places; at least 1.
    package init(_ limit: Int, _ order: InvocationQuery.Order) {
        self.limit = max(limit, 1)
        self.order = order
    }

    /// The last of the places; nil until there are as many as wanted.
    package var last: SortPlace? { heap.count < limit ? nil : heap.first }

    /// Whether a place is among the first ones so far.
    @inline(__always)
    package func admits(_ place: SortPlace) -> Bool {
        guard let last else { return true }
        return order.isBefore(place, last)
    }

    /// Inserts a place if it is among the first ones.
    package mutating func insert(_ place: SortPlace) {
        if heap.count < limit {
            heap.append(place)
            var index = heap.count - 1
            while index > 0, order.isBefore(heap[(index - 1) / 2], heap[index]) {
                heap.swapAt(index, (index - 1) / 2)
                index = (index - 1) / 2
            }
        } else if order.isBefore(place, heap[0]) {
            heap[0] = place
            sink()
        }
    }

    private mutating func sink() {
        var index = 0
        while true {
            var largest = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
                if order.isBefore(heap[largest], heap[child]) { largest = child }
            }
            guard largest != index else { return }
            heap.swapAt(index, largest)
            index = largest
        }
    }

    /// The places in order.
    package var sorted: [SortPlace] { heap.sorted(by: order.isBefore) }
}

extension InvocationQuery.Order {
    /// Whether a value comes before another one in this order.
    @inline(__always)
    package func isBefore<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        self == .descending ? left > right : left < right
    }
}
