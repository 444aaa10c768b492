// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// Whether a thread drains the rings that calls write into.
enum DrainPresence: UInt8, AtomicRepresentable {
    /// A thread does, or will.
    case present
    /// The thread could not be started.
    case missing
    /// The recorder's threads are in the process that this one was forked from.
    case inParent
}

/// Which calls are recorded, as bits. `everything` is a single value, so that a recorded call pays for one comparison.
@usableFromInline
enum RecordingMode {
    /// No call.
    static var nothing: UInt8 { 0 }
    /// Every call.
    @inlinable static var everything: UInt8 { 1 }
    /// The bit that restricts `everything` to the calls that the rules select.
    static var selective: UInt8 { 2 }
    /// The calls that the rules select.
    @inlinable static var selection: UInt8 { 3 }
}

/// The part of a recorder that calls read: plain memory that lives as long as the recorder.
@usableFromInline
struct RecordingGate: ~Copyable {
    // The fields that every call needs fill the first cache line. None of them changes while calls come steadily.

    /// Which calls are currently recorded; see `RecordingMode`.
    @usableFromInline
    let mode: Atomic<UInt8>
    /// Whether plain calls can be written by `PlainArguments`: there are neither redactions nor a rate limit.
    let isSimple: Bool
    /// Whether a recorded async call has ever run, or calls carry trace contexts.
    private let hasUsedNotes = Atomic<Bool>(false)
    /// 1 while the drain sleeps until a call wakes it.
    let drainSleep = Atomic<UInt32>(0)
    /// Number of the recorder in this process, from 1. It distinguishes the rings of different recorders.
    @usableFromInline
    let number: UInt
    let limits: UnsafeMutablePointer<SnapshotLimits>
    /// Most bytes of a begin entry with nothing but arguments.
    let beginBytes: Int
    /// Number of recorded async calls that are running, plus `tracing` while calls carry trace contexts. In memory of its
    /// own: calls without a task need not share the cache line of a number that changes.
    private let asyncCalls: UnsafeMutablePointer<Atomic<Int>>
    /// Applies the rate limit; nil without one.
    let governor: UnsafeMutablePointer<RateGovernor>?
    /// Decides which calls record who called.
    let backtraces = BacktraceGate()

    // What few calls need.

    /// The choice of the recorder's rules; nil until there are rules. Released with the gate.
    private let knownSelection = Atomic<Unmanaged<CaptureSelection>?>(nil)
    let ringBytes: Int
    let growth: RingGrowth
    let waitsForRoom: Bool
    /// Counts the times that the drain was woken; it waits on this word, whether it sleeps or pauses.
    let wakeUps = Atomic<UInt32>(0)
    /// Counts the drain's rounds, for callers waiting for space.
    let rounds = Atomic<UInt32>(0)
    /// Unless it is `.present`, nothing is recorded and no thread waits for the drain.
    let drain = Atomic<DrainPresence>(.present)
    /// Where calls get their trace contexts from; nil at first. Released with the gate.
    private let knownTraceSource = Atomic<UnsafePointer<TraceSource>?>(nil)
    /// The recorder's rules, from the first one on. Not owned: who records by this gate keeps the recorder.
    let ruleBook = Atomic<Unmanaged<RuleBook>?>(nil)
    /// Number of calls that were not recorded and found no ring on which they count.
    let uncounted = Atomic<UInt64>(0)
    /// Registers a new ring with the drain.
    let register: (UnsafeMutablePointer<Ring>) -> Void

    private static let lastNumber = Atomic<UInt>(0)

    init(_ configuration: RecorderConfiguration, register: @escaping (UnsafeMutablePointer<Ring>) -> Void) {
        mode = Atomic(configuration.isRecording ? RecordingMode.everything : RecordingMode.nothing)
        number = Self.lastNumber.add(1, ordering: .relaxed).newValue
        ringBytes = configuration.ringBytes
        growth = RingGrowth(limit: configuration.ringGrowthLimit)
        waitsForRoom = configuration.overflowPolicy == .wait
        limits = .allocateOnLine()
        let redactor = Redactor(configuration.redactions).map { Unmanaged.passRetained($0) }
        limits.initialize(
            to: SnapshotLimits(
                configuration.budget,
                redactor: redactor,
                hidesCredentials: configuration.hidesCredentials
            )
        )
        beginBytes = BeginEntry.size + limits.pointee.capacity
        isSimple = redactor == nil && configuration.rateLimit == nil && StringMapWords.areKnown
        governor = configuration.rateLimit.map { limit in
            let governor = UnsafeMutablePointer<RateGovernor>.allocate(capacity: 1)
            governor.initialize(to: RateGovernor(limit))
            return governor
        }
        asyncCalls = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128).bindMemory(
            to: Atomic<Int>.self,
            capacity: 1
        )
        asyncCalls.initialize(to: Atomic(0))
        self.register = register
        if !configuration.captureRules.isEmpty { changeRules { $0 = configuration.captureRules } }
        if let capture = configuration.backtraces { backtraces.select(capture) }
    }

    deinit {
        knownSelection.load(ordering: .acquiring)?.release()
        limits.pointee.redactor?.release()
        limits.deinitialize(count: 1)
        limits.deallocate()
        governor?.deinitialize(count: 1)
        governor?.deallocate()
        asyncCalls.deinitialize(count: 1)
        UnsafeMutableRawPointer(asyncCalls).deallocate()
        if let source = knownTraceSource.load(ordering: .acquiring) { Self.free(source) }
    }

    // MARK: What is recorded

    /// Whether calls are currently recorded, or those at least that the rules select.
    var isRecording: Bool { mode.load(ordering: .relaxed) & RecordingMode.everything != 0 }

    /// Starts or stops recording.
    func setRecording(_ isRecording: Bool) {
        if isRecording {
            mode.bitwiseOr(RecordingMode.everything, ordering: .relaxed)
        } else {
            mode.bitwiseAnd(~RecordingMode.everything, ordering: .relaxed)
        }
    }

    /// Whether the calls of a requirement are currently recorded.
    @inlinable
    @inline(__always)
    func records(_ site: UnsafePointer<CallSite>) -> Bool {
        let mode = self.mode.load(ordering: .relaxed)
        return mode == RecordingMode.everything || mode == RecordingMode.selection && isSelected(site)
    }

    @usableFromInline
    @inline(never)
    func isSelected(_ site: UnsafePointer<CallSite>) -> Bool {
        knownSelection.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.selects(site) } ?? true
    }

    /// Which calls the recorder selects.
    var rules: CaptureRules {
        knownSelection.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.rules } ?? CaptureRules()
    }

    /// Changes which calls the recorder selects, from now on.
    ///
    /// - Parameter change: Runs under a lock.
    func changeRules(_ change: (inout CaptureRules) -> Void) {
        selection._withUnsafeGuaranteedRef { selection in
            selection.change(change) { isEmpty in
                if isEmpty {
                    mode.bitwiseAnd(~RecordingMode.selective, ordering: .relaxed)
                } else {
                    mode.bitwiseOr(RecordingMode.selective, ordering: .relaxed)
                }
            }
        }
    }

    /// The choice of the rules, created on first use.
    private var selection: Unmanaged<CaptureSelection> {
        if let known = knownSelection.load(ordering: .acquiring) { return known }
        let new = Unmanaged.passRetained(CaptureSelection())
        let (isNew, known) = knownSelection.compareExchange(
            expected: nil,
            desired: new,
            ordering: .acquiringAndReleasing
        )
        if !isNew { new.release() }
        return known ?? new
    }

    /// Counts a call that is not recorded, on a thread that may not look for its ring. A handler of a signal may call it.
    @inline(never)
    func countWithoutRing() { uncounted.add(1, ordering: .relaxed) }

    // MARK: Contexts of calls

    /// What `asyncCalls` has in addition while calls carry trace contexts.
    private static let tracing = 1 << 40

    /// Whether a call can be inside a recorded async call or a span.
    @inline(__always)
    var wantsNotes: Bool { hasUsedNotes.load(ordering: .relaxed) && asyncCalls.pointee.load(ordering: .relaxed) != 0 }

    /// Counts recorded async calls that begin, or end if the number is negative.
    func countAsyncCalls(_ change: Int) {
        if !hasUsedNotes.load(ordering: .relaxed) { hasUsedNotes.store(true, ordering: .relaxed) }
        asyncCalls.pointee.add(change, ordering: .relaxed)
    }

    /// Whether a call can be inside a recorded async call.
    @inline(__always)
    var hasRunningAsyncCalls: Bool { asyncCalls.pointee.load(ordering: .relaxed) & (Self.tracing - 1) != 0 }

    /// Where calls get their trace contexts from; nil unless they carry any.
    @inline(__always)
    var traceSource: UnsafePointer<TraceSource>? { knownTraceSource.load(ordering: .acquiring) }

    /// Has calls carry trace contexts from now on. Only the first source counts: a call may be reading it.
    func setTraceSource(_ source: TraceSource) {
        let new = UnsafeMutablePointer<TraceSource>.allocate(capacity: 1)
        new.initialize(to: source)
        let isFirst = knownTraceSource.compareExchange(
            expected: nil,
            desired: UnsafePointer(new),
            ordering: .acquiringAndReleasing
        ).exchanged
        if isFirst { countAsyncCalls(Self.tracing) } else { Self.free(new) }
    }

    private static func free(_ source: UnsafePointer<TraceSource>) {
        let source = UnsafeMutablePointer(mutating: source)
        source.deinitialize(count: 1)
        source.deallocate()
    }

    // MARK: The drain

    @inline(__always)
    var isDrainAsleep: Bool { drainSleep.load(ordering: .relaxed) != 0 }

    /// Whether a caller may wait for the drain.
    var hasDrain: Bool { drain.load(ordering: .acquiring) == .present }

    /// Wakes the drain. If it is at work, another round follows at once.
    @inline(never)
    func wakeDrain() {
        drainSleep.store(0, ordering: .sequentiallyConsistent)
        wakeUps.add(1, ordering: .sequentiallyConsistent)
        FutexWord.wake(wakeUps)
    }

    /// Waits for the end of the drain's current round, for at most 1 ms.
    @inline(never)
    func waitForRound() {
        let round = rounds.load(ordering: .acquiring)
        wakeDrain()
        FutexWord.wait(rounds, while: round, atMostNanoseconds: 1_000_000)
    }
}

extension UnsafePointer<RecordingGate> {
    /// The address of the gate's `mode`, its first member, for the stubs of interposed calls.
    var modeByte: UnsafePointer<UInt8> { UnsafeRawPointer(self).assumingMemoryBound(to: UInt8.self) }
}
