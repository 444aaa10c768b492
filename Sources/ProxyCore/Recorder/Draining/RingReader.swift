// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// The drain's side of one ring.
struct RingReader {
    let ring: UnsafeMutablePointer<Ring>
    /// The buffer of the next entry.
    private var buffer: UnsafeMutablePointer<RingBuffer>
    private var base: UnsafeMutableRawPointer
    private var mask: UInt
    /// Bytes read so far.
    var position: UInt = 0
    /// Position up to which this round may read.
    private var roundEnd: UInt = 0
    /// The same, or the end of the buffer if it comes first.
    private(set) var end: UInt = 0
    /// Position up to which everything was published before the round's limit was read.
    var due: UInt = 0
    /// Added to the thread's readings of the counter. Follows the differences between the counters of threads.
    private(set) var shift: UInt64
    /// Time of the last entry.
    private(set) var last: UInt64 = 0
    /// Bytes written when the buffer's memory was last returned to the system.
    private(set) var discarded: UInt = 0
    /// Bytes read at the last look of `shrinkIfCalm`, and the number of looks in a row that found the ring calm.
    private var calm = (position: UInt(0), looks: 0)
    /// Bytes read at the last look of `populateAhead`, and the position before which it has asked for all pages.
    private var populated = (looked: UInt(0), through: UInt(0))
    /// Calls recorded at the last look of `adjustSampling`.
    private var recorded: UInt64 = 0
    /// Whether the writer was handed another buffer and has not taken it yet.
    private var isReplacing = false
    /// Thread of the next entries, as an index into the drain's list.
    var thread: UInt16 = 0
    /// The `ContextNote` of the calls that are in a span, as the ring named it last.
    var context: [UInt8] = []
    /// Running calls of the thread, outermost first.
    var open: [OpenCall] = []
    /// Running calls that may end on another thread.
    var detached: [UInt64: OpenCall] = [:]
    /// Ends of such calls, read before their begins.
    var earlyEnds: [UInt64: EarlyEnd] = [:]

    /// - Parameter shift: The present difference between the drain's time and readings of the counter.
    init(ring: UnsafeMutablePointer<Ring>, shift: UInt64) {
        self.ring = ring
        self.shift = shift
        buffer = ring.pointee.first
        base = buffer.pointee.base
        mask = UInt(buffer.pointee.capacity - 1)
    }

    /// Frees the ring's memory.
    func freeBuffers() {
        var buffer: UnsafeMutablePointer<RingBuffer>? = buffer
        while let last = buffer {
            buffer = last.pointee.next.load(ordering: .acquiring)
            RingBuffer.free(last)
        }
    }

    /// Bytes that are published and not read yet.
    var unread: Int { Int(ring.pointee.head.load(ordering: .acquiring) & ~1 - position) }

    /// Whether entries have not been read yet, or the writer is about to publish one.
    var isBehind: Bool { ring.pointee.head.load(ordering: .acquiring) != position }

    /// Bytes read whose calls are stored, as far as they have ended.
    var storedPosition: UInt { ring.pointee.tail.load(ordering: .acquiring) }

    /// Whether a running call was not announced yet.
    var hasUnnoticed: Bool { open.contains { !$0.isNoticed } || detached.values.contains { !$0.isNoticed } }

    /// Memory used by the ring, in bytes: the part its thread has written to, and the pages provided ahead of it.
    var bytes: Int {
        var sum: UInt = 0
        var (last, start) = (buffer, max(buffer.pointee.start, discarded))
        while let next = last.pointee.next.load(ordering: .acquiring) {
            sum += min(next.pointee.start - start, UInt(last.pointee.capacity))
            (last, start) = (next, next.pointee.start)
        }
        let written = ring.pointee.head.load(ordering: .relaxed) & ~1
        let used = last == buffer ? max(written, populated.through) : written
        return Int(sum + min(used - start, UInt(last.pointee.capacity)))
    }

    /// The memory of the next entry's buffer.
    var memory: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: Int(mask) + 1) }

    /// Sets the position up to which this round may read.
    mutating func beginRound(end: UInt) {
        roundEnd = end
        setEnd()
    }

    /// The buffer's end is known before any entry of the next one is published.
    @inline(never)
    private mutating func setEnd() {
        end = roundEnd
        while let next = buffer.pointee.next.load(ordering: .acquiring) {
            end = min(roundEnd, next.pointee.start)
            guard position == next.pointee.start else { return }
            leaveBuffer(for: next)
            end = roundEnd
        }
    }

    private mutating func leaveBuffer(for next: UnsafeMutablePointer<RingBuffer>) {
        ring.pointee.gate.pointee.growth.giveBack(buffer.pointee.spareBytes)
        RingBuffer.free(buffer)
        buffer = next
        base = next.pointee.base
        mask = UInt(next.pointee.capacity - 1)
        isReplacing = false
        populated.through = next.pointee.start
    }

    /// The entry at a published position of this buffer that is not yet consumed.
    @inline(__always)
    func entry(at position: UInt) -> UnsafeRawPointer { UnsafeRawPointer(base + Int(position & mask)) }

    /// The next entry of this round, after skipping padding; nil at the end.
    @inline(__always)
    mutating func next() -> UnsafeRawPointer? {
        while true {
            while position < end {
                let entry = entry(at: position)
                let head = entry.load(as: EntryHead.self)
                if head.kind != EntryKind.padding.rawValue { return entry }
                position &+= UInt(head.size)
            }
            guard position < roundEnd else { return nil }
            setEnd()
        }
    }

    /// The end entry of the call whose begin was read last, if it comes next and not after `horizon`.
    @inline(__always)
    mutating func end(
        ofCallAt begin: UnsafeRawPointer,
        upTo horizon: UInt64,
        limit: UInt64
    ) -> (entry: UnsafeRawPointer, time: UInt64)? {
        guard position < end else { return nil }
        let entry = entry(at: position)
        guard entry.load(as: EntryHead.self).kind == EntryKind.end.rawValue else { return nil }
        let end = entry.load(as: EndEntry.self)
        let begin = begin.load(as: BeginEntry.self)
        guard end.call == begin.call, end.ring == 0, !begin.isDetached else { return nil }
        let time = time(ofNext: entry, limit: limit)
        return time <= horizon ? (entry, time) : nil
    }

    /// Takes the running calls inside a call of this thread that ends, outermost first; nil if there are none. They can't
    /// end any more: whoever left the outer call without coming back through them has left them too.
    @inline(__always)
    mutating func callsInside(_ end: EndEntry) -> [OpenCall]? {
        guard end.ring == 0, end.call != EndEntry.innermostCall, let last = open.last, last.call != end.call else {
            return nil
        }
        return takeCalls(inside: end.call)
    }

    @inline(never)
    private mutating func takeCalls(inside call: UInt64) -> [OpenCall]? {
        guard let index = open.lastIndex(where: { $0.call == call }) else { return nil }
        defer { open.removeSubrange((index + 1)...) }
        return Array(open[(index + 1)...])
    }

    /// Number of calls that were left without a return and ended with one around them. The thread has not counted their
    /// ends, and may do so later; see `countLateEnd`.
    var left: Int { ring.pointee.left.load(ordering: .relaxed) }

    /// Notes that a call was left and has ended with one around it. The thread learns from it that no end will come.
    func countLeft() { ring.pointee.left.store(left + 1, ordering: .relaxed) }

    /// Notes the end of a call that is not running. If a call has ended here as left, this is its end, written when the
    /// thread found it or ended itself, and the thread has counted it now. Otherwise a begin was lost.
    @inline(never)
    func countLateEnd() {
        if left > 0 { ring.pointee.left.store(left - 1, ordering: .relaxed) }
    }

    // MARK: Times

    /// The drain's time of the next entry, which is never earlier than that of the entry before.
    ///
    /// - Parameter limit: The drain's time when the round began.
    @inline(__always)
    mutating func time(ofNext entry: UnsafeRawPointer, limit: UInt64) -> UInt64 {
        let time = EntryHead.ticks(at: entry) &+ shift
        return time >= last && time <= limit ? time : boundedTime(time, limit)
    }

    /// Moves a time that cannot be right to the nearest possible one, and those of the following entries by as much. So
    /// times on the ring keep their distances.
    @inline(never)
    private mutating func boundedTime(_ time: UInt64, _ limit: UInt64) -> UInt64 {
        var time = time
        if position < due, TickClock.difference(limit, time) > 0 {
            let excess = excess(over: limit)
            shift(by: 0 &- excess)
            time &-= excess
        }
        return TickClock.difference(last, time) < 0 ? moved(time, to: last) : time
    }

    /// By how much the latest of the next entries that were visible before the round is later than `limit`.
    private func excess(over limit: UInt64) -> UInt64 {
        var most: Int64 = 0
        var next = position
        let last = min(due, end)
        for _ in 0..<4_096 where next < last {
            let entry = entry(at: next)
            let head = entry.load(as: EntryHead.self)
            if head.kind != EntryKind.padding.rawValue {
                most = max(most, TickClock.difference(limit, EntryHead.ticks(at: entry) &+ shift))
            }
            next &+= UInt(head.size)
        }
        return UInt64(most)
    }

    private mutating func moved(_ time: UInt64, to other: UInt64) -> UInt64 {
        shift(by: other &- time)
        return other
    }

    /// Notes that the entry with this time was read.
    ///
    /// - Parameter first: The earliest possible time.
    /// - Returns: The time, or `first` if that is later.
    @inline(__always)
    mutating func pass(_ time: UInt64, notBefore first: UInt64 = 0) -> UInt64 {
        last = time >= first ? time : moved(time, to: first)
        return last
    }

    /// Moves the times of all entries that were not read yet.
    mutating func shift(by ticks: UInt64) { shift &+= ticks }

    /// Marks the calls that have been running for `age` ticks and were not announced yet; returns their number.
    mutating func noticeRunning(olderThan age: UInt64, now: UInt64) -> Int {
        var noticed = 0
        for index in open.indices where open[index].isToBeNoticed(after: age, now: now) {
            open[index].isNoticed = true
            noticed += 1
        }
        for (key, call) in detached where call.isToBeNoticed(after: age, now: now) {
            detached[key]?.isNoticed = true
            noticed += 1
        }
        return noticed
    }
}

// MARK: Memory

extension RingReader {
    /// Looks of `shrinkIfCalm` until a ring is calm.
    private static let calmLooks = 4

    /// Returns the memory to the system once the ring's thread has ended and everything was read.
    mutating func discardIfAbandoned() {
        // The part of a left buffer that a call might be writing to is still there.
        guard position != discarded || isReplacing, ring.pointee.beginDiscarding(readUpTo: position) else { return }
        defer { ring.pointee.endDiscarding() }
        roundEnd = position
        setEnd()
        if isReplacing || buffer.pointee.spareBytes > 0 && replaceBuffer() {
            ring.pointee.takeReplacement()
            setEnd()
        }
        cthread_discard(base, buffer.pointee.capacity)
        discarded = position
        populated.through = position
    }

    /// Lets a ring that has grown return to its first size, once it carried little for several looks in a row.
    mutating func shrinkIfCalm() {
        defer { calm.position = position }
        guard buffer.pointee.spareBytes > 0, position - calm.position <= ring.pointee.gate.pointee.ringBytes / 2 else {
            calm.looks = 0
            return
        }
        calm.looks += 1
        if calm.looks >= Self.calmLooks, !isBehind, isReplacing || replaceBuffer() { discardLeftBuffer() }
    }

    /// Fewest and most bytes that are resident before calls need them.
    private static let populatedBytes: ClosedRange<UInt> = 16_384...262_144

    /// Has the system provide the pages that the writer comes to next, while few calls arrive: a call that comes alone
    /// would wait longer for its page than for everything else. In a burst, the drain would only follow the writer.
    mutating func populateAhead() {
        let written = position - populated.looked
        populated.looked = position
        let capacity = UInt(buffer.pointee.capacity)
        let start = max(buffer.pointee.start, discarded)
        // Enough for four looks.
        let wanted = max(written * 4, Self.populatedBytes.lowerBound)
        // A thread whose buffer was discarded has ended, or goes on in another one with its next call.
        guard written > 0, position != discarded, !isReplacing else { return }
        guard wanted <= Self.populatedBytes.upperBound, position < start + capacity else { return }
        let first = max(populated.through, position)
        guard first < position + wanted / 2 else { return }
        let length = min(wanted, capacity - first & mask)
        cthread_populate(base + Int(first & mask), Int(length))
        populated.through = (first + length) & ~4_095
    }

    /// Adjusts the number of timing samples to the number of calls since the last look.
    mutating func adjustSampling() {
        let now = ring.pointee.recorded.load(ordering: .relaxed)
        ring.pointee.adjustSampling(areManyCalls: now - recorded > 1_000)
        recorded = now
    }

    /// Hands a buffer of the first size to the writer.
    private mutating func replaceBuffer() -> Bool {
        guard let new = RingBuffer.make(ring.pointee.gate.pointee.ringBytes) else { return false }
        ring.pointee.replaceBuffer(by: new)
        isReplacing = true
        return true
    }

    /// Returns the memory of the buffer to the system before the writer leaves it, which it does with its next call.
    ///
    /// After the fence, only a claim that is in progress still uses the buffer, at the head.
    private mutating func discardLeftBuffer() {
        cthread_heavy_fence()
        // Where the fence does not stop the writer, the buffer stays until the writer leaves it.
        guard cthread_has_asymmetric_fences(), !isBehind, buffer.pointee.next.load(ordering: .acquiring) == nil else {
            return
        }
        let capacity = buffer.pointee.capacity
        let most = BeginEntry.most(capacity: ring.pointee.gate.pointee.limits.pointee.capacity)
        let (offset, claimed) = (Int(position & mask), Int(position & mask) + most)
        if claimed <= capacity {
            cthread_discard(base, offset)
            cthread_discard(base + claimed, capacity - claimed)
        } else if most < offset {
            cthread_discard(base + most, offset - most)
        }
        ring.pointee.gate.pointee.growth.giveBack(buffer.pointee.spareBytes)
        buffer.pointee.spareBytes = 0
        discarded = position
        populated.through = position
    }
}
