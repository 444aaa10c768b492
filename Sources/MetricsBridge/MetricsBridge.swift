// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import CoreMetrics
import Dispatch
public import ProxyCore
internal import Synchronization

/// Reports what a recorder counts to swift-metrics, for programs that push their metrics.
///
/// ```swift
/// let bridge = MetricsBridge(recorder: .shared)
/// bridge.start()
/// ```
///
/// Names, labels and bounds are those of `/metrics` without the families about the server: counters get their increments,
/// meters the values of gauges, and timers the durations of single calls. The first report has everything since the
/// recorder was created.
///
/// - Invariant: Callable from any thread, but not from the factory or its metrics, which are called on a queue of the
///   bridge and never under a lock. Proxied calls that they make there are not recorded.
public final class MetricsBridge: Sendable {
    /// How often and how much a bridge reports.
    public struct Configuration: Sendable {
        /// Time between two reports; 100 ms to a day. Default 10 s.
        public var interval = Duration.seconds(10)
        /// Maximum number of selectors with metrics of their own; 0 to 10 000. Default 200. All selectors beyond it share
        /// theirs, with `other` as selector.
        public var selectorCountLimit = 200
        /// Maximum number of durations in one report; 0 to 1 000 000. Default 10 000. Of more calls, those that completed
        /// last are reported; the others are counted by `delegate_inspector_durations_missed_total`.
        public var durationCountLimit = 10_000

        /// The defaults.
        public init() {}

        /// The same configuration with all values clamped to their bounds.
        var clamped: Configuration {
            var configuration = self
            configuration.interval = min(max(interval, .milliseconds(100)), .seconds(86_400))
            configuration.selectorCountLimit = min(max(selectorCountLimit, 0), 10_000)
            configuration.durationCountLimit = min(max(durationCountLimit, 0), 1_000_000)
            return configuration
        }
    }

    private let recorder: ProxyCore.Recorder
    private let configuration: Configuration
    private let reporter: MetricsReporter
    private let queue = DispatchQueue(label: "delegate-inspector.metrics", qos: .utility)
    private let period = Mutex(Period())

    /// The time from a start to a stop.
    private struct Period: Sendable {
        var number = 0
        var isRunning = false
    }

    /// Creates a bridge that does not report yet.
    ///
    /// - Parameters:
    ///   - recorder: What to report. Default: the recorder of all proxies that were not given another.
    ///   - factory: Where to. Default: the one that the program has bootstrapped, so create the bridge after that.
    ///   - configuration: Values out of bounds are clamped.
    public init(
        recorder: ProxyCore.Recorder = .shared,
        factory: any MetricsFactory = MetricsSystem.factory,
        configuration: Configuration = Configuration()
    ) {
        self.recorder = recorder
        self.configuration = configuration.clamped
        reporter = MetricsReporter(recorder, factory, self.configuration)
    }

    deinit {
        queue.async { [reporter] in reporter.destroy() }
    }

    /// Reports every `interval` from now on. Does nothing if it already does.
    public func start() {
        let number = period.withLock { period -> Int? in
            guard !period.isRunning else { return nil }
            period.isRunning = true
            period.number += 1
            return period.number
        }
        if let number { reportLater(number) }
    }

    /// Reports after an interval and then again and again, until the period ends.
    private func reportLater(_ number: Int) {
        let pause = DispatchTimeInterval.milliseconds(Int(configuration.interval / .milliseconds(1)))
        queue.asyncAfter(deadline: .now() + pause) { [weak self] in
            guard let self, period.withLock({ $0.isRunning && $0.number == number }) else { return }
            reporter.report()
            reportLater(number)
        }
    }

    /// Reports what was recorded before, and waits until the factory's metrics have it.
    public func flush() {
        recorder.flush()
        let done = DispatchSemaphore(value: 0)
        queue.async { [reporter] in
            reporter.report()
            done.signal()
        }
        done.wait()
    }

    /// Reports what was recorded before, and nothing later. It can be started again; the metrics stay until the bridge is
    /// released.
    public func stop() {
        let wasRunning = period.withLock { period in
            defer { period.isRunning = false }
            return period.isRunning
        }
        if wasRunning { flush() }
    }
}
