// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
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
    private let knownTransform: ForkableMutex<RecordTransform?>
    /// Address of the context of the recorder's thread; 0 while there is none.
    private let ownContext = Atomic<UInt>(0)
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
        knownTransform = ForkableMutex(configuration.transform)
        gateMemory = GateMemory(pointer: .allocateOnLine())
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
        gate.pointee.setRecording(false)
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

    /// Whether the thread runs, and looks at the rings until it is stopped.
    var isDraining: Bool {
        isStarted.load(ordering: .acquiring) && gate.pointee.hasDrain && finished.load(ordering: .acquiring) == 0
    }

    /// Finds the places of proxy events among what is merged.
    var eventPlaces: EventPlaces {
        // Read first: a thread that has ended has merged everything.
        let isDraining = isDraining
        return withDrain { EventPlaces($0.store.snapshot, $0.openCalls, $0.clock, isDraining: isDraining) }
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
        if gate.pointee.hasDrain { gate.pointee.setRecording(true) }
    }

    private func run() {
        // Proxied calls made by progress observers on this thread must not be recorded.
        ThreadContext.current.pointee.suppression = 1
        ownContext.store(UInt(bitPattern: ThreadContext.current), ordering: .relaxed)
        var pace = DrainPace(
            shortest: Self.nanoseconds(configuration.drainInterval),
            patience: Self.nanoseconds(configuration.drainPatience)
        )
        let noticeTicks = TickClock.ticks(in: configuration.runningNoticeAge)
        while true {
            // Whoever wants another round, or the end, changes the number after the change that the round must see.
            let wakeUps = gate.pointee.wakeUps.load(ordering: .sequentiallyConsistent)
            if isStopping.load(ordering: .sequentiallyConsistent) { break }
            let work = performRound(noticeTicks: noticeTicks)
            rest(pace.rest(after: work, now: cclock_monotonic_nanoseconds()), unlessWokenSince: wakeUps)
        }
        // A writer that was preempted while it published delays the last round.
        for _ in 0..<100 where performRound(noticeTicks: noticeTicks) != .much { break }
        ownContext.store(0, ordering: .relaxed)
        finished.store(1, ordering: .releasing)
        FutexWord.wake(finished)
    }

    /// Drains everything published before, in steps that release the lock for readers.
    ///
    /// - Returns: What the round found, or `.much` if it has to be repeated.
    private func performRound(noticeTicks: UInt64) -> DrainPace.Work {
        let before = drain.withLock { ($0.value.store.lastPosition, $0.value.lastSeq) }
        // The calls of these proxies were published before the proxies were deallocated, so this round stores them.
        let gone = retired.isDue && drain.withLock({ !$0.value.isSweeping }) ? retired.take() : []
        let work = drain.withLock { box in
            let work = box.value.work
            if work == .nothing { box.value.advanceClock() }
            return work
        }
        // A look at empty rings interrupts no other thread.
        let isWhole = work == .nothing || mergeAll()
        let isChanged = storeClosureChanges()
        let isSweeping = sweep(gone, isWhole: isWhole && !isStopping.load(ordering: .acquiring))
        let (after, noticed) = drain.withLock { box in
            if work == .nothing { box.value.discardAbandonedRings() }
            box.value.lookAfterRings(now: cclock_monotonic_nanoseconds())
            return ((box.value.store.lastPosition, box.value.lastSeq), box.value.noticeRunning(olderThan: noticeTicks))
        }
        announceRound()
        if after != before || isChanged || noticed > 0 { progressObservers.tell() }
        guard isWhole, !isSweeping else { return .much }
        return work == .nothing && isChanged ? .some : work
    }

    /// Merges everything published before.
    ///
    /// - Returns: False if a writer was preempted at a moment that the round can't tell from a pending begin, or if the
    ///   sink has no room for the rest.
    private func mergeAll() -> Bool {
        guard let limit = drain.withLock({ $0.value.beginRound() }) else { return false }
        while true {
            switch mergeSome(upTo: limit) {
            case .whole: return true
            case .cut: return false
            case .begun: announceRound()
            }
        }
    }

    // MARK: Closures

    /// Called when a closure argument of a recorded call was called or released. Like a call, it wakes the drain only
    /// from its sleep.
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

    /// How far a round has come.
    private enum RoundState {
        case begun, whole
        /// Entries are left that belong to it, for want of room.
        case cut
    }

    /// Merges some of a round's entries.
    private func mergeSome(upTo limit: UInt64) -> RoundState {
        let sinkRound = sinkRounds.load(ordering: .acquiring)
        let transform = self.transform
        let (isMore, isFull) = drain.withLock { box in
            let room = box.value.room
            box.value.isJudging = transform != nil
            let isMore = box.value.merge(upTo: limit, atMost: min(transform == nil ? 512 : 64, room))
            if transform == nil { box.value.publish() }
            box.value.countRings(growth: gate.pointee.growth.used)
            return (isMore, room == 0)
        }
        if let transform { judge(by: transform) }
        guard isMore, isFull else { return isMore ? .begun : .whole }
        // Entries that do not fit stay in the rings, where callers wait for space.
        FutexWord.wait(sinkRounds, while: sinkRound, atMostNanoseconds: 2_000_000)
        return isStopping.load(ordering: .acquiring) ? .begun : .cut
    }

    // MARK: The transform

    /// Decides what to keep of each record; nil to keep all of all.
    var transform: RecordTransform? {
        get { knownTransform.withLock { $0 } }
        set {
            // What the old closure holds may run code when it dies, so it outlives the lock.
            var other = newValue
            knownTransform.withLock { swap(&$0, &other) }
        }
    }

    /// Asks a transform about the calls that the last step merged, and stores them. Only then were the entries read.
    private func judge(by transform: @escaping RecordTransform) {
        let ended = drain.withLock { $0.value.ended }
        var decisions: [EndedCall?] = []
        if !ended.isEmpty {
            let judge = RecordJudge(transform: transform, decoder: decoder, limits: gate.pointee.limits)
            decisions = ended.map(judge.judge)
        }
        drain.withLock { box in
            box.value.settle(decisions)
            box.value.publish()
        }
    }

    /// The call with this token while it runs; nil when it is not recorded. Waits for its begin, but not for long: the
    /// recorder's thread may be in a transform that waits for this thread.
    func runningCall(_ token: CallToken) -> OpenCall? {
        guard let ring = token.ring else { return nil }
        func find() -> OpenCall? { withDrain { $0.openCall(token.call, on: UInt(bitPattern: ring)) } }
        if let found = find() { return found }
        flush(until: .now + .milliseconds(500))
        return find()
    }

    /// A decoder of what is recorded now.
    var decoder: InvocationDecoder {
        let (typeNames, epoch) = (self.typeNames, self.epoch)
        return withDrain { drain in
            InvocationDecoder(
                epoch: epoch,
                clock: drain.clock,
                threads: drain.threadTable.all,
                marks: drain.store.marks,
                completions: drain.store.completions,
                typeNames: typeNames,
                names: drain.store.names
            )
        }
    }

    /// Running calls as the transform lets them be shown. Runs it on the calling thread, unless it is what asks.
    func shown(_ calls: [OpenCall], _ decoder: InvocationDecoder) -> [Invocation] {
        guard let transform, !ThreadContext.current.pointee.isInTransform else { return calls.map(decoder.invocation) }
        return calls.compactMap(RecordJudge(transform: transform, decoder: decoder, limits: gate.pointee.limits).shown)
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
                dropped: drain.sum { $0.dropped.load(ordering: .relaxed) },
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

    /// Waits for the next round.
    ///
    /// - Parameter wakeUps: Their number before the last round. If it has changed since, another round follows at once.
    func rest(_ rest: DrainPace.Rest, unlessWokenSince wakeUps: UInt32) {
        let isWatching = drain.withLock { $0.value.hasUnnoticedCalls }
        let longest = isWatching ? Self.nanoseconds(configuration.runningNoticeAge) / 4 : 10_000_000_000
        switch rest {
        case .pause(let nanoseconds):
            FutexWord.wait(gate.pointee.wakeUps, while: wakeUps, atMostNanoseconds: min(nanoseconds, longest))
        case .sleep:
            gate.pointee.drainSleep.store(1, ordering: .sequentiallyConsistent)
            cthread_heavy_fence()
            // Calls that did not see the mark announced or published their entries before the fence, and changes of
            // closures were noted. An announced entry is published at any moment, without a wake-up.
            if drain.withLock({ $0.value.isBehind }) || closureChanges.withLock({ !$0.calls.isEmpty }) {
                gate.pointee.drainSleep.store(0, ordering: .relaxed)
                FutexWord.wait(gate.pointee.wakeUps, while: wakeUps, atMostNanoseconds: 1_000_000)
                return
            }
            FutexWord.wait(gate.pointee.wakeUps, while: wakeUps, atMostNanoseconds: longest)
            gate.pointee.drainSleep.store(0, ordering: .relaxed)
        }
    }

    /// A duration in nanoseconds, clamped to between 0 and about 34 years (2^30 s), so that sums cannot overflow.
    static func nanoseconds(_ duration: Duration) -> UInt64 {
        // `components` stops the program when the seconds need more than 64 bits.
        let (seconds, attoseconds) = min(max(duration, .zero), .seconds(1 << 30)).components
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }

    // MARK: Commands

    /// Waits until everything published before is in the store.
    ///
    /// - Parameter deadline: The longest time; nil to wait as long as it takes.
    func flush(until deadline: ContinuousClock.Instant? = nil) {
        guard isStarted.load(ordering: .acquiring), gate.pointee.hasDrain, !isOnOwnThread else { return }
        let heads = drain.withLock { box in
            box.value.readers.map { $0.pointee.ring.pointee.head.load(ordering: .acquiring) & ~1 }
        }
        let changes = closureChanges.withLock { $0.noted }
        while finished.load(ordering: .acquiring) == 0 {
            let round = gate.pointee.rounds.load(ordering: .acquiring)
            let isDone = drain.withLock { box in
                zip(box.value.readers, heads).allSatisfy { $0.pointee.storedPosition >= $1 }
            }
            if isDone, closureChanges.withLock({ $0.stored >= changes }) { return }
            if let deadline, deadline < .now { return }
            gate.pointee.wakeDrain()
            FutexWord.wait(gate.pointee.rounds, while: round, atMostNanoseconds: 2_000_000)
        }
    }

    /// Whether the caller is the recorder's thread, which would wait for itself.
    private var isOnOwnThread: Bool {
        ownContext.load(ordering: .relaxed) == UInt(bitPattern: ThreadContext.current)
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
