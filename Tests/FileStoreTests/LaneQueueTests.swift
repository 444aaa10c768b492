// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import FileStore

/// The order of the lanes of a merge.
@Suite struct LaneQueueTests {
    private final class Counter {
        var comparisons = 0
    }

    /// A place that counts how often places are compared.
    private struct Place: Comparable {
        let number: Int
        let counter: Counter

        static func == (left: Self, right: Self) -> Bool { left.number == right.number }

        static func < (left: Self, right: Self) -> Bool {
            left.counter.comparisons += 1
            return left.number < right.number
        }
    }

    /// Regression test: each step of a merge compared the places of all lanes.
    @Test(arguments: [InvocationQuery.Order.ascending, .descending])
    func aStepOfAMergeCostsTheLogarithmOfTheLanes(order: InvocationQuery.Order) {
        let counter = Counter()
        var lanes: [ArraySlice<Place>] = (0..<1_000).map { lane in
            let places = (0..<10).map { step in
                Place(number: step * 1_000 + (lane * 7_919 + step * 104_729) % 997, counter: counter)
            }
            return ArraySlice(order == .ascending ? places : places.reversed())
        }
        let numbers = lanes.flatMap { $0.map(\.number) }.sorted()
        var queue = LaneQueue(lanes.compactMap(\.first), order)
        var merged: [Int] = []
        while let lane = queue.first, let place = lanes[lane].popFirst() {
            merged.append(place.number)
            if let next = lanes[lane].first { queue.moveFirst(to: next) } else { queue.removeFirst() }
        }
        #expect(merged == (order == .ascending ? numbers : numbers.reversed()))
        // Two for each level of the heap, of which a thousand lanes have ten, and two for each lane at first.
        #expect(counter.comparisons <= 20 * merged.count + 2 * lanes.count)
    }

    @Test func aQueueWithoutLanesHasNoFirst() {
        var queue = LaneQueue([7], .ascending)
        #expect(queue.first == 0)
        queue.removeFirst()
        #expect(queue.first == nil)
    }
}
