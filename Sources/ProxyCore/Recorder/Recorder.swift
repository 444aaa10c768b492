// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Records the calls that proxies forward, and answers queries about them.
///
/// Proxies use `shared` unless given another recorder, or made where a test has set the `current` one. A call writes two
/// entries into a ring buffer of its own thread. The recorder's thread merges the rings into the store, usually within
/// 50 ms (`RecorderConfiguration.drainInterval`).
///
/// - Invariant: Callable from any thread. Runs no user code while locked.
public final class Recorder: Sendable {
    /// The recorder of all proxies that were not given another.
    ///
    /// Unless `configureShared(_:)` was called, the environment variable `INSPECTOR_MEMORY` sets how many megabytes of
    /// calls it stores, `INSPECTOR_BUDGET` its `budget`, as `textBytes=8192,depth=8`, and `INSPECTOR_INCLUDE` and
    /// `INSPECTOR_EXCLUDE` its `captureRules`, as patterns with semicolons between them.
    public static let shared = Recorder(sharedSetup.withLock { $0.take() })

    /// The configuration for `shared`, and whether it is already in use.
    private struct SharedSetup {
        private var configuration: RecorderConfiguration?
        private var isTaken = false
        /// The error in the environment, if the environment was read.
        private(set) var error: EnvironmentError?

        mutating func take() -> RecorderConfiguration {
            isTaken = true
            if let configuration { return configuration }
            var configuration = RecorderConfiguration()
            do {
                try configuration.read()
            } catch {
                self.error = error
            }
            return configuration
        }

        mutating func set(_ new: RecorderConfiguration) -> Bool {
            guard !isTaken else { return false }
            configuration = new
            return true
        }
    }

    private static let sharedSetup = ForkableMutex(SharedSetup())

    /// The error found when `shared` read its environment.
    package static var sharedEnvironmentError: EnvironmentError? { sharedSetup.withLock { $0.error } }

    /// Configures `shared`. Call it before the first use of `shared`.
    ///
    /// - Returns: False if `shared` is already in use; nothing changed then.
    public static func configureShared(_ configuration: RecorderConfiguration) -> Bool {
        sharedSetup.withLock { $0.set(configuration) }
    }

    let engine: RecorderEngine
    let directory: ProxyDirectory
    let tally: CallTally
    let attachment: Attachment
    /// Rules that act on live calls; none at first.
    public let rules: RuleBook

    /// Creates a recorder with its own store.
    public init(_ configuration: RecorderConfiguration = RecorderConfiguration()) {
        engine = RecorderEngine(configuration)
        attachment = Attachment()
        directory = ProxyDirectory()
        tally = CallTally(directory: directory)
        rules = RuleBook(engine: engine, directory: directory)
        keepTallyNear()
        keepEventsPlaced()
    }

    /// Creates a recorder that records nothing and answers all queries from a history, under the history's epoch.
    public init(replaying history: any InvocationHistory) {
        var configuration = RecorderConfiguration()
        configuration.isRecording = false
        engine = RecorderEngine(configuration, epoch: history.extent.epoch)
        directory = ProxyDirectory()
        tally = CallTally(directory: directory)
        attachment = Attachment(replaying: history)
        rules = RuleBook(engine: engine, directory: directory)
        attachment.feed?.onGrowth { [weak engine] in engine?.progressObservers.tell() }
    }

    deinit {
        engine.stop()
        attachment.pump?.stop()
    }

    /// The configuration at creation, with all values clamped to their bounds.
    public var configuration: RecorderConfiguration { engine.configuration }

    /// Eight hexadecimal digits that distinguish this recorder's records from those of other runs.
    public var epoch: String { engine.epoch }

    /// Whether calls are recorded now. Otherwise, calls of proxies count as suppressed.
    public var isRecording: Bool { engine.gate.pointee.isRecording }

    /// Counters of the recorder. Calls not yet merged into the store are `unaccounted`.
    public var status: RecorderStatus {
        if isReplay, let extent = attachment.history?.extent { return RecorderStatus(extent) }
        return engine.withDrain { drain in
            let dropped = drain.sum { $0.dropped.load(ordering: .relaxed) }
            let uncounted = engine.gate.pointee.uncounted.load(ordering: .relaxed)
            let suppressed = uncounted + drain.sum { $0.suppressed.load(ordering: .relaxed) }
            let ringBytes = drain.ringBytes
            return RecorderStatus(
                calls: drain.sum { $0.recorded.load(ordering: .relaxed) } + drain.left + dropped + suppressed,
                stored: UInt64(drain.store.count),
                evicted: drain.store.evicted,
                cleared: drain.store.cleared,
                dropped: dropped,
                suppressed: suppressed + drain.discarded,
                running: drain.openCallCount,
                bytes: drain.store.bytes + ringBytes,
                ringBytes: ringBytes,
                lastPosition: drain.store.lastPosition,
                lastSeq: drain.lastSeq,
                threads: drain.threadTable.count,
                overheadNanosecondsPerCall: drain.overheadNanosecondsPerCall,
                failure: engine.failure
            )
        }
    }

    /// Pauses recording. Calls already running are still recorded to their end.
    public func pause() { engine.gate.pointee.setRecording(false) }

    /// Resumes recording. If that fails, `status` says why.
    public func resume() { engine.resume() }

    /// Waits until all calls that ended before are in the store: usually a few milliseconds. With `.wait` and a sink that
    /// is behind, or with a slow `transform`, as long as those take.
    public func flush() { engine.flush() }

    /// Waits until then at most: with `.wait`, calls reach the store only as fast as the sink is written.
    package func flush(until deadline: ContinuousClock.Instant) { engine.flush(until: deadline) }

    /// Deletes all stored invocations and events of proxies. Statistics, counters, numbering, and the histories of
    /// single proxies continue.
    ///
    /// - Parameter includingMarked: Whether to delete marked invocations too. Default true.
    public func clear(includingMarked: Bool = true) {
        // Later there would be no calls to tell their places.
        settleAllProxyEvents()
        // The sink would otherwise miss invocations that it has not received yet.
        flushSink()
        countStoredCalls()
        let last = engine.withDrain { drain in
            drain.clear(includingMarked: includingMarked)
            return drain.store.lastPosition
        }
        directory.clearEvents()
        directory.settle([], through: last)
    }
}
