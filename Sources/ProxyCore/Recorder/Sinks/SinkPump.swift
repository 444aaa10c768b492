// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import CThread
internal import Synchronization

/// Carries a recorder's invocations to a sink, on a thread of its own.
///
/// Mostly it writes at the program's priority, so that nothing waits long on a busy machine. While more invocations
/// come than can be written on the side, a thread that gives way to the program writes them.
///
/// It reads the recorder's store by position, so nothing is queued and nothing is copied until it is written. How far
/// it came is told to the drain, which under `.wait` stores no more than half of what fits before that is written.
final class SinkPump: Sendable {
    private let engine: RecorderEngine
    private let directory: ProxyDirectory
    private let sink: any InvocationSink
    private let configuration: SinkConfiguration
    private let background = BackgroundWorker(name: "recorder-bulk")
    private let state = Mutex(State())
    /// 1 from the first news on until they are looked at; the idle thread sleeps on it.
    private let news = Atomic<UInt32>(0)
    /// Counts commands; the thread sleeps on it while news gather.
    private let commands = Atomic<UInt32>(0)
    /// Counts the rounds that ended; whoever waits for one sleeps on it.
    private let rounds = Atomic<UInt32>(0)

    private struct State: Sendable {
        var status = SinkStatus()
        /// Rounds that were asked for.
        var wantedRounds: UInt32 = 0
        var isStopping = false
        var isFinished = false
        /// Numbers of the written calls on which something was noted since.
        var changed: Set<UInt64> = []
        var token: Int?
    }

    /// Invocations that can be written on the side: in some milliseconds.
    private static let smallCount = 4_096

    /// What was written of that which is not an invocation; the thread's own.
    private struct Progress {
        var position: UInt64 = 0
        /// Position of the last invocation that there was when something was written.
        var lastKnown: UInt64 = 0
        var eventNumber: UInt64 = 0
        var running: [UInt64] = []
        var lastSeq: UInt64 = 0
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
        if waits { engine.withDrain { $0.sinkPosition = 0 } }
        let pump = Unmanaged.passRetained(self)
        let status = cthread_start(
            "recorder-sink",
            { Unmanaged<SinkPump>.fromOpaque($0).takeRetainedValue().run() },
            pump.toOpaque()
        )
        precondition(status == 0, "the recorder could not start its sink's thread, error \(status) of pthread_create")
    }

    private var waits: Bool { engine.configuration.overflowPolicy == .wait }

    // MARK: Commands

    /// Tells the thread that there may be something to write.
    func notice() {
        if news.exchange(1, ordering: .acquiringAndReleasing) == 0 { FutexWord.wake(news) }
    }

    /// Tells the thread that something was noted on an invocation.
    func noteChanged(_ seq: UInt64) {
        state.withLock { _ = $0.changed.insert(seq) }
        notice()
    }

    /// Returns when everything stored before was written, or the attempt failed.
    func flush() {
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

    /// Lets the thread write what is left, finish the sink and end; does not wait for that.
    func stop() {
        state.withLock { $0.isStopping = true }
        command()
    }

    /// Returns when the thread has finished the sink.
    func waitForEnd() {
        while !state.withLock({ $0.isFinished }) {
            let round = rounds.load(ordering: .acquiring)
            if state.withLock({ $0.isFinished }) { return }
            FutexWord.wait(rounds, while: round, atMostNanoseconds: 100_000_000)
        }
    }

    // MARK: The thread

    private func run() {
        // What the sink does is the recorder's own doing.
        ThreadContext.current.pointee.suppression = 1
        var progress = Progress()
        while true {
            let isLast = state.withLock { $0.isStopping } && engine.isQuiet
            news.store(0, ordering: .sequentiallyConsistent)
            let isWritten = writeAll(&progress)
            endRound()
            if isLast { break }
            rest(after: isWritten)
        }
        if waits { engine.withDrain { $0.sinkPosition = nil } }
        engine.announceSinkRound()
        if let token = state.withLock({ $0.token }) { engine.progressObservers.remove(token) }
        sink.finish()
        background.stop()
        state.withLock { $0.isFinished = true }
        endRound()
    }

    private func endRound() {
        rounds.add(1, ordering: .acquiringAndReleasing)
        FutexWord.wake(rounds)
    }

    /// Sleeps until there is news, and then until it is time to write them.
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

    /// Whether somebody waits for a round.
    private var isWanted: Bool {
        state.withLock { state in
            state.isStopping || Int32(bitPattern: state.wantedRounds &- rounds.load(ordering: .acquiring)) > 0
        }
    }

    /// Writes all there is, in batches.
    ///
    /// - Returns: Whether all that was tried succeeded.
    private func writeAll(_ progress: inout Progress) -> Bool {
        while true {
            // What is noted from here on is written the next time, so it is asked for before the notes are read.
            let changed = state.withLock { state in
                defer { state.changed = [] }
                return state.changed
            }
            let source = engine.sinkSource
            let events = directory.events(after: progress.eventNumber)
            let running = source.openCalls.map(\.seq)
            let last = source.snapshot.lastPosition
            let isNew = last > progress.position || running != progress.running
            guard isNew || progress.isFirst || !events.isEmpty || !changed.isEmpty else { return true }
            let first = max(progress.position, (source.snapshot.firstPosition ?? last + 1) - 1)
            // When no more calls come, or somebody waits, there is nobody to give way to.
            let isFlood = last > progress.lastKnown && last - first > Self.smallCount && !isWanted
            progress.lastKnown = last
            let batch = SinkBatch(
                source,
                from: first + 1,
                missed: first - progress.position,
                atMost: isFlood ? configuration.batchCount : min(configuration.batchCount, Self.smallCount),
                events: events,
                changed: changed.compactMap { seq in
                    source.snapshot.record(seq: seq).map(source.decoder.invocation)
                }
            )
            guard isFlood ? writeInBackground(batch) : write(batch) else {
                state.withLock { $0.changed.formUnion(changed) }
                return false
            }
            progress.position = batch.lastPosition
            progress.running = running
            progress.eventNumber = events.last?.number ?? progress.eventNumber
            progress.isFirst = false
        }
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
            state.withLock { $0.status.failure = "\(error)" }
            // The program goes on: nobody waits for a sink that does not work.
            if waits { engine.withDrain { $0.sinkPosition = nil } }
            engine.announceSinkRound()
            return false
        }
        state.withLock { state in
            state.status.written += UInt64(batch.count)
            state.status.missed += batch.missed
            state.status.position = batch.lastPosition
            state.status.failure = nil
        }
        if waits { engine.withDrain { $0.sinkPosition = batch.lastPosition } }
        engine.announceSinkRound()
        return true
    }
}
