// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// The working part of a recorder: the gate that calls look at, and the thread that drains their rings.
///
/// The thread holds the engine; the recorder holds the engine and stops it when it goes.
final class RecorderEngine: Sendable {
    let configuration: RecorderConfiguration
    let epoch: String
    let typeNames = TypeNameCache()
    private let gateMemory: GateMemory
    private let drain: Mutex<DrainBox>
    private let isStopping = Atomic<Bool>(false)
    private let isStarted = Atomic<Bool>(false)
    /// 1 once the thread has ended.
    private let finished = Atomic<UInt32>(0)
    /// Called on the thread after rounds that stored or noticed something.
    let progressObservers = ObserverList()
    /// Counts what the sink took over, for the drain to sleep on while there is no room.
    private let sinkRounds = Atomic<UInt32>(0)

    private struct DrainBox: @unchecked Sendable {
        // Sendable: reached under the mutex only; the rings behind it are shared through atomics.
        var value: Drain
    }

    private struct GateMemory: @unchecked Sendable {
        // Sendable: what changes in it is atomic.
        let pointer: UnsafeMutablePointer<RecordingGate>
    }

    var gate: UnsafePointer<RecordingGate> { UnsafePointer(gateMemory.pointer) }

    /// - Parameter epoch: Default a random one.
    init(_ configuration: RecorderConfiguration, epoch: String? = nil) {
        let configuration = configuration.clamped
        self.configuration = configuration
        self.epoch = epoch ?? String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
        let store = MemoryStore(
            bytesLimit: configuration.storedBytesLimit,
            countLimit: configuration.storedCountLimit
        )
        drain = Mutex(DrainBox(value: Drain(store: store)))
        gateMemory = GateMemory(pointer: .allocate(capacity: 1))
        _ = Self.fences
        gateMemory.pointer.initialize(
            to: RecordingGate(configuration) { [unowned self] ring in register(RingReference(pointer: ring)) }
        )
    }

    deinit {
        drain.withLock { $0.value.deallocate() }
        gateMemory.pointer.deinitialize(count: 1)
        gateMemory.pointer.deallocate()
    }

    private static let fences: Void = cthread_prepare_fences()

    private struct RingReference: @unchecked Sendable {
        // Sendable: a ring is made to be shared by its writer and the drain.
        let pointer: UnsafeMutablePointer<Ring>
    }

    private func register(_ ring: RingReference) {
        drain.withLock { $0.value.add(ring.pointer) }
        if !isStarted.exchange(true, ordering: .acquiringAndReleasing) { startThread() }
    }

    /// Calls `body` with the drain's state, under its lock.
    func withDrain<Result>(_ body: (inout Drain) -> sending Result) -> sending Result {
        drain.withLock { body(&$0.value) }
    }

    // MARK: The thread

    private func startThread() {
        let engine = Unmanaged.passRetained(self)
        let status = cthread_start(
            "recorder-drain",
            { Unmanaged<RecorderEngine>.fromOpaque($0).takeRetainedValue().run() },
            engine.toOpaque()
        )
        precondition(status == 0, "the recorder could not start its thread, error \(status) of pthread_create")
    }

    private func run() {
        // Whatever observers of the progress do on this thread is the recorder's own doing.
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

    /// Drains everything that was published before, in steps that let readers in between.
    ///
    /// - Returns: Whether there was anything.
    private func performRound(noticeTicks: UInt64) -> Bool {
        let before = drain.withLock { ($0.value.store.lastPosition, $0.value.lastSeq) }
        let limit = drain.withLock { $0.value.beginRound() }
        if let limit {
            while mergeSome(upTo: limit) { announceRound() }
        }
        let (after, noticed) = drain.withLock { box in
            ((box.value.store.lastPosition, box.value.lastSeq), box.value.noticeRunning(olderThan: noticeTicks))
        }
        announceRound()
        let isProgress = after != before
        if isProgress || noticed > 0 { progressObservers.tell() }
        return isProgress || limit == nil
    }

    /// Merges some of a round's entries.
    ///
    /// - Returns: Whether there are more of them and room for more.
    private func mergeSome(upTo limit: UInt64) -> Bool {
        let sinkRound = sinkRounds.load(ordering: .acquiring)
        let (isMore, isFull) = drain.withLock { box in
            let room = box.value.room
            let isMore = box.value.merge(upTo: limit, atMost: min(512, room))
            box.value.publishTails()
            return (isMore, room == 0)
        }
        guard isMore, isFull else { return isMore }
        // What does not fit stays in the rings; callers wait there for room.
        FutexWord.wait(sinkRounds, while: sinkRound, atMostNanoseconds: 2_000_000)
        return isStopping.load(ordering: .acquiring)
    }

    /// Lets the drain go on when it waits for the sink.
    func announceSinkRound() {
        sinkRounds.add(1, ordering: .acquiringAndReleasing)
        FutexWord.wake(sinkRounds)
    }

    /// What there is for a sink.
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
                    threads: drain.threads,
                    marks: drain.store.marks,
                    typeNames: typeNames
                )
            )
        }
    }

    private func announceRound() {
        gate.pointee.rounds.add(1, ordering: .acquiringAndReleasing)
        FutexWord.wake(gate.pointee.rounds)
    }

    /// Waits for the next round: a moment while calls arrive, else until one does or something has to be looked at.
    private func rest(idleRounds: Int, interval: UInt64) {
        guard idleRounds >= 3 else {
            FutexWord.wait(gate.pointee.drainSleep, while: 0, atMostNanoseconds: interval)
            return
        }
        gate.pointee.drainSleep.store(1, ordering: .sequentiallyConsistent)
        cthread_heavy_fence()
        // A call that did not see the mark has published before the fence.
        if drain.withLock({ $0.value.readers.contains { $0.pointee.isBehind } }) {
            gate.pointee.drainSleep.store(0, ordering: .relaxed)
            return
        }
        let isWatching = drain.withLock { $0.value.openCallCount > 0 }
        let longest: UInt64 = isWatching ? Self.nanoseconds(configuration.runningNoticeAge) / 4 : 10_000_000_000
        FutexWord.wait(gate.pointee.drainSleep, while: 1, atMostNanoseconds: longest)
        gate.pointee.drainSleep.store(0, ordering: .relaxed)
    }

    /// A duration in nanoseconds: none for a negative one, 36 years for all that is longer, so that sums are safe.
    static func nanoseconds(_ duration: Duration) -> UInt64 {
        let (seconds, attoseconds) = duration.components
        let whole = min(UInt64(clamping: seconds), 1 << 30) * 1_000_000_000
        return min(whole + UInt64(clamping: attoseconds / 1_000_000_000), 1 << 60)
    }

    // MARK: Commands

    /// Returns when everything that was published before is in the store.
    func flush() {
        guard isStarted.load(ordering: .acquiring) else { return }
        let heads = drain.withLock { box in
            box.value.readers.map { $0.pointee.ring.pointee.head.load(ordering: .acquiring) & ~1 }
        }
        while finished.load(ordering: .acquiring) == 0 {
            let round = gate.pointee.rounds.load(ordering: .acquiring)
            let isDone = drain.withLock { box in
                zip(box.value.readers, heads).allSatisfy { $0.pointee.position >= $1 }
            }
            if isDone { return }
            gate.pointee.wakeDrain()
            FutexWord.wait(gate.pointee.rounds, while: round, atMostNanoseconds: 2_000_000)
        }
    }

    /// Whether no last round is under way: the thread goes on, has ended, or was never needed.
    var isQuiet: Bool {
        !isStopping.load(ordering: .acquiring) || !isStarted.load(ordering: .acquiring)
            || finished.load(ordering: .acquiring) != 0
    }

    /// Ends the thread after a last round.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        gate.pointee.wakeDrain()
    }
}
