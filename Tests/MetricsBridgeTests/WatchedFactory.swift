// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Dispatch
import Glibc

/// Passes everything to another factory, and tells when something happens.
final class WatchedFactory: MetricsFactory {
    private final class WatchedCounter: CounterHandler {
        let handler: any CounterHandler
        let incremented: DispatchSemaphore
        init(_ handler: any CounterHandler, _ incremented: DispatchSemaphore) {
            self.handler = handler
            self.incremented = incremented
        }
        func increment(by amount: Int64) {
            handler.increment(by: amount)
            incremented.signal()
        }
        func reset() { handler.reset() }
    }

    private let factory: any MetricsFactory
    private let makes: @Sendable (String) -> Void
    private let incremented = DispatchSemaphore(value: 0)
    private let destroyed = DispatchSemaphore(value: 0)

    /// - Parameter makes: Called before each metric is made.
    init(_ factory: any MetricsFactory, makes: @escaping @Sendable (String) -> Void) {
        self.factory = factory
        self.makes = makes
    }

    /// Waits for the next increment of the calls of a selector; false if there is none within some seconds.
    func nextIncrement() -> Bool { incremented.wait(timeout: .now() + .seconds(20)) == .success }

    /// Waits until a timer was destroyed, which come last.
    func waitForTheLastTimer() -> Bool { destroyed.wait(timeout: .now() + .seconds(20)) == .success }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        makes(label)
        let made = factory.makeCounter(label: label, dimensions: dimensions)
        return label == "delegate_inspector_calls_total" ? WatchedCounter(made, incremented) : made
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        makes(label)
        return factory.makeMeter(label: label, dimensions: dimensions)
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        factory.makeRecorder(label: label, dimensions: dimensions, aggregate: aggregate)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        makes(label)
        return factory.makeTimer(label: label, dimensions: dimensions)
    }

    func destroyCounter(_ handler: any CounterHandler) {
        factory.destroyCounter((handler as? WatchedCounter)?.handler ?? handler)
    }

    func destroyMeter(_ handler: any MeterHandler) { factory.destroyMeter(handler) }

    func destroyRecorder(_ handler: any RecorderHandler) { factory.destroyRecorder(handler) }

    func destroyTimer(_ handler: any TimerHandler) {
        factory.destroyTimer(handler)
        destroyed.signal()
    }
}

enum CurrentThread {
    static var id: UInt { pthread_self() }
}
