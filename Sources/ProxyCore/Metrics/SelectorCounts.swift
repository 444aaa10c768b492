// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What is counted of one selector, or of all selectors beyond a limit together.
package struct SelectorCounts: Sendable {
    /// Nil for several selectors together.
    package let selector: Selector?
    /// Completed calls, both recorded and skipped by a rate limit.
    package private(set) var calls: UInt64 = 0
    package private(set) var errors: UInt64 = 0
    package private(set) var unanswered: UInt64 = 0
    package private(set) var skipped: UInt64 = 0
    /// Durations of the recorded calls.
    package private(set) var latency = LatencyHistogram()

    init(_ selector: Selector?) { self.selector = selector }

    mutating func add(_ statistics: SelectorStatistics) {
        calls = calls.saturatingAdding(statistics.calls)
        errors = errors.saturatingAdding(statistics.errors)
        unanswered = unanswered.saturatingAdding(statistics.unanswered)
        skipped = skipped.saturatingAdding(statistics.skipped)
        if latency.total == 0 { latency = statistics.latency } else { latency.add(statistics.latency) }
    }

    /// The labels of the values. No protocol has an empty name, so no selector has those of the others.
    package var labels: [MetricLabel] {
        [MetricLabel("protocol", selector?.protocolName ?? ""), MetricLabel("selector", selector?.name ?? "other")]
    }
}

/// The counts of a bounded number of selectors.
///
/// The selectors that were called first have counts of their own, all others are counted together. As the order never
/// changes, a selector keeps its counts once it has them, and no count decreases.
package struct SelectorRanking: Sendable {
    /// The selectors with counts of their own, in the order of their first calls, then the others together, if there
    /// are any.
    package private(set) var items: [SelectorCounts] = []
    /// All selectors.
    package private(set) var selectorCount = 0
    private var places: [Selector: Int] = [:]

    /// - Parameters:
    ///   - statistics: In the order of the first calls. A selector may appear several times.
    ///   - limit: Most selectors with counts of their own.
    package init(_ statistics: [SelectorStatistics], limit: Int) {
        var others = SelectorCounts(nil)
        for row in statistics {
            let place = places[row.selector] ?? add(row.selector, limit: limit)
            if place < limit { items[place].add(row) } else { others.add(row) }
        }
        selectorCount = places.count
        if selectorCount > limit { items.append(others) }
    }

    private mutating func add(_ selector: Selector, limit: Int) -> Int {
        let place = places.count
        places[selector] = place
        if place < limit { items.append(SelectorCounts(selector)) }
        return place
    }

    /// The place in `items` where a selector is counted; nil if it was never called.
    package func place(of selector: Selector) -> Int? {
        places[selector].map { min($0, items.count - 1) }
    }
}
