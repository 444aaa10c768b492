// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CallModel
internal import CoreMetrics
internal import ProxyCore
internal import Synchronization

/// Passes on what has changed since the last time.
///
/// - Invariant: One thread at a time reports. The factory and its metrics are called without a lock.
final class MetricsReporter: Sendable {
    private let recorder: ProxyCore.Recorder
    private let factory: any MetricsFactory
    private let configuration: MetricsBridge.Configuration
    /// Empty while a report is being made, which has it.
    private let progress = Mutex<Progress?>(Progress())

    /// What was reported.
    private struct Progress: Sendable {
        var counters: [SeriesKey: (handler: any CounterHandler, value: UInt64)] = [:]
        var meters: [SeriesKey: any MeterHandler] = [:]
        var timers: [SeriesKey: any TimerHandler] = [:]
        /// Position of the last call whose duration was reported or missed.
        var position: UInt64 = 0
        /// Durations that were not reported.
        var missed: UInt64 = 0
    }

    private struct SeriesKey: Hashable, Sendable {
        let name: String
        let labels: [MetricLabel]

        var dimensions: [(String, String)] { labels.map { ($0.name, $0.value) } }
    }

    init(
        _ recorder: ProxyCore.Recorder,
        _ factory: any MetricsFactory,
        _ configuration: MetricsBridge.Configuration
    ) {
        self.recorder = recorder
        self.factory = factory
        self.configuration = configuration
    }

    /// Reports what was counted since the last time.
    func report() {
        guard var progress = take() else { return }
        ProxyCore.Recorder.unrecorded {
            // First, so that the selectors of all these calls are among the counted ones.
            let durations = recorder.completedDurations(
                after: progress.position,
                limit: configuration.durationCountLimit
            )
            let families = recorder.metrics(selectorLimit: configuration.selectorCountLimit)
            let ranking = recorder.selectorRanking(limit: configuration.selectorCountLimit)
            for family in families { pass(family, &progress) }
            pass(durations, ranking, &progress)
        }
        let made = progress
        self.progress.withLock { $0 = made }
    }

    private func take() -> Progress? {
        progress.withLock { progress in
            defer { progress = nil }
            return progress
        }
    }

    // MARK: Values

    private func pass(_ family: MetricFamily, _ progress: inout Progress) {
        if family.samples.isEmpty { return end(family, &progress) }
        for sample in family.samples {
            switch (family.kind, sample.value) {
            case (.counter, .count(let value)):
                count(value, SeriesKey(name: family.name + "_total", labels: sample.labels), &progress)
            case (.gauge, .count(let value)):
                meter(SeriesKey(name: family.name, labels: sample.labels), &progress).set(Int64(clamping: value))
            case (.gauge, .number(let value)):
                meter(SeriesKey(name: family.name, labels: sample.labels), &progress).set(value)
            case (.counter, _), (.gauge, .durations), (.histogram, _): break
            }
        }
    }

    /// Nothing has these values now, as after a sink was detached: the next sink counts from 0, and the last values of the
    /// gauges are no longer true.
    private func end(_ family: MetricFamily, _ progress: inout Progress) {
        switch family.kind {
        case .counter:
            let name = family.name + "_total"
            for key in progress.counters.keys where key.name == name { progress.counters[key]?.value = 0 }
        case .gauge:
            for (key, meter) in progress.meters where key.name == family.name {
                progress.meters[key] = nil
                factory.destroyMeter(meter)
            }
        case .histogram: break
        }
    }

    private func count(_ value: UInt64, _ key: SeriesKey, _ progress: inout Progress) {
        let known =
            progress.counters[key]
            ?? (factory.makeCounter(label: key.name, dimensions: key.dimensions), 0)
        // A counter of a sink begins anew with another sink, which may have come between two reports.
        let increment = value >= known.value ? value - known.value : value
        progress.counters[key] = (known.handler, value)
        if increment > 0 { known.handler.increment(by: Int64(clamping: increment)) }
    }

    private func meter(_ key: SeriesKey, _ progress: inout Progress) -> any MeterHandler {
        if let known = progress.meters[key] { return known }
        let made = factory.makeMeter(label: key.name, dimensions: key.dimensions)
        progress.meters[key] = made
        return made
    }

    // MARK: Durations

    private func pass(_ durations: CompletedDurations, _ ranking: SelectorRanking, _ progress: inout Progress) {
        for (selector, values) in durations.bySelector {
            guard let place = ranking.place(of: selector) else { continue }
            let timer = timer(ranking.items[place].labels, &progress)
            for value in values { timer.recordNanoseconds(Int64(clamping: value)) }
        }
        progress.position = durations.lastPosition
        progress.missed += durations.missed
        let missed = MetricFamily.counter("durations_missed", progress.missed, "Durations that were not reported.")
        pass(missed, &progress)
    }

    private func timer(_ labels: [MetricLabel], _ progress: inout Progress) -> any TimerHandler {
        let key = SeriesKey(name: MetricFamily.prefix + "call_duration_seconds", labels: labels)
        if let known = progress.timers[key] { return known }
        let made = factory.makeTimer(label: key.name, dimensions: key.dimensions)
        progress.timers[key] = made
        return made
    }

    // MARK: The end

    /// Tells the factory that its metrics get no more values.
    func destroy() {
        guard let progress = take() else { return }
        for counter in progress.counters.values { factory.destroyCounter(counter.handler) }
        for meter in progress.meters.values { factory.destroyMeter(meter) }
        for timer in progress.timers.values { factory.destroyTimer(timer) }
    }
}
