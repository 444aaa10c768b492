// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The families whose values have the labels `protocol` and `selector`.
enum SelectorMetrics {
    static func families(of ranking: SelectorRanking) -> [MetricFamily] {
        let rows = ranking.items.map { (counts: $0, labels: $0.labels) }
        func samples(_ value: (SelectorCounts) -> MetricSample.Value) -> [MetricSample] {
            rows.map { MetricSample(value($0.counts), $0.labels) }
        }
        return [
            MetricFamily("calls", .counter, "Completed calls, by selector.", samples { .count($0.calls) }),
            MetricFamily("errors", .counter, "Calls that threw, by selector.", samples { .count($0.errors) }),
            MetricFamily(
                "unanswered",
                .counter,
                "Calls that nothing answered, by selector.",
                samples { .count($0.unanswered) }
            ),
            MetricFamily(
                "skipped",
                .counter,
                "Completed calls that a rate limit left out, by selector.",
                samples { .count($0.skipped) }
            ),
            MetricFamily(
                "call_duration_seconds",
                .histogram,
                unit: .seconds,
                "Durations of the recorded calls, by selector.",
                samples { .durations($0.latency) }
            ),
        ]
    }
}
