// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Dispatch
import MetricsBridge
import MetricsTestKit
import ProxyCore
import Synchronization
import Testing

@Suite struct MetricsBridgeTests {
    private let metrics = TestMetrics()

    private func bridge(
        _ traffic: Traffic,
        _ adjust: (inout MetricsBridge.Configuration) -> Void = { _ in }
    ) -> MetricsBridge {
        var configuration = MetricsBridge.Configuration()
        adjust(&configuration)
        return MetricsBridge(recorder: traffic.recorder, factory: metrics, configuration: configuration)
    }

    private func total(_ name: String, _ labels: [(String, String)] = []) -> Int64 {
        metrics.counterTotal(label: "delegate_inspector_\(name)", dimensions: labels)
    }

    private func durations(_ labels: [(String, String)]) throws -> [Int64] {
        try metrics.expectTimer("delegate_inspector_call_duration_seconds", labels).values
    }

    @Test func countersGetTheirIncrements() throws {
        let traffic = Traffic(selectors: 2)
        let bridge = bridge(traffic)
        traffic.call(0, times: 3)
        traffic.fail(1)
        bridge.flush()
        #expect(total("calls_total", Traffic.labels(0)) == 3)
        #expect(total("calls_total", Traffic.labels(1)) == 1 && total("errors_total", Traffic.labels(1)) == 1)
        #expect(total("recorder_calls_total") == 4)
        traffic.call(0, times: 2)
        bridge.flush()
        bridge.flush()
        let counter = try metrics.expectCounter("delegate_inspector_calls_total", Traffic.labels(0))
        #expect(counter.values == [3, 2], "no report without news")
        traffic.recorder.clear()
        bridge.flush()
        let status = traffic.recorder.status
        #expect(total("recorder_calls_total") == Int64(status.calls) && total("recorder_cleared_calls_total") == 6)
    }

    @Test func metersGetTheValuesOfGauges() throws {
        let traffic = Traffic()
        let bridge = bridge(traffic)
        traffic.call(times: 5)
        bridge.flush()
        func meter(_ name: String) throws -> Double? { try metrics.expectMeter("delegate_inspector_\(name)").lastValue }
        #expect(try meter("recorder_stored_calls") == 5 && meter("recorder_recording") == 1)
        traffic.recorder.clear()
        traffic.recorder.pause()
        bridge.flush()
        #expect(try meter("recorder_stored_calls") == 0 && meter("recorder_recording") == 0)
    }

    private final class Sink: InvocationSink {
        func write(_ batch: SinkBatch) {}
        func finish() {}
    }

    /// Regression test: the meters kept their last values for ever, and the calls of the first sink were subtracted from
    /// those of the second.
    @Test func afterASinkItsMetersAreGoneAndTheNextOneIsCountedFromZero() throws {
        let traffic = Traffic()
        let bridge = bridge(traffic)
        let meters = ["sink_waiting_calls", "sink_failed"].map { "delegate_inspector_" + $0 }
        traffic.call(times: 3)
        traffic.recorder.attach(Sink())
        traffic.recorder.flushSink()
        bridge.flush()
        #expect(total("sink_written_calls_total") == 3)
        #expect(meters.allSatisfy { metrics.meters(label: $0).count == 1 })

        traffic.recorder.detachSink()
        bridge.flush()
        #expect(total("sink_written_calls_total") == 3)
        #expect(meters.allSatisfy { metrics.meters(label: $0).isEmpty })
        #expect(try metrics.expectMeter("delegate_inspector_sink_attached").lastValue == 0)

        // It gets the calls in memory, too.
        traffic.call(times: 2)
        traffic.recorder.attach(Sink())
        traffic.recorder.flushSink()
        bridge.flush()
        #expect(total("sink_written_calls_total") == 3 + 5)
        #expect(meters.allSatisfy { metrics.meters(label: $0).count == 1 })
    }

    @Test func timersGetTheDurationOfEachCallOnce() throws {
        let traffic = Traffic()
        let bridge = bridge(traffic)
        traffic.call(times: 4)
        bridge.flush()
        traffic.call()
        bridge.flush()
        bridge.flush()
        let stored = traffic.recorder.completed(after: 0).items.compactMap(\.durationNanoseconds)
        #expect(try durations(Traffic.labels(0)).sorted() == stored.map { Int64($0) }.sorted())
        #expect(total("durations_missed_total") == 0)
    }

    @Test func countsTheDurationsThatItLeavesOut() throws {
        let traffic = Traffic()
        let bridge = bridge(traffic) { $0.durationCountLimit = 10 }
        traffic.call(times: 100)
        bridge.flush()
        #expect(try durations(Traffic.labels(0)).count == 10 && total("durations_missed_total") == 90)
        #expect(total("calls_total", Traffic.labels(0)) == 100)
    }

    @Test func selectorsBeyondTheBoundShareTheirMetrics() throws {
        let traffic = Traffic(selectors: 50)
        let bridge = bridge(traffic) { $0.selectorCountLimit = 3 }
        for number in 0..<50 { traffic.call(number) }
        bridge.flush()
        #expect(metrics.counters(label: "delegate_inspector_calls_total").count == 4)
        #expect(total("calls_total", Traffic.labels(2)) == 1 && total("calls_total", Traffic.otherLabels) == 47)
        #expect(try durations(Traffic.otherLabels).count == 47)
        #expect(metrics.timers(label: "delegate_inspector_call_duration_seconds").count == 4)
    }

    @Test func reportsAgainAndAgainBetweenStartAndStop() {
        let traffic = Traffic()
        let factory = WatchedFactory(metrics) { _ in }
        var configuration = MetricsBridge.Configuration()
        configuration.interval = .zero
        let bridge = MetricsBridge(recorder: traffic.recorder, factory: factory, configuration: configuration)
        bridge.start()
        bridge.start()
        for _ in 0..<3 {
            traffic.call()
            #expect(factory.nextIncrement(), "without a flush")
        }
        traffic.call()
        bridge.stop()
        #expect(total("calls_total", Traffic.labels(0)) == 4, "the last report has the rest")
        bridge.stop()
        bridge.start()
        traffic.call()
        bridge.stop()
        #expect(total("calls_total", Traffic.labels(0)) == 5)
    }

    /// A factory is the program's: it may ask the recorder, and make calls.
    @Test func callsTheFactoryOnAThreadOfItsOwnWithoutALock() {
        let traffic = Traffic()
        let own = CurrentThread.id
        let wrong = Mutex(0)
        let factory = WatchedFactory(metrics) { [recorder = traffic.recorder] _ in
            traffic.call()
            recorder.flush()
            recorder.clear()
            _ = (recorder.status, recorder.selectors, recorder.proxies, recorder.rules.rules)
            if CurrentThread.id == own { wrong.withLock { $0 += 1 } }
        }
        let bridge = MetricsBridge(recorder: traffic.recorder, factory: factory)
        traffic.call(times: 2)
        bridge.flush()
        bridge.flush()
        #expect(wrong.withLock { $0 } == 0)
        #expect(total("calls_total", Traffic.labels(0)) == 2, "calls of the factory are not recorded")
    }

    @Test func destroysItsMetricsWhenItIsReleased() {
        let traffic = Traffic()
        let factory = WatchedFactory(metrics) { _ in }
        weak var released: MetricsBridge?
        do {
            let bridge = MetricsBridge(recorder: traffic.recorder, factory: factory)
            released = bridge
            bridge.start()
            traffic.call()
            bridge.flush()
            #expect(!metrics.counters.isEmpty && !metrics.timers.isEmpty)
        }
        #expect(released == nil)
        #expect(factory.waitForTheLastTimer())
        #expect(metrics.counters.isEmpty && metrics.meters.isEmpty && metrics.timers.isEmpty)
    }
}
