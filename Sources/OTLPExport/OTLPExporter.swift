// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
public import ProxyCore
internal import Synchronization

/// Sends the calls that a recorder records to an OpenTelemetry receiver, as spans, while the program runs.
///
/// Calls don't wait for it: it reads the recorder's memory on a thread of its own. While the receiver is away, calls stay
/// there, and requests are tried again; what the recorder evicts meanwhile counts as dropped. A span's id follows from its
/// call's, so that a request that was accepted without an answer makes no second span where ids are unique.
///
/// An exporter sends once, from `start()` to `stop()`: another one would begin with the recorder's memory again.
///
/// - Invariant: Callable from any thread.
public final class OTLPExporter: Sendable {
    private struct State: Sendable {
        var status: ExportStatus
        var isStarted = false
        /// Position of the last call that is sent, once it is to stop.
        var end: UInt64?
        var hasEnded = false
        var token: Recorder.ProgressToken?

        var isStopping: Bool { end != nil }
    }

    /// The process with the thread; 0 before it is started.
    private let process = Atomic<pid_t>(0)
    private let startThread: LibraryThread.Start

    private let recorder: Recorder
    private let configuration: OTLPConfiguration
    private let sender: RequestSender
    private let state: Mutex<State>
    /// Signalled when there may be something to do.
    private let news = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// Creates an exporter; `start()` begins to send.
    public convenience init(_ recorder: Recorder, configuration: OTLPConfiguration) {
        self.init(recorder, configuration: configuration, startThread: LibraryThread.start)
    }

    init(_ recorder: Recorder, configuration: OTLPConfiguration, startThread: @escaping LibraryThread.Start) {
        self.recorder = recorder
        self.startThread = startThread
        self.configuration = configuration.clamped()
        sender = RequestSender(self.configuration)
        state = Mutex(State(status: ExportStatus(endpoint: configuration.address)))
    }

    /// Sends everything in the recorder's memory, and everything recorded from now on, until `stop()`. Does nothing in a
    /// child process of fork(2) whose parent had started it.
    ///
    /// - Throws: `OTLPError` if the recorder has another exporter, the system refuses a thread, or the exporter was
    ///   stopped, even before it was started.
    public func start() throws(OTLPError) {
        if isInChild { return }
        let (isStopped, wasStarted) = state.withLock { state in
            defer { state.isStarted = state.isStarted || !state.isStopping }
            return (state.isStopping, state.isStarted)
        }
        if isStopped { throw OTLPError(.stopped, configuration.address) }
        if wasStarted { return }
        process.store(getpid(), ordering: .releasing)
        guard recorder.setExport({ [weak self] in self?.status ?? ExportStatus(endpoint: "") }) else {
            takeBackStart()
            throw OTLPError(.alreadyExporting, recorder.exportStatus?.endpoint ?? "")
        }
        let token = recorder.onProgress { [news] in news.signal() }
        state.withLock { $0.token = token }
        let failure = startThread("otlp-export") { self.run() }
        if failure == 0 { return }
        token.cancel()
        recorder.removeExport()
        takeBackStart()
        throw OTLPError(.noThread, "\(failure)")
    }

    /// Lets another start follow one that failed, and a `stop()` end that came meanwhile and waits for the thread.
    private func takeBackStart() {
        let isAwaited = state.withLock { state in
            state.isStarted = false
            state.token = nil
            return state.isStopping
        }
        if isAwaited { ended.signal() }
    }

    /// Whether this is a child process made by fork(2), which has no thread that sends, and whose locks may be held.
    private var isInChild: Bool {
        let known = process.load(ordering: .acquiring)
        return known != 0 && known != getpid()
    }

    /// How far it has got.
    public var status: ExportStatus {
        if isInChild { return ExportStatus(endpoint: configuration.address) }
        var (status, isRunning, end) = state.withLock { ($0.status, $0.isStarted && !$0.hasEnded, $0.end) }
        let last = min(recorder.status.lastPosition, end ?? .max)
        let seen = looked.load(ordering: .relaxed)
        if isRunning { status.waiting += last - min(last, seen) }
        return status
    }

    /// Position up to which the recorder's calls were looked at.
    private let looked = Atomic<UInt64>(0)

    /// Sends what was recorded before, and ends. Calls that are recorded meanwhile are neither sent nor counted. An exporter
    /// that was stopped, even before it was started, can't be started any more.
    ///
    /// - Parameter time: How long it may take; what is left then counts as dropped. Default 5 s.
    /// - Returns: The final status. In a child process made by fork(2), which sends nothing, one without counts.
    @discardableResult
    public func stop(within time: Duration = .seconds(5)) -> ExportStatus {
        if isInChild { return status }
        let deadline = ContinuousClock.now + min(max(time, .zero), .seconds(1 << 30))
        recorder.flush(until: deadline)
        let last = recorder.status.lastPosition
        let (isRunning, token) = state.withLock { state in
            // What was recorded before the first of several stops is known to the thread already.
            state.end = state.end ?? last
            defer { state.token = nil }
            return (state.isStarted && !state.hasEnded, state.token)
        }
        token?.cancel()
        guard isRunning else { return status }
        news.signal()
        let left = max(ContinuousClock.now.duration(to: deadline), .zero)
        if ended.wait(timeout: .now() + .nanoseconds(Int(left / .nanoseconds(1)))) == .timedOut {
            sender.cancel()
            ended.wait()
        }
        ended.signal()
        return status
    }

    // MARK: The thread

    private func run() {
        var source = SpanSource(recorder, configuration)
        var delivery = Delivery(configuration, sender)
        while true {
            // In this order: it is cancelled by a stop alone, which knows the end.
            let isCancelled = sender.isCancelled
            let end = state.withLock { $0.end }
            let isLast = end != nil
            if isCancelled {
                giveUp(source, through: end ?? .max)
                break
            }
            // The program may go on making calls, faster than they are sent.
            let batch = source.next(isLast: isLast, through: end ?? .max)
            count(batch, pending: source.pendingCount)
            if batch.count > 0 { deliver(source, &delivery) }
            if batch.count < configuration.batchCount {
                if isLast { break }
                // News may have come while a request was under way.
                rest(untilNews: batch.count == 0 && source.pendingCount == 0)
            }
        }
        // Before a stop() returns, since another exporter may follow. The thread does it, once: of several that wait
        // for it, the last one could remove that other exporter.
        recorder.removeExport()
        let token = state.withLock { state in
            state.hasEnded = true
            defer { state.token = nil }
            return state.token
        }
        // Left only if it was stopped while it was being started.
        token?.cancel()
        ended.signal()
    }

    /// Counts what is left as dropped, without reading it.
    private func giveUp(_ source: SpanSource, through end: UInt64) {
        let left = source.leftCount(through: end)
        looked.store(end, ordering: .relaxed)
        state.withLock { state in
            state.status.dropped += left
            state.status.waiting = 0
            if left > 0, state.status.failure == nil { state.status.failure = "stopped before all calls were sent" }
        }
    }

    private func count(_ batch: SpanSource.Batch, pending: Int) {
        looked.store(batch.position, ordering: .relaxed)
        state.withLock { state in
            state.status.dropped += batch.missed
            state.status.waiting = UInt64(batch.count + pending)
        }
    }

    /// Sleeps until the next request is due.
    private func rest(untilNews waitsForNews: Bool) {
        let interval = DispatchTimeInterval.nanoseconds(Int(configuration.interval / .nanoseconds(1)))
        if waitsForNews { news.wait() }
        let due = DispatchTime.now() + interval
        while !state.withLock({ $0.isStopping }), news.wait(timeout: due) == .success {}
    }

    // MARK: Sending

    private func deliver(_ source: SpanSource, _ delivery: inout Delivery) {
        var outcome = delivery.deliver(source.requests) { seconds, failure in
            state.withLock { state in
                // That it was stopped says less than why it had not been sent before.
                if !sender.isCancelled || state.status.failure == nil { state.status.failure = failure }
            }
            guard wait(seconds) else { return false }
            state.withLock { $0.status.retries += 1 }
            return true
        }
        state.withLock { state in
            if sender.isCancelled, outcome.dropped > 0, let known = state.status.failure { outcome.failure = known }
            state.status.add(outcome)
            state.status.waiting = UInt64(source.pendingCount)
        }
    }

    /// Waits before a request is sent again.
    ///
    /// - Returns: False if it is not to be sent again.
    private func wait(_ seconds: Double) -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        while !sender.isCancelled {
            let left = (end - .now) / .seconds(1)
            guard left > 0 else { return true }
            // What ends while it waits is news too.
            _ = news.wait(timeout: .now() + min(left, 0.1))
        }
        return false
    }
}
