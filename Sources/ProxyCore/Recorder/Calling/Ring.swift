// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import CThread
public import Synchronization

/// A byte ring through which one thread passes its entries to one recorder.
///
/// The thread that owns the context writes; the recorder's drain reads. Positions count bytes from the start and only
/// grow. The lowest bit of `head` is set from just before the writer reads the clock until it publishes the entry; it
/// tells the drain which clock readings may still be unpublished (see `Drain`).
///
/// The writer continues in another buffer in three cases. A full buffer is followed by a larger one, if there is memory
/// for that (`RingGrowth`). If there is not, another one takes the entries that are required and nothing else, until
/// the drain has read everything before it: ends of async calls, for which no space is reserved, because they may end on
/// any thread. A ring for which there is no memory at all starts with a buffer that nothing fits in, so that its calls
/// are dropped, and each of them asks for memory again. And once a burst is over, the drain asks for the buffer: it hands over one of the first
/// size in `replacement` and sets `limit` to 0, so that the next claim has to take it.
@usableFromInline
struct Ring: ~Copyable {
    /// Bytes reserved for the end of each open call, without which an end could get lost: an `EndEntry`, and the padding
    /// before it at the end of the buffer.
    static let reservePerOpenCall = 72
    /// Size of a ring where there is no memory for more.
    private static let leastBytes = 1 << 16
    /// A ring wakes the drain when one part of this many is full.
    private static let wakingPart = 2

    // The fields that every call needs fill the first cache line. The drain writes to it only when it shrinks the ring.
    // The first of them is the writer's own, because the thread sanitizer attributes a change of any field to the first
    // word.

    private(set) var calls: UInt64 = 0
    private var base: UnsafeMutableRawPointer
    private(set) var capacity: Int
    /// Position up to which the writer may claim space without looking at `tail`. The drain sets it to 0.
    private let limit: Atomic<UInt>
    /// Bytes published. Stored by the writer, loaded by the drain.
    let head = Atomic<UInt>(0)
    /// Recorded calls that ended on this thread.
    let recorded = Atomic<UInt64>(0)
    /// Open calls with a recorded begin, without those that were left and that the thread has taken off; see `settleLeft`.
    /// If one of those returns after all, the number may be below zero, as a huge one: nothing is claimed at once then.
    let open = Atomic<UInt32>(0)
    /// The low half of the number of the next call that is a timing sample. A thread's first calls are none, because they
    /// pay for cache misses.
    private var nextSample: UInt32 = 64
    /// Whether `sampledCall` is a call under way, or an async one that ended on another ring.
    private(set) var isSampling = false
    /// See `isWriting`.
    private let writing = Atomic<Bool>(false)

    // What fewer calls need: those in a span, timing samples, and calls that are not recorded.

    /// The number of the span and task that the last `ContextEntry` names, as the thread counts them.
    var announcedContext: UInt64 = 0
    /// One call in this many is a timing sample. The drain sets it.
    private let samplingPeriod = Atomic<UInt32>(Ring.manyCalls)
    /// Number of the last call that was a timing sample; what its begin took, and how many calls it stands for.
    private(set) var sampledCall: UInt64 = 0
    private var sampledTicks: UInt64 = 0
    private var sampledWeight: UInt64 = 0
    /// Ticks that recording took in the calls that the samples stand for. The number of these calls follows.
    let overheadTicks = Atomic<UInt64>(0)
    let overheadSamples = Atomic<UInt64>(0)
    /// Calls dropped because the ring was full.
    let dropped = Atomic<UInt64>(0)
    /// Calls made while the recorder was paused, caused by the recorder itself, or skipped by a rate limit.
    @usableFromInline
    let suppressed = Atomic<UInt64>(0)

    // What hardly any call needs.

    /// The current buffer.
    private var buffer: UnsafeMutablePointer<RingBuffer>
    /// The buffer that the drain hands over.
    private let replacement = Atomic<UnsafeMutablePointer<RingBuffer>?>(nil)
    /// Bytes consumed. Stored by the drain, loaded by the writer.
    let tail = Atomic<UInt>(0)
    /// Calls that the drain has ended as left inside one that returned, without those whose ends the thread has written
    /// since. Stored by the drain, before `tail`.
    let left = Atomic<Int>(0)
    /// How many of them are no longer in `open`.
    private var settledLeft = 0
    /// Position behind the last end of a left call that the thread wrote.
    private var lastLeftEnd: UInt = 0
    /// The first buffer, of which the drain becomes the owner.
    let first: UnsafeMutablePointer<RingBuffer>
    let gate: UnsafePointer<RecordingGate>
    /// The context of the writing thread.
    private let context: UnsafeMutablePointer<ThreadContext>
    /// The tenancy of the context in which a thread last took the ring over.
    private let tenancy: Atomic<UInt>
    /// 1 while the drain returns the memory to the system.
    private let discarding = Atomic<UInt32>(0)

    /// - Parameters:
    ///   - gate: The recorder's gate.
    ///   - context: The context of the thread that writes.
    init(gate: UnsafePointer<RecordingGate>, context: UnsafeMutablePointer<ThreadContext>) {
        let buffer =
            RingBuffer.make(gate.pointee.ringBytes) ?? RingBuffer.make(Self.leastBytes) ?? RingBuffer.makeEmpty()
        self.gate = gate
        self.context = context
        tenancy = Atomic(context.pointee.tenancy.load(ordering: .relaxed))
        first = buffer
        self.buffer = buffer
        base = buffer.pointee.base
        capacity = buffer.pointee.capacity
        limit = Atomic(UInt(capacity / Self.wakingPart))
    }

    /// The drain frees the buffers.
    deinit { if let buffer = replacement.exchange(nil, ordering: .acquiring) { RingBuffer.free(buffer) } }

    /// Increments a counter with a plain load and store, which suffices for the only writer.
    @inlinable
    @inline(__always)
    static func bump(_ counter: borrowing Atomic<UInt64>) {
        counter.store(counter.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    }

    // MARK: Overhead

    // What a sample reads is in order with the loads before it: the counter's value is otherwise there before the memory
    // that the record waited for. Such a reading takes longer than that of the record, and is taken off.
    //
    // Both periods are odd: an even one can miss for ever which calls come to a new page of the ring, and those take
    // longest. Many samples of few calls would cost what they measure, as each takes 0.2 µs.

    private static let manyCalls: UInt32 = 127
    private static let fewCalls: UInt32 = 37

    /// Whether the next call is sampled.
    @inline(__always)
    var isNextSampled: Bool {
        Int32(bitPattern: UInt32(truncatingIfNeeded: calls &+ 1) &- nextSample) >= 0
    }

    /// Begins a sample with the newest call, whose begin lasted from `start` to `end`, a reading in order.
    @inline(never)
    mutating func beginSample(since start: UInt64, to end: UInt64) {
        sampledCall = calls
        sampledTicks = Self.difference(end &- start, Self.reading)
        let period = samplingPeriod.load(ordering: .relaxed)
        sampledWeight = UInt64(period)
        nextSample = UInt32(truncatingIfNeeded: calls) &+ period
        isSampling = true
    }

    /// Ends the sample with that call, whose end lasted from its reading of the clock to `end`, a reading in order. A
    /// sample with a part longer than `most` was interrupted and is ignored.
    mutating func endSample(since start: UInt64, to end: UInt64, atMost most: UInt64) {
        isSampling = false
        let first = cclock_ticks()
        let ofRecord = cclock_ticks() &- first
        let ticks = Self.difference(end &- start &+ ofRecord, Self.reading)
        guard sampledTicks <= most, ticks <= most else { return }
        let sum = (sampledTicks &+ ticks) &* sampledWeight
        overheadTicks.store(overheadTicks.load(ordering: .relaxed) &+ sum, ordering: .relaxed)
        overheadSamples.store(overheadSamples.load(ordering: .relaxed) &+ sampledWeight, ordering: .relaxed)
    }

    /// What a reading in order takes.
    private static var reading: UInt64 {
        let first = cclock_ticks_in_order()
        return cclock_ticks_in_order() &- first
    }

    private static func difference(_ whole: UInt64, _ part: UInt64) -> UInt64 { whole > part ? whole &- part : 0 }

    /// Forgets the sample: its call does not return on this ring.
    mutating func endSample() { isSampling = false }

    /// Samples more calls while there are few. Called by the drain.
    func adjustSampling(areManyCalls: Bool) {
        let period = areManyCalls ? Self.manyCalls : Self.fewCalls
        // The line is the writer's, unless something changes.
        if samplingPeriod.load(ordering: .relaxed) != period { samplingPeriod.store(period, ordering: .relaxed) }
    }

    // MARK: Calls under way

    /// Bytes that must stay free after the begin of a call, for its end and those of the calls under way.
    @inline(__always)
    var reserveForBegin: Int { reserveForEnds &+ Self.reservePerOpenCall }

    /// Bytes that must stay free for the ends of the calls under way.
    @inline(__always)
    var reserveForEnds: Int { Self.reservePerOpenCall &* Int(truncatingIfNeeded: open.load(ordering: .relaxed)) }

    /// The number of calls under way, and of those that were left and have not been settled.
    var openCalls: Int { max(0, Int(Int32(bitPattern: open.load(ordering: .relaxed)))) }

    /// Takes the calls off `open` that were left inside one that returned: the drain has ended them, and their thread does
    /// not know of them.
    private mutating func settleLeft() {
        // The drain may not have read yet that the thread has ended some of them itself, and `left` has those.
        guard Int(bitPattern: tail.load(ordering: .acquiring) &- lastLeftEnd) >= 0 else { return }
        let left = left.load(ordering: .relaxed)
        let change = UInt32(truncatingIfNeeded: settledLeft &- left)
        settledLeft = left
        open.store(open.load(ordering: .relaxed) &+ change, ordering: .relaxed)
    }

    /// Whether calls that were left may still be taken off `open`.
    var isUnsettled: Bool {
        Int(bitPattern: tail.load(ordering: .acquiring) &- lastLeftEnd) < 0
            || left.load(ordering: .relaxed) != settledLeft
    }

    /// Counts the end of a call that was left, which the drain may have ended before.
    ///
    /// Which calls it has ended is not known here, so this one is taken for one of them as long as there are any: at most,
    /// too much is reserved until the calls are settled again.
    mutating func countLeftEnd() {
        if settledLeft > 0 {
            settledLeft -= 1
        } else {
            open.store(open.load(ordering: .relaxed) &- 1, ordering: .relaxed)
        }
    }

    /// Notes that the claimed entry, which is the end of a left call, is to be read before calls are settled.
    ///
    /// - Parameter size: In bytes.
    mutating func noteLeftEnd(_ size: Int) {
        lastLeftEnd = (head.load(ordering: .relaxed) & ~1) &+ UInt(bitPattern: size)
    }

    /// What must stay free after an entry once the calls are settled.
    ///
    /// - Parameter reserve: The same before: `reserveForBegin`, `reserveForEnds` or 0.
    private mutating func settled(_ reserve: Int) -> Int {
        let own = reserve > reserveForEnds ? Self.reservePerOpenCall : 0
        settleLeft()
        return reserve == 0 ? 0 : own &+ Self.reservePerOpenCall &* openCalls
    }

    // MARK: Writer

    /// Whether memory is claimed for an entry that is not yet published. A call that begins meanwhile is one of a signal
    /// handler that interrupted the writer, or of code that the writer runs; it can't be recorded.
    @inline(__always)
    var isWriting: Bool { writing.load(ordering: .relaxed) }

    @inline(__always)
    private func beginWriting() {
        writing.store(true, ordering: .relaxed)
        cthread_signal_fence()
    }

    @inline(__always)
    private func endWriting() {
        cthread_signal_fence()
        writing.store(false, ordering: .relaxed)
    }

    /// Claims contiguous memory for an entry of at most `size` bytes; nil when there is not enough free space.
    ///
    /// - Parameter reserve: Bytes that must stay free after the entry: `reserveForBegin`, `reserveForEnds` or 0.
    @inline(__always)
    mutating func claim(_ size: Int, reserve: Int) -> UnsafeMutableRawPointer? {
        claimAtOnce(size, reserve: reserve) ?? claimSlowly(size, reserve: reserve, isRequired: false)
    }

    /// `claim` without looking what the drain has done meanwhile; nil if that is needed.
    @inline(__always)
    func claimAtOnce(_ size: Int, reserve: Int) -> UnsafeMutableRawPointer? {
        beginWriting()
        let position = head.load(ordering: .relaxed) & ~1
        let offset = Int(bitPattern: position) & (capacity &- 1)
        if capacity &- offset >= size,
            position &+ UInt(bitPattern: size &+ reserve) <= limit.load(ordering: .relaxed)
        {
            return base + offset
        }
        endWriting()
        return nil
    }

    /// Claims memory for an entry that nothing else can take the place of, with more memory than the limit of growth if
    /// the ring is full; nil only if there is no memory, or no drain.
    ///
    /// Such an entry must not wait for the drain: that may be in a transform, which may wait for this thread.
    @inline(never)
    mutating func claimRequired(_ size: Int) -> UnsafeMutableRawPointer? {
        claimSlowly(size, reserve: 0, isRequired: true)
    }

    @inline(never)
    private mutating func claimSlowly(_ size: Int, reserve: Int, isRequired: Bool) -> UnsafeMutableRawPointer? {
        beginWriting()
        let entry = find(size, reserve: settled(reserve), isRequired: isRequired)
        if entry == nil { endWriting() }
        return entry
    }

    private mutating func find(_ size: Int, reserve: Int, isRequired: Bool) -> UnsafeMutableRawPointer? {
        while true {
            let known = limit.load(ordering: .acquiring)
            if known == 0 {
                guard takeReplacement() else { return nil }
                continue
            }
            var position = head.load(ordering: .relaxed) & ~1
            var offset = Int(bitPattern: position) & (capacity - 1)
            let padding = capacity - offset < size ? capacity - offset : 0
            let read = tail.load(ordering: .acquiring)
            let isFull = buffer.pointee.isForRequired && Int(bitPattern: read &- buffer.pointee.start) < 0
            if isFull, !isRequired { return nil }
            let tail = max(read, buffer.pointee.start)
            let used = Int(position - tail) + padding + size
            guard used + reserve <= capacity else {
                if grow(least: size + reserve) {
                    setLimit(UInt(capacity / Self.wakingPart) + position, insteadOf: known)
                } else {
                    guard isRequired, growForRequired() else { return nil }
                    // Every claim has to look whether the ring is still full.
                    setLimit(position, insteadOf: known)
                }
                continue
            }
            // Where the ring fills so far that the drain must be woken, or beyond that, after every eighth of the ring.
            let isWaking = used + reserve > capacity / Self.wakingPart
            let next = isWaking ? used + reserve + capacity / 8 : capacity / Self.wakingPart
            let limit = isFull ? known : tail + UInt(min(next, capacity))
            guard setLimit(limit, insteadOf: known) else { continue }
            // The drain may be pausing.
            if isWaking { gate.pointee.wakeDrain() }
            if padding > 0 {
                (base + offset).storeBytes(of: EntryHead(.padding, size: padding), as: EntryHead.self)
                position &+= UInt(padding)
                head.store(position, ordering: .releasing)
                offset = 0
            }
            return base + offset
        }
    }

    /// - Returns: False, with nothing changed, if the drain has asked for the buffer meanwhile.
    @discardableResult
    private func setLimit(_ new: UInt, insteadOf known: UInt) -> Bool {
        limit.compareExchange(expected: known, desired: new, ordering: .relaxed).exchanged
    }

    /// Continues in a larger buffer, if there is memory for that and a drain.
    private mutating func grow(least: Int) -> Bool {
        guard gate.pointee.hasDrain else { return false }
        let larger =
            buffer.pointee.isEmpty
            ? RingBuffer.make(gate.pointee.ringBytes)
            : gate.pointee.growth.take(twice: capacity, least: least)
        guard let larger else { return false }
        move(to: larger)
        return true
    }

    /// Continues in a buffer for required entries, whatever the limit of growth.
    private mutating func growForRequired() -> Bool {
        guard gate.pointee.hasDrain, let new = gate.pointee.growth.takeForRequired(gate.pointee.ringBytes) else {
            return false
        }
        move(to: new)
        return true
    }

    /// Continues in the buffer that the drain has handed over.
    ///
    /// - Returns: False if it has not handed one over.
    @discardableResult
    mutating func takeReplacement() -> Bool {
        guard let new = replacement.exchange(nil, ordering: .acquiring) else { return false }
        move(to: new)
        limit.store(new.pointee.start + UInt(capacity / Self.wakingPart), ordering: .relaxed)
        return true
    }

    private mutating func move(to new: UnsafeMutablePointer<RingBuffer>) {
        new.pointee.start = head.load(ordering: .relaxed) & ~1
        buffer.pointee.next.store(new, ordering: .releasing)
        buffer = new
        base = new.pointee.base
        capacity = new.pointee.capacity
    }

    /// Announces that the writer is about to read the clock for a new entry.
    @inline(__always)
    func announce() {
        head.store(head.load(ordering: .relaxed) | 1, ordering: .relaxed)
        cthread_light_fence()
    }

    /// Bytes from the start of an entry to the lines that are fetched when it is published: the next calls write there.
    private static let prefetchDistance = 384

    /// Publishes the claimed entry.
    @inline(__always)
    func publish(_ size: Int) {
        let next = Int(bitPattern: head.load(ordering: .relaxed)) &+ Self.prefetchDistance
        cthread_prefetch_for_write(base + (next & (capacity &- 1)))
        cthread_prefetch_for_write(base + ((next &+ CacheLine.bytes) & (capacity &- 1)))
        head.store((head.load(ordering: .relaxed) & ~1) &+ UInt(bitPattern: size), ordering: .releasing)
        endWriting()
    }

    /// Publishes the claimed entry of a call's end, which was not announced, so that the drain sees it or the writer sees
    /// that the drain sleeps.
    @inline(__always)
    func publishEnd(_ size: Int) {
        publish(size)
        cthread_light_fence()
    }

    /// Number for the next call on this ring, from 1.
    @inline(__always)
    mutating func nextCall() -> UInt64 {
        calls &+= 1
        return calls
    }

    /// Waits until the memory may be written to. A thread that takes over a context calls it before its first write to
    /// each ring.
    ///
    /// - Parameter tenancy: That of the thread.
    func takeOver(by tenancy: UInt) {
        // The last thread may have ended in the middle of an entry.
        writing.store(false, ordering: .relaxed)
        self.tenancy.store(tenancy, ordering: .sequentiallyConsistent)
        while discarding.load(ordering: .sequentiallyConsistent) != 0 {
            FutexWord.wait(discarding, while: 1, atMostNanoseconds: 1_000_000)
        }
    }

    /// Whether the thread of this tenancy has taken the ring over, so that it may write.
    func isTaken(by tenancy: UInt) -> Bool { self.tenancy.load(ordering: .relaxed) == tenancy }

    // MARK: Drain

    /// Whether the writing thread has ended, and the next one that owns the context, if any, has not come to this ring. It
    /// may never do so, and live as long as the process.
    var isAbandoned: Bool {
        // Loaded first: a thread that has taken the ring over owned the context before.
        let tenancy = tenancy.load(ordering: .sequentiallyConsistent)
        return context.pointee.isFree.load(ordering: .sequentiallyConsistent)
            || context.pointee.tenancy.load(ordering: .sequentiallyConsistent) != tenancy
    }

    /// Begins to free memory that the writing thread used, if that has ended and everything it wrote was read.
    ///
    /// The next thread first stores that it takes the ring over, and then checks `discarding`. This function first sets
    /// `discarding`, and then checks who has the ring. So at least one of the two sees the other.
    ///
    /// - Parameter position: Bytes read.
    /// - Returns: Whether this thread may do what else the writer may. Then, call `endDiscarding`.
    func beginDiscarding(readUpTo position: UInt) -> Bool {
        guard isAbandoned else { return false }
        discarding.store(1, ordering: .sequentiallyConsistent)
        if isAbandoned, head.load(ordering: .acquiring) == position { return true }
        endDiscarding()
        return false
    }

    func endDiscarding() {
        discarding.store(0, ordering: .sequentiallyConsistent)
        FutexWord.wake(discarding)
    }

    /// Hands over another buffer, which the writer takes with its next claim.
    func replaceBuffer(by new: UnsafeMutablePointer<RingBuffer>) {
        // The writer may have grown the ring instead of taking the last one.
        if let old = replacement.exchange(new, ordering: .acquiringAndReleasing) { RingBuffer.free(old) }
        limit.store(0, ordering: .releasing)
    }
}
