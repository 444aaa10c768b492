// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension Recorder {
    /// Everything that the recorder counts, for monitoring systems, in a fixed order.
    ///
    /// The counters never decrease; `clear()` and eviction don't change them. Those of a replayed recording stay what
    /// they were at its end.
    ///
    /// - Parameter selectorLimit: Most selectors with values of their own, from 0; all others share one value.
    package func metrics(selectorLimit: Int) -> [MetricFamily] {
        let ranking = selectorRanking(limit: selectorLimit)
        return SelectorMetrics.families(of: ranking)
            + recorderMetrics(selectorCount: ranking.selectorCount, limit: selectorLimit)
            + sinkMetrics + exportMetrics + ruleMetrics + proxyMetrics
    }

    /// The counts of the selectors that were called first, and of all others together.
    package func selectorRanking(limit: Int) -> SelectorRanking {
        // The statistics of a recording come in any order, which is not the same each time.
        let ordered =
            isReplay
            ? selectors.sorted {
                ($0.selector.protocolName, $0.selector.name) < ($1.selector.protocolName, $1.selector.name)
            } : selectors
        return SelectorRanking(ordered, limit: limit)
    }

    private func recorderMetrics(selectorCount: Int, limit: Int) -> [MetricFamily] {
        let status = self.status
        return Self.counters(status) + Self.gauges(status) + [
            .gauge(
                "recorder_memory_limit_bytes",
                unit: .bytes,
                configuration.storedBytesLimit,
                "Most memory for stored calls and rings, unless the rings take more than half of it."
            ),
            .gauge("recorder_stored_calls_limit", configuration.storedCountLimit, "Most stored calls."),
            .state("recorder_recording", isRecording, "Whether calls are recorded."),
            .state("recorder_failed", status.failure != nil, "Whether nothing is recorded although it was to be."),
            .gauge("recorder_selectors", selectorCount, "Selectors that were called."),
            .gauge("recorder_selector_series_limit", limit, "Most selectors with series of their own."),
        ]
    }

    private static func counters(_ status: RecorderStatus) -> [MetricFamily] {
        [
            .counter("recorder_calls", status.calls, "Calls that ended, recorded or not."),
            .counter("recorder_recorded_calls", status.recorded, "Calls recorded to their end."),
            .counter("recorder_evicted_calls", status.evicted, "Recorded calls that were evicted from memory."),
            .counter("recorder_cleared_calls", status.cleared, "Recorded calls that were deleted by a person."),
            .counter("recorder_dropped_calls", status.dropped, "Calls that found the ring of their thread full."),
            .counter(
                "recorder_suppressed_calls",
                status.suppressed,
                "Calls that were not to be recorded: paused, excluded, above the rate limit, or dropped by a transform."
            ),
        ]
    }

    private static func gauges(_ status: RecorderStatus) -> [MetricFamily] {
        [
            .gauge("recorder_unaccounted_calls", status.unaccounted, "Calls that ended and wait for the recorder."),
            .gauge("recorder_stored_calls", status.stored, "Calls in memory."),
            .gauge("recorder_running_calls", status.running, "Calls that are running."),
            .gauge("recorder_memory_bytes", unit: .bytes, status.bytes, "Memory of stored calls and rings."),
            .gauge("recorder_ring_memory_bytes", unit: .bytes, status.ringBytes, "Memory of the rings alone."),
            .gauge("recorder_threads", status.threads, "Known threads that made calls."),
            .gauge("recorder_position", status.lastPosition, "Position of the newest stored call."),
            .gauge(
                "recorder_call_overhead_seconds",
                unit: .seconds,
                status.overheadNanosecondsPerCall.map { $0 / 1_000_000_000 },
                "Mean time that recording adds to a call; absent before the first sample."
            ),
        ]
    }

    /// Without values if there is no sink.
    private var sinkMetrics: [MetricFamily] {
        let status = sinkStatus
        func samples(_ value: (SinkStatus) -> UInt64) -> [MetricSample] {
            status.map { [MetricSample(.count(value($0)))] } ?? []
        }
        return [
            .state("sink_attached", status != nil, "Whether calls are written to a file or another sink."),
            MetricFamily("sink_written_calls", .counter, "Calls that the sink has written.", samples(\.written)),
            MetricFamily(
                "sink_missed_calls",
                .counter,
                "Calls evicted from memory before the sink could write them.",
                samples(\.missed)
            ),
            MetricFamily("sink_waiting_calls", .gauge, "Calls that wait for the sink.", samples(\.waiting)),
            MetricFamily(
                "sink_failed",
                .gauge,
                "Whether the last write failed.",
                samples { $0.failure == nil ? 0 : 1 }
            ),
        ]
    }

    /// Without values if no calls are sent as spans.
    private var exportMetrics: [MetricFamily] {
        let status = exportStatus
        func samples(_ value: (ExportStatus) -> UInt64) -> [MetricSample] {
            status.map { [MetricSample(.count(value($0)))] } ?? []
        }
        return [
            MetricFamily("otlp_sent_calls", .counter, "Calls that a receiver accepted as spans.", samples(\.sent)),
            MetricFamily(
                "otlp_dropped_calls",
                .counter,
                "Calls evicted before they could be sent, refused by the receiver, or given up.",
                samples(\.dropped)
            ),
            MetricFamily("otlp_retries", .counter, "Requests that were sent again.", samples(\.retries)),
            MetricFamily("otlp_waiting_calls", .gauge, "Calls that wait for the receiver.", samples(\.waiting)),
            MetricFamily(
                "otlp_failed",
                .gauge,
                "Whether the last request failed.",
                samples { $0.failure == nil ? 0 : 1 }
            ),
        ]
    }

    private var ruleMetrics: [MetricFamily] {
        func samples(_ count: (RuleCounts) -> UInt64) -> [MetricSample] {
            Rule.Action.Word.allCases.map { word in
                MetricSample(.count(rules.counts[word].map(count) ?? 0), [MetricLabel("action", word.rawValue)])
            }
        }
        return [
            .gauge("rules", rules.count, "Rules on live calls."),
            .gauge("held_calls", rules.heldCount, "Calls that wait for a decision."),
            .counter("holds", rules.lastHeld, "Calls that were made to wait for a decision."),
            MetricFamily(
                "rule_matches",
                .counter,
                "Calls that the filters of rules passed, by action.",
                samples { $0.seen.load(ordering: .relaxed) }
            ),
            MetricFamily(
                "rule_actions",
                .counter,
                "Calls on which rules began to act, by action.",
                samples { $0.begun.load(ordering: .relaxed) }
            ),
            MetricFamily(
                "rule_failures",
                .counter,
                "Calls on which rules could not act after all, by action.",
                samples { $0.failed.load(ordering: .relaxed) }
            ),
        ]
    }

    private var proxyMetrics: [MetricFamily] {
        let states = Dictionary(grouping: directory.live.map(\.listedState), by: \.self).mapValues(\.count)
        let samples = ProxyStatus.State.allCases.map { state in
            MetricSample(.count(UInt64(states[state] ?? 0)), [MetricLabel("state", state.rawValue)])
        }
        return [
            MetricFamily("proxies", .gauge, "Live proxies, by state.", samples),
            .counter("proxy_events", directory.lastNumber, "Events of proxies, such as installations."),
        ]
    }
}
