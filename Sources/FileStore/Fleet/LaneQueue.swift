// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The lanes of a merge by the place of their next call: a binary heap with the one that comes first on top, so that a
/// step of the merge costs the logarithm of their number.
struct LaneQueue<Place: Comparable> {
    private let order: InvocationQuery.Order
    private var heap: [(lane: Int, place: Place)]

    /// - Parameters:
    ///   - places: The place of each lane.
    ///   - order: Whether the first or the last place comes first.
    init(_ places: [Place], _ order: InvocationQuery.Order) {
        self.order = order
        heap = places.enumerated().map { (lane: $0.offset, place: $0.element) }
        for index in (0..<heap.count / 2).reversed() { sink(from: index) }
    }

    /// The lane that comes first; nil if there is none.
    var first: Int? { heap.first?.lane }

    /// Puts the first lane where it belongs with its next place.
    mutating func moveFirst(to place: Place) {
        heap[0].place = place
        sink(from: 0)
    }

    mutating func removeFirst() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        heap[0] = last
        sink(from: 0)
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        order == .descending ? heap[left].place > heap[right].place : heap[left].place < heap[right].place
    }

    private mutating func sink(from start: Int) {
        var index = start
        while true {
            var first = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
                if isBefore(child, first) { first = child }
            }
            guard first != index else { return }
            heap.swapAt(index, first)
            index = first
        }
    }
}

extension LaneQueue: Sendable where Place: Sendable {}
