// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// The working part of a recorder: the gate that calls read, and the thread that drains their rings.
///
/// The thread retains the engine. The recorder retains the engine and stops it on deinit.
final class RecorderEngine: Sendable {
    let configuration: RecorderConfiguration
    let epoch: String
    let typeNames = TypeNameCache()
    private let gateMemory: GateMemory
    private let drain: ForkableMutex<DrainBox>
    private let isStopping = Atomic<Bool>(false)
    private let isStarted = Atomic<Bool>(false)
    /// Error number of the last attempt to start the thread.
    private let startError = Atomic<Int32>(0)
    /// 1 once the thread has ended.
    private let finished = Atomic<UInt32>(0)
    private let retired = RetiredRevisions()
    /// Called on the thread after rounds that stored or announced something.
    let progressObservers = ObserverList()
    /// Counts the sink's writes; the drain waits on it while there is no space.
    private let sinkRounds = Atomic<UInt32>(0)
    private let closureChanges = ForkableMutex(ClosureChanges())

    /// Calls whose closure arguments were called or released since the drain looked last.
    private struct ClosureChanges: Sendable {
        var calls: [CallClosures] = []
        /// Number of changes noted, and of those that the drain has stored.
        var noted: UInt64 = 0
        var stored: UInt64 = 0
    }

    private struct DrainBox: @unchecked Sendable {
        // Sendable: accessed under the mutex only; the rings are shared through atomics.
        var value: Drain
    }

    private struct GateMemory: @unchecked Sendable {
        // Sendable: its mutable fields are atomic.
        let pointer: UnsafeMutablePointer<RecordingGate>
    }

    var gate: UnsafePointer<RecordingGate> { UnsafePointer(gateMemory.pointer) }

    /// - Parameter epoch: Default: a random one.
    init(_ configuration: RecorderConfiguration, epoch: String? = nil) {
        let configuration = configuration.clamped
        self.configuration = configuration
        self.epoch = epoch ?? String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
        let store = MemoryStore(
            bytesLimit: configuration.storedBytesLimit,
            countLimit: configuration.storedCountLimit
        )
        drain = ForkableMutex(DrainBox(value: Drain(store: store)))
        gateMemory = GateMemory(pointer: .allocate(capacity: 1))
        _ = Self.fences
        gateMemory.pointer.initialize(
            to: RecordingGate(configuration) { [unowned self] ring in register(RingReference(pointer: ring)) }
        )
        LiveRecorders.add(gateMemory.pointer)
    }

    deinit {
        LiveRecorders.remove(gate.pointee.number)
        let gone = retired.take()
        drain.withLock { box in
            box.value.forgetAll(gone)
            box.value.deallocate()
        }
        gateMemory.pointer.deinitialize(count: 1)
        gateMemory.pointer.deallocate()
    }

    private static let fences: Void = cthread_prepare_fences()

    private struct RingReference: @unchecked Sendable {
        // Sendable: a ring is designed for sharing between its writer and the drain.
        let pointer: UnsafeMutablePointer<Ring>
    }

    private func register(_ ring: RingReference) {
        drain.withLock { $0.value.add(ring.pointer) }
        if gate.pointee.hasDrain, !isStarted.exchange(true, ordering: .acquiringAndReleasing) { startThread() }
    }

    /// Calls `body` with the drain's state, under its lock.
    func withDrain<Result>(_ body: (inout Drain) -> sending Result) -> sending Result {
        drain.withLock { body(&$0.value) }
    }

    // MARK: The thread

    /// Starts the thread. Without it, recording is off: rings would fill, and callers wait for room in them.
    private func startThread() {
        let error = configuration.startThread("recorder-drain") { self.run() }
        guard error != 0 else { return }
        startError.store(error, ordering: .relaxed)
        gate.pointee.drain.store(.missing, ordering: .releasing)
        gate.pointee.isRecording.store(false, ordering: .relaxed)
        isStarted.store(false, ordering: .releasing)
        if let failure { cthread_say("Delegate Inspector: \(failure)") }
    }

    /// Why nothing can be recorded; nil when it can.
    var failure: String? {
        switch gate.pointee.drain.load(ordering: .acquiring) {
        case .present: nil
        case .missing:
            "The recorder could not start its thread (error \(startError.load(ordering: .relaxed)) of pthread_create)"
                + ". Nothing is recorded until it is resumed."
        case .inParent:
            "This process was made by fork(2); the recorder is that of its parent process. Nothing is recorded here."
        }
    }

    /// Whether this is a child process, and the recorder its parent's.
    var isInParent: Bool { gate.pointee.drain.load(ordering: .acquiring) == .inParent }

    /// Records from now on, if there is a thread that drains, or one can be started.
    func resume() {
        if gate.pointee.drain.load(ordering: .acquiring) == .missing,
            !isStarted.exchange(true, ordering: .acquiringAndReleasing)
        {
            gate.pointee.drain.store(.present, ordering: .releasing)
            startThread()
        }
        if gate.pointee.hasDrain { gate.pointee.isRecording.store(true, ordering: .relaxed) }
    }

    private func run() {
        // Proxied calls made by progress observers on this thread must not be recorded.
        ThreadContext.current.pointee.suppression = 1
        let interval = Self.nanoseconds(configuration.drainInterval)
        let noticeTicks = TickClock.ticks(in: configuration.runningNoticeAge)
        var idleRounds = 0
        while !isStopping.load(ordering: .acquiring) {
            let progress = performRound(noticeTicks: noticeTicks)
            idleRounds = progress ? 0 : idleRounds + 1
            rest(idleRounds: idleRounds, interval: interval)
        }
        _ = performRound(noticeTicks: noticeTicks)
        finished.store(1, ordering: .releasing)
        FutexWord.wake(finished)
    }

    /// Drains everything published before, in steps that release the lock for readers.
    ///
    /// - Returns: Whether the round made progress, or has to be repeated.
    private func performRound(noticeTicks: UInt64) -> Bool {
        let before = drain.withLock { ($0.value.store.lastPosition, $0.value.lastSeq) }
        // The calls of these proxies were published before the proxies were deallocated, so this round stores them.
        let gone = retired.isDue && drain.withLock({ !$0.value.isSweeping }) ? retired.take() : []
        let limit = drain.withLock { $0.value.beginRound() }
        if let limit {
            while mergeSome(upTo: limit) { announceRound() }
        }
        let isChanged = storeClosureChanges()
        let isSweeping = sweep(gone, isWhole: limit != nil && !isStopping.load(ordering: .acquiring))
        let (after, noticed) = drain.withLock { box in
            ((box.value.store.lastPosition, box.value.lastSeq), box.value.noticeRunning(olderThan: noticeTicks))
        }
        announceRound()
        let isProgress = after != before
        if isProgress || isChanged || noticed > 0 { progressObservers.tell() }
        return isProgress || isChanged || limit == nil || isSweeping
    }

    // MARK: Closures

    /// Called when a closure argument of a recorded call was called or released.
    func noteChange(of call: CallClosures) {
        closureChanges.withLock { changes in
            changes.calls.append(call)
            changes.noted += 1
        }
        cthread_light_fence()
        if gate.pointee.isDrainAsleep { gate.pointee.wakeDrain() }
    }

    /// Stores the changes noted since the last time.
    ///
    /// - Returns: Whether there were any.
    private func storeClosureChanges() -> Bool {
        let (calls, noted) = closureChanges.withLock { changes in
            defer { changes.calls = [] }
            return (changes.calls, changes.noted)
        }
        guard !calls.isEmpty else { return false }
        drain.withLock { $0.value.storeChanges(of: calls) }
        closureChanges.withLock { $0.stored = noted }
        return true
    }

    // MARK: Names

    /// Retires the revisions of a deallocated proxy.
    func retire(_ revisions: [UInt32]) {
        // Without a ring, no call was ever recorded, and none will be under these numbers. A thread that could not be
        // started proves nothing: the rings may hold calls from before.
        guard isStarted.load(ordering: .acquiring) || drain.withLock({ !$0.value.readers.isEmpty }) else {
            return ProxyRevisions.remove(revisions)
        }
        if retired.add(revisions) { gate.pointee.wakeDrain() }
    }

    /// Searches some of the records for revisions and threads that none of them names any more.
    ///
    /// - Parameters:
    ///   - gone: Revisions of proxies deallocated before the round.
    ///   - isWhole: Whether the round stored everything published.
    /// - Returns: Whether the search continues.
    private func sweep(_ gone: [UInt32], isWhole: Bool) -> Bool {
        guard isWhole else {
            if !gone.isEmpty { retired.putBack(gone) }
            return false
        }
        let (named, isMore) = drain.withLock { box in
            box.value.beginSweep(of: gone)
            return (box.value.sweepSome(), box.value.isSweeping)
        }
        if let named { retired.putBack(named) }
        return isMore
    }

    /// Merges some of a round's entries.
    ///
    /// - Returns: Whether the round continues.
    private func mergeSome(upTo limit: UInt64) -> Bool {
        let sinkRound = sinkRounds.load(ordering: .acquiring)
        let (isMore, isFull) = drain.withLock { box in
            let room = box.value.room
            let isMore = box.value.merge(upTo: limit, atMost: min(512, room))
            box.value.publishTails()
            return (isMore, room == 0)
        }
        guard isMore, isFull else { return isMore }
        // Entries that do not fit stay in the rings, where callers wait for space.
        FutexWord.wait(sinkRounds, while: sinkRound, atMostNanoseconds: 2_000_000)
        return isStopping.load(ordering: .acquiring)
    }

    /// Wakes the drain if it waits for the sink.
    func announceSinkRound() {
        sinkRounds.add(1, ordering: .acquiringAndReleasing)
        FutexWord.wake(sinkRounds)
    }

    /// A snapshot for the sink.
    var sinkSource: SinkSource {
        let typeNames = self.typeNames
        let epoch = self.epoch
        return withDrain { drain in
            SinkSource(
                snapshot: drain.store.snapshot,
                openCalls: drain.openCalls,
                lastSeq: drain.lastSeq,
                decoder: InvocationDecoder(
                    epoch: epoch,
                    clock: drain.clock,
                    threads: drain.threadTable.all,
                    marks: drain.store.marks,
                    completions: drain.store.completions,
                    typeNames: typeNames,
                    names: drain.store.names
                )
            )
        }
    }

    private func announceRound() {
        gate.pointee.rounds.add(1, ordering: .acquiringAndReleasing)
        FutexWord.wake(gate.pointee.rounds)
    }

    /// Waits for the next round: briefly while calls arrive, otherwise until one arrives or a running call may be due
    /// for announcement.
    func rest(idleRounds: Int, interval: UInt64) {
        guard idleRounds >= 3 else {
            FutexWord.wait(gate.pointee.drainSleep, while: 0, atMostNanoseconds: interval)
            return
        }
        drain.withLock { $0.value.discardAbandonedRings() }
        gate.pointee.drainSleep.store(1, ordering: .sequentiallyConsistent)
        cthread_heavy_fence()
        // Calls that did not see the mark published their entries before the fence. A `stop` that cleared the mark
        // before the sleep is seen here.
        if isStopping.load(ordering: .sequentiallyConsistent)
            || drain.withLock({ $0.value.readers.contains { $0.pointee.isBehind } })
            || closureChanges.withLock({ !$0.calls.isEmpty })
        {
            gate.pointee.drainSleep.store(0, ordering: .relaxed)
            return
        }
        let isWatching = drain.withLock { $0.value.openCallCount > 0 }
        let longest: UInt64 = isWatching ? Self.nanoseconds(configuration.runningNoticeAge) / 4 : 10_000_000_000
        FutexWord.wait(gate.pointee.drainSleep, while: 1, atMostNanoseconds: longest)
        gate.pointee.drainSleep.store(0, ordering: .relaxed)
    }

    /// A duration in nanoseconds, clamped to between 0 and about 34 years (2^30 s), so that sums cannot overflow.
    static func nanoseconds(_ duration: Duration) -> UInt64 {
        let (seconds, attoseconds) = duration.components
        let whole = min(UInt64(clamping: seconds), 1 << 30) * 1_000_000_000
        return min(whole + UInt64(clamping: attoseconds / 1_000_000_000), 1 << 60)
    }

    // MARK: Commands

    /// Waits until everything published before is in the store.
    func flush() {
        guard isStarted.load(ordering: .acquiring), gate.pointee.hasDrain else { return }
        let heads = drain.withLock { box in
            box.value.readers.map { $0.pointee.ring.pointee.head.load(ordering: .acquiring) & ~1 }
        }
        let changes = closureChanges.withLock { $0.noted }
        while finished.load(ordering: .acquiring) == 0 {
            let round = gate.pointee.rounds.load(ordering: .acquiring)
            let isDone = drain.withLock { box in
                zip(box.value.readers, heads).allSatisfy { $0.pointee.position >= $1 }
            }
            if isDone, closureChanges.withLock({ $0.stored >= changes }) { return }
            gate.pointee.wakeDrain()
            FutexWord.wait(gate.pointee.rounds, while: round, atMostNanoseconds: 2_000_000)
        }
    }

    /// Whether no final round is in progress: the thread still runs, has ended, or was never started.
    var isQuiet: Bool {
        !isStopping.load(ordering: .acquiring) || !isStarted.load(ordering: .acquiring)
            || finished.load(ordering: .acquiring) != 0
    }

    /// Ends the thread after a final round.
    func stop() {
        isStopping.store(true, ordering: .sequentiallyConsistent)
        gate.pointee.wakeDrain()
    }
}
