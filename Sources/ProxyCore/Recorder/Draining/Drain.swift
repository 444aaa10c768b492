// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import CThread
internal import Synchronization

/// Merges the rings of all threads into the store: gives out `seq` in the order of starts and `position` in the order
/// of ends.
///
/// Every entry carries a reading of one counter that all cores share, so the merge is by that. An entry may only be
/// taken when no thread can still publish an earlier begin. A round therefore takes a reading, executes a heavy fence
/// and looks at all heads: a writer that is between `announce` and `publish` is seen by its mark and waited for, any
/// later one reads the counter after this round did. Ends carry no mark: one that is published late takes its place
/// among the calls that complete at that moment.
///
/// Not thread safe by itself: the engine's lock guards it.
struct Drain {
    /// One per ring, at a fixed address each: the merge must not copy them, nor count references to find them.
    private(set) var readers: [UnsafeMutablePointer<RingReader>] = []
    private(set) var clock = TickClock()
    private(set) var store: MemoryStore
    private(set) var statistics = StatisticsTable()
    private(set) var threads: [ThreadInfo] = []
    private(set) var lastSeq: UInt64 = 0
    /// Position up to which a sink has taken all over; nil when nobody waits for one.
    var sinkPosition: UInt64?
    private var threadIndices: [ThreadInfo: UInt16] = [:]
    private var readersByRing: [UInt: UnsafeMutablePointer<RingReader>] = [:]
    private var spareBuffers: [[UInt8]] = []

    init(store: MemoryStore) { self.store = store }

    mutating func add(_ ring: UnsafeMutablePointer<Ring>) {
        let reader = UnsafeMutablePointer<RingReader>.allocate(capacity: 1)
        reader.initialize(to: RingReader(ring: ring))
        readersByRing[UInt(bitPattern: ring)] = reader
        readers.append(reader)
    }

    /// Frees the rings and what is kept of them. Nothing may be called afterwards.
    mutating func deallocate() {
        for reader in readers {
            reader.pointee.ring.deinitialize(count: 1)
            reader.pointee.ring.deallocate()
            reader.deinitialize(count: 1)
            reader.deallocate()
        }
        readers = []
        statistics.deallocate()
    }

    mutating func clear(includingMarked: Bool) { store.clear(includingMarked: includingMarked) }

    /// Whether a call is stored or running.
    func knows(_ seq: UInt64) -> Bool {
        openCalls.contains { $0.seq == seq } || store.snapshot.record(seq: seq) != nil
    }

    mutating func note(seq: UInt64, _ change: (inout InvocationMark) -> Void) { store.note(seq: seq, change) }

    /// Mean of the sampled calls, nil before the first.
    var overheadNanosecondsPerCall: Double? {
        let samples = sum { $0.overheadSamples.load(ordering: .relaxed) }
        guard samples > 0 else { return nil }
        let ticks = sum { $0.overheadTicks.load(ordering: .relaxed) }
        return Double(ticks) * clock.nanosecondsPerTick / Double(samples)
    }

    /// Adds what a governor has counted to the statistics.
    mutating func absorbCounts(of governor: borrowing RateGovernor) {
        governor.takeCounts { statistics.countUnrecorded($0, calls: $1, errors: $2, unanswered: $3) }
    }

    /// Adds a number up over all rings.
    func sum(_ number: (borrowing Ring) -> UInt64) -> UInt64 {
        readers.reduce(0) { $0 + number($1.pointee.ring.pointee) }
    }

    // MARK: A round

    /// Looks at all heads and says up to which reading of the counter entries may be merged now; nil when a writer
    /// stays between reading the counter and publishing, which happens when it loses its core there.
    mutating func beginRound() -> UInt64? {
        clock.refine()
        let limit = cclock_ticks()
        cthread_heavy_fence()
        for reader in readers {
            guard let head = Self.settledHead(of: reader.pointee.ring) else { return nil }
            reader.pointee.end = head
        }
        return limit
    }

    private static func settledHead(of ring: UnsafeMutablePointer<Ring>) -> UInt? {
        for _ in 0..<2_000 {
            let head = ring.pointee.head.load(ordering: .acquiring)
            if head & 1 == 0 { return head }
        }
        return nil
    }

    /// Merges about `count` entries up to `limit`.
    ///
    /// - Returns: Whether entries of this round are left.
    mutating func merge(upTo limit: UInt64, atMost count: Int) -> Bool {
        var left = count
        while left > 0 {
            guard let (reader, horizon) = earliest(upTo: limit) else { return false }
            left -= merge(reader, upTo: horizon, atMost: left)
        }
        return true
    }

    /// Invocations that may be stored before the sink has to go on.
    var room: Int { sinkPosition.map(store.room) ?? .max }

    /// Stores how far each ring was read, which makes room for its writer.
    func publishTails() {
        for reader in readers {
            reader.pointee.ring.pointee.tail.store(reader.pointee.position, ordering: .releasing)
        }
    }

    /// The reader with the earliest entry, and up to which reading of the counter it stays the earliest.
    private func earliest(upTo limit: UInt64) -> (reader: UnsafeMutablePointer<RingReader>, horizon: UInt64)? {
        var best: (reader: UnsafeMutablePointer<RingReader>, ticks: UInt64)?
        var horizon = limit
        for reader in readers {
            guard let entry = reader.pointee.next() else { continue }
            let ticks = EntryHead.ticks(at: entry)
            if let known = best, ticks >= known.ticks {
                horizon = min(horizon, ticks)
            } else {
                if let known = best { horizon = min(horizon, known.ticks) }
                best = (reader, ticks)
            }
        }
        guard let best, best.ticks <= limit else { return nil }
        return (best.reader, horizon)
    }

    /// Merges the entries of one ring up to `horizon`.
    ///
    /// - Returns: How many they were.
    private mutating func merge(
        _ reader: UnsafeMutablePointer<RingReader>,
        upTo horizon: UInt64,
        atMost count: Int
    ) -> Int {
        var taken = 0
        while taken < count, let entry = reader.pointee.next() {
            guard EntryHead.ticks(at: entry) <= horizon else { break }
            let head = entry.load(as: EntryHead.self)
            reader.pointee.position &+= UInt(head.size)
            taken += 1
            switch EntryKind(rawValue: head.kind) {
            case .begin:
                if let end = reader.pointee.end(ofCallAt: entry, upTo: horizon) {
                    storeWhole(BeginRecord(entry, head), EndRecord(end), reader)
                    reader.pointee.position &+= UInt(end.load(as: EntryHead.self).size)
                    taken += 1
                } else {
                    open(BeginRecord(entry, head), reader)
                }
            case .end: close(EndRecord(entry), reader)
            case .thread: changeThread(entry, reader)
            case .padding, nil: break
            }
        }
        return taken
    }

    private mutating func changeThread(_ entry: UnsafeRawPointer, _ reader: UnsafeMutablePointer<RingReader>) {
        let thread = ThreadInfo(entry.load(as: ThreadEntry.self).thread)
        if let known = threadIndices[thread] {
            reader.pointee.thread = known
        } else {
            let new = UInt16(clamping: threads.count)
            if threads.count <= Int(UInt16.max) { threads.append(thread) }
            threadIndices[thread] = new
            reader.pointee.thread = new
        }
    }

    // MARK: Begin and end

    /// A call that ended before anything else began: from the ring into the store, without a stop in between.
    private mutating func storeWhole(_ begin: BeginRecord, _ end: EndRecord, _ reader: UnsafeMutablePointer<RingReader>)
    {
        store(header(of: begin.entry, reader), begin.arguments, end)
    }

    private mutating func open(_ begin: BeginRecord, _ reader: UnsafeMutablePointer<RingReader>) {
        var arguments = spareBuffers.popLast() ?? []
        arguments.append(contentsOf: begin.arguments)
        let call = OpenCall(header: header(of: begin.entry, reader), call: begin.entry.call, arguments: arguments)
        if begin.entry.isDetached {
            reader.pointee.detached[begin.entry.call] = call
        } else {
            reader.pointee.open.append(call)
        }
    }

    /// Gives a call that begins its number.
    @inline(__always)
    private mutating func header(of begin: BeginEntry, _ reader: UnsafeMutablePointer<RingReader>) -> CallHeader {
        lastSeq += 1
        let depth = reader.pointee.open.count
        return CallHeader(
            seq: lastSeq,
            parentSeq: depth > 0 ? reader.pointee.open[depth - 1].header.seq : 0,
            depth: depth,
            site: begin.site,
            revision: begin.revision,
            thread: reader.pointee.thread,
            startTicks: begin.ticks,
            skipped: begin.skipped
        )
    }

    private mutating func close(_ end: EndRecord, _ reader: UnsafeMutablePointer<RingReader>) {
        guard var call = removeOpenCall(end.entry, reader) else { return }
        call.arguments.withUnsafeBytes { store(call.header, $0, end) }
        call.arguments.removeAll(keepingCapacity: true)
        if spareBuffers.count < 64 { spareBuffers.append(call.arguments) }
    }

    private func removeOpenCall(_ end: EndEntry, _ reader: UnsafeMutablePointer<RingReader>) -> OpenCall? {
        let depth = reader.pointee.open.count
        if end.ring == 0, depth > 0, reader.pointee.open[depth - 1].call == end.call {
            return reader.pointee.open.removeLast()
        }
        let origin = end.ring == 0 ? reader : readersByRing[end.ring] ?? reader
        return origin.pointee.detached.removeValue(forKey: end.call)
    }

    private mutating func store(_ call: CallHeader, _ arguments: UnsafeRawBufferPointer, _ end: EndRecord) {
        let duration = clock.duration(from: call.startTicks, to: end.entry.ticks)
        let size = StoredHeader.size &+ arguments.count &+ end.value.count
        let header = StoredHeader(
            size: UInt32(truncatingIfNeeded: size),
            argumentBytes: UInt32(truncatingIfNeeded: arguments.count),
            seq: call.seq,
            parentSeq: call.parentSeq,
            site: call.site,
            start: clock.offset(of: call.startTicks),
            duration: duration,
            target: end.entry.targetTicks == EndEntry.noTarget
                ? EndEntry.noTarget : min(duration, clock.duration(from: 0, to: end.entry.targetTicks)),
            revision: call.revision,
            thread: call.thread,
            depth: UInt16(clamping: call.depth),
            state: end.entry.head.state,
            path: end.entry.head.returnPath,
            parts: end.entry.head.parts,
            skipped: call.skipped
        )
        let memory = store.claim(size)
        memory.storeBytes(of: header, as: StoredHeader.self)
        memory.copy(arguments, at: StoredHeader.size)
        memory.copy(end.value, at: StoredHeader.size &+ arguments.count)
        store.append(size, seq: call.seq)
        statistics.count(header)
    }

    // MARK: Running calls

    /// Calls under way, in the order of their starts.
    var openCalls: [OpenCall] {
        readers.flatMap { $0.pointee.open + $0.pointee.detached.values }.sorted { $0.header.seq < $1.header.seq }
    }

    /// Number of calls under way.
    var openCallCount: Int { readers.reduce(0) { $0 + $1.pointee.open.count + $1.pointee.detached.count } }

    /// Calls that have been under way for `ticks` and were not announced yet; announces them.
    mutating func noticeRunning(olderThan ticks: UInt64) -> Int {
        let now = cclock_ticks()
        return readers.reduce(0) { $0 + $1.pointee.noticeRunning(olderThan: ticks, now: now) }
    }
}

extension UnsafeMutableRawPointer {
    @inline(__always)
    fileprivate func copy(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return }
        (self + offset).copyMemory(from: base, byteCount: bytes.count)
    }
}

extension CallSite {
    /// The immortal call site at an address that a record carries.
    static func at(_ address: UInt) -> UnsafePointer<CallSite> {
        // The address was taken from such a pointer, which is never null.
        UnsafePointer(bitPattern: address)!
    }
}
