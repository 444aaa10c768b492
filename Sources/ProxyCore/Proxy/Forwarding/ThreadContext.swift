// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
public import CThread
public import Synchronization

/// The state of one thread for all proxies and recorders: its calls under way and its rings.
///
/// Contexts are never freed: when a thread ends, the next new thread reuses its context. Pointers to contexts therefore
/// stay valid forever, so the drain and the reclaiming of `ProxyState` can read them without a lock.
@usableFromInline
struct ThreadContext: ~Copyable {
    /// Number of nested calls whose proxy is stored; a deeper call counts as a call of any proxy.
    @usableFromInline
    static let frameCount = 32

    // The fields that every call needs fill the first cache line. The first of them are used only by the owning thread,
    // because the thread sanitizer attributes a change of any field to the first word.

    /// While positive, calls are not recorded, because the recorder itself causes them.
    @usableFromInline
    var suppression: Int32 = 0
    /// Whether a default body ran since the start or end of the last recorded call on this thread.
    @usableFromInline
    var hasReachedBody = false
    /// Whether the next call on `ring` is a timing sample. It is here because a sample begins before it waits for the ring.
    private(set) var isNextSampled = false
    /// The last bits of `depth` when `begunSite` was set: all 64 do not fit into the line.
    var begunDepth: UInt16 = 0
    /// The requirement of the call that began last on this thread; see `InterposedCall`.
    var begunSite: UnsafePointer<CallSite>?
    /// Where the next entry of the ring probably begins; only asked for.
    var nextEntry: UnsafeRawPointer?
    /// The last used ring and its recorder; see `knownRing`.
    @usableFromInline
    var ringOwner: UInt = 0
    @usableFromInline
    var ring: UnsafeMutablePointer<Ring>?
    /// Number of proxied calls under way on this thread.
    @usableFromInline
    let depth = Atomic<Int>(0)
    /// The proxies of those calls, outermost first.
    @usableFromInline
    let frames: UnsafeMutablePointer<Atomic<UInt>>
    /// The calls under way that a retired state waits for, one bit per frame; see `Retirement`. The bit of `frameCount`
    /// stands for all deeper calls.
    @usableFromInline
    let awaited = Atomic<UInt64>(0)

    // What few calls need.

    /// The `SubscriptionClock` at the start of the call whose observers are being notified of its end.
    @usableFromInline
    var observedSince: UInt64 = 0
    /// The last default body that ran, if any.
    var reachedBody: ReachedBody?
    /// The closure arguments of the call that is about to begin, if it has any. Owns one reference.
    var closures: ClosuresUnderWay?

    /// Address in the frame of the function that records the begin of an async call; see `BacktraceGate.capture`.
    @usableFromInline
    var departure: UInt = 0

    /// Whether the thread is looking for its ring.
    var isFindingRing = false

    /// The trace context of the thread's last call.
    var trace = KnownTrace()

    /// The calls of interposed requirements that are under way on this thread.
    var interposed = InterposedCallStack()

    /// All rings of this context, by recorder number. Rings of dead recorders dangle but are never looked up, because
    /// numbers are not reused.
    var rings: [UInt: (ring: UnsafeMutablePointer<Ring>, tenancy: UInt?)] = [:]
    /// Counts the threads that have owned the context. Only its owner changes it.
    let tenancy = Atomic<UInt>(0)
    /// The thread that owns the context now.
    var thread: cthread_facts
    /// Whether a `RecordTransform` is running on the thread.
    var isInTransform = false
    /// Whether the thread has ended and no other owns the context yet.
    let isFree = Atomic<Bool>(false)

    init(thread: cthread_facts) {
        frames = .allocateOnLine(Self.frameCount)
        for frame in 0..<Self.frameCount { (frames + frame).initialize(to: Atomic(0)) }
        self.thread = thread
    }

    /// The ring, if the thread used that of this recorder last.
    ///
    /// The handler of a signal may use another recorder's in between, so the owner is read after the ring.
    @inlinable
    @inline(__always)
    func knownRing(of recorder: UInt) -> UnsafeMutablePointer<Ring>? {
        let known = ring
        cthread_signal_fence()
        return ringOwner == recorder ? known : nil
    }

    /// Sets the ring that the thread uses now. Handlers of signals find no ring meanwhile.
    mutating func setRing(_ new: UnsafeMutablePointer<Ring>?, of recorder: UInt) {
        ringOwner = 0
        cthread_signal_fence()
        ring = new
        isNextSampled = new?.pointee.isNextSampled ?? false
        cthread_signal_fence()
        ringOwner = recorder
    }

    /// Notes the call that has just begun on `ring`, whose entry there ends at `end`.
    ///
    /// - Parameter start: When the sample began, if the call is one; otherwise 0.
    @inline(__always)
    mutating func noteBegin(
        _ site: UnsafePointer<CallSite>,
        _ end: UnsafeMutableRawPointer,
        _ ring: UnsafeMutablePointer<Ring>,
        sampledSince start: UInt64
    ) {
        begunSite = site
        begunDepth = UInt16(truncatingIfNeeded: depth.load(ordering: .relaxed))
        nextEntry = UnsafeRawPointer(end.alignedUp(toMultipleOf: 8) + EndEntry.size)
        isNextSampled = ring.pointee.isNextSampled
        if start != 0 {
            // Read here: in the other function, the wait for its code would count, which hardly any call pays.
            ring.pointee.beginSample(since: start, to: cclock_ticks_in_order())
            isNextSampled = false
        }
    }

    /// Marks the thread with a proxy before the proxy's state is read.
    ///
    /// - Returns: The depth to restore in `leave`.
    @inlinable
    @inline(__always)
    static func enter(_ context: UnsafeMutablePointer<ThreadContext>, _ proxy: ObjectIdentifier) -> Int {
        let depth = context.pointee.depth.load(ordering: .relaxed)
        // In this order: a call that the handler of a signal makes in between is inside this one, and has the next frame.
        context.pointee.depth.store(depth &+ 1, ordering: .relaxed)
        cthread_signal_fence()
        if depth < frameCount {
            (context.pointee.frames + depth).pointee.store(UInt(bitPattern: proxy), ordering: .relaxed)
        }
        cthread_light_fence()
        return depth
    }

    /// Removes the mark, and releases what was kept for this call.
    @inlinable
    @inline(__always)
    static func leave(_ context: UnsafeMutablePointer<ThreadContext>, to depth: Int) {
        context.pointee.depth.store(depth, ordering: .releasing)
        cthread_light_fence()
        let awaited = context.pointee.awaited.load(ordering: .relaxed)
        if awaited != 0 { Retirement.noteLeft(context, to: depth) }
    }

    /// Runs code of the program for the recorder's own purposes: calls that it makes are not recorded, and no rules act
    /// on them.
    static func unrecorded<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let context = current
        context.pointee.suppression += 1
        defer { context.pointee.suppression -= 1 }
        return try body()
    }

    /// The calling thread's context.
    @inlinable
    @inline(__always)
    static var current: UnsafeMutablePointer<ThreadContext> {
        if let context = cthread_context() { return context.assumingMemoryBound(to: ThreadContext.self) }
        return ThreadContexts.adopt()
    }
}
