// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import CThread
internal import Synchronization

/// Passes a recorder's invocations to a sink, on a thread of its own.
///
/// It usually writes at the program's priority, which keeps delays short on a busy machine. A low-priority thread takes
/// over while a large backlog grows faster than it can be written.
///
/// It reads the recorder's store by position, so nothing is queued or copied before it is written. It reports its
/// position to the drain. With `.wait`, the drain fills at most half of the store beyond that position.
final class SinkPump: Sendable {
    private let engine: RecorderEngine
    private let directory: ProxyDirectory
    private let sink: any InvocationSink
    private let configuration: SinkConfiguration
    private let background: BackgroundWorker
    private let state = ForkableMutex(State())
    /// 1 while there is news to look at; the idle thread sleeps on it.
    private let news = Atomic<UInt32>(0)
    /// Counts commands; the thread sleeps on it while it collects news.
    private let commands = Atomic<UInt32>(0)
    /// Counts completed rounds; callers of `flush` sleep on it.
    private let rounds = Atomic<UInt32>(0)

    private struct State: Sendable {
        var status = SinkStatus()
        /// Rounds requested.
        var wantedRounds: UInt32 = 0
        /// Whether the thread was started.
        var hasThread = false
        /// Earliest time of the next attempt to start the thread, on the monotonic clock.
        var nextStart: UInt64 = 0
        var isStopping = false
        var isFinished = false
        /// Numbers of written calls whose mark or comment has changed since.
        var changed: Set<UInt64> = []
        var token: Int?
    }

    /// Largest backlog to write at normal priority; it takes some milliseconds.
    private static let smallCount = 4_096

    /// How far the sink has been written. Only the pump's thread uses it.
    private struct Progress {
        var position: UInt64 = 0
        /// Newest stored position when the last batch was made.
        var lastKnown: UInt64 = 0
        var eventNumber: UInt64 = 0
        var running: [UInt64] = []
        var lastSeq: UInt64 = 0
        /// Dropped calls that the sink knows of.
        var dropped: UInt64 = 0
        /// Number of the last change of completions that was written.
        var completionChange: UInt64 = 0
        var isFirst = true
    }

    init(
        _ engine: RecorderEngine,
        _ directory: ProxyDirectory,
        _ sink: any InvocationSink,
        _ configuration: SinkConfiguration
    ) {
        self.engine = engine
        self.directory = directory
        self.sink = sink
        self.configuration = configuration.clamped
        background = BackgroundWorker(name: "recorder-bulk", startThread: engine.configuration.startThread)
    }

    var status: SinkStatus {
        var status = state.withLock { $0.status }
        let last = engine.withDrain { $0.store.lastPosition }
        status.waiting = last - min(status.position, last)
        status.location = sink.location
        return status
    }

    func start() {
        let token = engine.progressObservers.add { [weak self] in self?.notice() }
        state.withLock { $0.token = token }
        // Before the thread starts, because it removes the pump at its end.
        ProgramExit.add(self)
        ensureThread()
    }

    /// Starts the thread unless it was started. If that fails, the next news retries.
    ///
    /// - Parameter isUrgent: Whether to try even if it failed a moment ago.
    /// - Returns: Whether there is, or was, a thread.
    @discardableResult
    private func ensureThread(isUrgent: Bool = true) -> Bool {
        if engine.isInParent { return false }
        let (isRunning, isDue) = state.withLock { state in
            let now = isUrgent ? .max : cclock_monotonic_nanoseconds()
            let isDue = !state.hasThread && !state.isFinished && now >= state.nextStart
            defer { if isDue { state.hasThread = true } }
            return (state.hasThread || state.isFinished, isDue)
        }
        guard isDue else { return isRunning }
        // Callers wait for a sink only as long as it has a thread.
        if waits { engine.withDrain { $0.sinkPosition = 0 } }
        let error = engine.configuration.startThread("recorder-sink") { self.run() }
        guard error != 0 else { return true }
        if waits { engine.withDrain { $0.sinkPosition = nil } }
        let next = cclock_monotonic_nanoseconds() + RecorderEngine.nanoseconds(configuration.retryInterval)
        let failure = "The recorder could not start its sink's thread (error \(error) of pthread_create)."
        let isFirst = state.withLock { state in
            defer { state.status.failure = failure }
            state.hasThread = false
            state.nextStart = next
            return state.status.failure == nil
        }
        if isFirst { cthread_say("Delegate Inspector: \(failure)") }
        return false
    }

    /// Ends the sink on this thread if it has none of its own.
    private func endWithoutThread() {
        if engine.isInParent { return }
        let token: Int?? = state.withLock { state in
            guard !state.hasThread, !state.isFinished else { return nil }
            state.isFinished = true
            return .some(state.token)
        }
        guard let token else { return }
        if let token { engine.progressObservers.remove(token) }
        sink.finish()
        ProgramExit.remove(self)
    }

    private var waits: Bool { engine.configuration.overflowPolicy == .wait }

    // MARK: Commands

    /// Tells the thread that there may be something to write.
    func notice() {
        ensureThread(isUrgent: false)
        if news.exchange(1, ordering: .acquiringAndReleasing) == 0 { FutexWord.wake(news) }
    }

    /// Tells the thread that an invocation's mark or comment changed.
    func noteChanged(_ seq: UInt64) {
        state.withLock { _ = $0.changed.insert(seq) }
        notice()
    }

    /// Waits until everything stored before was written, or the attempt failed.
    func flush() {
        guard ensureThread() else { return }
        let wanted = state.withLock { state in
            state.wantedRounds = max(state.wantedRounds, rounds.load(ordering: .acquiring)) &+ 2
            return state.wantedRounds
        }
        command()
        while true {
            let round = rounds.load(ordering: .acquiring)
            if Int32(bitPattern: round &- wanted) >= 0 || state.withLock({ $0.isFinished }) { return }
            FutexWord.wait(rounds, while: round, atMostNanoseconds: 100_000_000)
        }
    }

    private func command() {
        commands.add(1, ordering: .acquiringAndReleasing)
        FutexWord.wake(commands)
        notice()
    }

    /// Tells the thread to write the rest, finish the sink and end. Does not wait for it.
    func stop() {
        state.withLock { $0.isStopping = true }
        if ensureThread() { command() } else { endWithoutThread() }
    }

    /// Passes everything recorded before to the sink and finishes it.
    ///
    /// - Parameter deadline: When to stop waiting for that, on the monotonic clock.
    /// - Returns: The position of the last invocation recorded before.
    @discardableResult
    func end(until deadline: UInt64 = .max) -> UInt64 {
        let left = deadline &- min(deadline, cclock_monotonic_nanoseconds())
        engine.flush(until: deadline == .max ? nil : ContinuousClock.now + .nanoseconds(Int64(left)))
        let last = engine.withDrain { $0.store.lastPosition }
        stop()
        waitForEnd(until: deadline)
        return last
    }

    /// Waits until the thread has finished the sink. Does not wait in a forked child, which lacks the thread.
    private func waitForEnd(until deadline: UInt64) {
        while !state.withLock({ $0.isFinished }), !engine.isInParent, cclock_monotonic_nanoseconds() < deadline {
            let round = rounds.load(ordering: .acquiring)
            if state.withLock({ $0.isFinished }) { return }
            FutexWord.wait(rounds, while: round, atMostNanoseconds: 100_000_000)
        }
    }

    // MARK: The thread

    private func run() {
        // Proxied calls made by the sink must not be recorded.
        ThreadContext.current.pointee.suppression = 1
        OwnWork.begin()
        var progress = Progress()
        directory.setSunk(through: 0)
        while true {
            let isLast = state.withLock { $0.isStopping } && engine.isQuiet
            news.store(0, ordering: .sequentiallyConsistent)
            let isWritten = writeAll(&progress)
            endRound()
            if isLast { break }
            rest(after: isWritten)
        }
        if waits { engine.withDrain { $0.sinkPosition = nil } }
        directory.setSunk(through: nil)
        engine.announceSinkRound()
        if let token = state.withLock({ $0.token }) { engine.progressObservers.remove(token) }
        sink.finish()
        background.stop()
        ProgramExit.remove(self)
        state.withLock { $0.isFinished = true }
        endRound()
    }

    private func endRound() {
        rounds.add(1, ordering: .acquiringAndReleasing)
        FutexWord.wake(rounds)
    }

    /// Sleeps until there is news, and then until the next write is due.
    private func rest(after isWritten: Bool) {
        let pause = isWritten ? configuration.interval : configuration.retryInterval
        if isWritten {
            while news.load(ordering: .acquiring) == 0, !isWanted {
                FutexWord.wait(news, while: 0, atMostNanoseconds: 10_000_000_000)
            }
        }
        let deadline = cclock_monotonic_nanoseconds() + RecorderEngine.nanoseconds(pause)
        while true {
            let command = commands.load(ordering: .acquiring)
            let now = cclock_monotonic_nanoseconds()
            guard !isWanted, now < deadline else { return }
            FutexWord.wait(commands, while: command, atMostNanoseconds: deadline - now)
        }
    }

    /// Whether a caller waits for a round, or the pump is stopping.
    private var isWanted: Bool {
        state.withLock { state in
            state.isStopping || Int32(bitPattern: state.wantedRounds &- rounds.load(ordering: .acquiring)) > 0
        }
    }

    /// Writes everything pending, in batches. While a caller waits, it ends at what was recorded before it began: calls
    /// may keep coming, faster than they are written.
    ///
    /// - Returns: False if a write failed.
    private func writeAll(_ progress: inout Progress) -> Bool {
        let goal = engine.withDrain { $0.store.lastPosition }
        let eventGoal = directory.lastNumber
        while true {
            // Take the changed numbers before the snapshot: changes made from here on are written next time.
            let changed = state.withLock { state in
                defer { state.changed = [] }
                return state.changed
            }
            let completed = engine.withDrain { $0.completionChanges(after: progress.completionChange) }
            let source = engine.sinkSource
            let events = placedEvents(after: progress.eventNumber, source)
            let running = source.openCalls.map(\.seq)
            let last = source.snapshot.lastPosition
            let isNew =
                last > progress.position || running != progress.running || source.dropped != progress.dropped
            guard isNew || progress.isFirst || !events.isEmpty || !changed.isEmpty || !completed.calls.isEmpty else {
                return true
            }
            let first = max(progress.position, (source.snapshot.firstPosition ?? last + 1) - 1)
            // Low priority only pays off while calls keep arriving and no caller waits.
            let isFlood = last > progress.lastKnown && last - first > Self.smallCount && !isWanted
            progress.lastKnown = last
            let batch = SinkBatch(
                source,
                from: first + 1,
                missed: first - progress.position,
                atMost: isFlood ? configuration.batchCount : min(configuration.batchCount, Self.smallCount),
                running: engine.shown(source.openCalls, source.decoder),
                events: events,
                changed: changed.union(completed.calls).compactMap { seq in
                    source.snapshot.record(seq: seq).map(source.decoder.invocation)
                }
            )
            guard isFlood ? writeInBackground(batch) : write(batch) else {
                state.withLock { $0.changed.formUnion(changed) }
                return false
            }
            progress.position = batch.lastPosition
            progress.completionChange = completed.last
            progress.running = running
            progress.dropped = batch.dropped
            progress.eventNumber = events.last?.number ?? progress.eventNumber
            directory.setSunk(through: progress.eventNumber)
            progress.isFirst = false
            // What came meanwhile is news, and begins the next round.
            if progress.position >= goal, isWanted,
                !directory.hasUnsunkEvents(after: progress.eventNumber, through: eventGoal)
            {
                return true
            }
        }
    }

    /// The events that have a place among the calls; those without one are written next time.
    private func placedEvents(after number: UInt64, _ source: SinkSource) -> [ProxyEvent] {
        if directory.hasPendingEvents {
            let finder = EventPlaces(
                source.snapshot,
                source.openCalls,
                source.decoder.clock,
                isDraining: engine.isDraining
            )
            directory.settle(finder.places(of: directory.pendingEvents), through: 0)
        }
        return directory.unsunkEvents(after: number)
    }

    private func writeInBackground(_ batch: SinkBatch) -> Bool {
        let isWritten = Mutex(false)
        background.perform {
            let answer = self.write(batch)
            isWritten.withLock { $0 = answer }
        }
        return isWritten.withLock { $0 }
    }

    private func write(_ batch: SinkBatch) -> Bool {
        do {
            try sink.write(batch)
        } catch {
            // Described outside the lock: the description may run user code.
            let failure = "\(error)"
            state.withLock { $0.status.failure = failure }
            // The program must not wait for a sink that fails.
            if waits { engine.withDrain { $0.sinkPosition = nil } }
            engine.announceSinkRound()
            return false
        }
        let failure = sink.failure
        state.withLock { state in
            state.status.written += UInt64(batch.count)
            state.status.missed += batch.missed
            state.status.position = batch.lastPosition
            state.status.failure = failure
        }
        if waits { engine.withDrain { $0.sinkPosition = batch.lastPosition } }
        engine.announceSinkRound()
        return true
    }
}
