// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import CThread
internal import Synchronization

/// Merges the rings of all threads into the store, assigning `seq` in order of starts and `position` in order of ends.
///
/// Entries are merged by their readings of one counter that all cores share. An entry may only be merged once no thread
/// can publish an earlier begin. A round therefore reads the counter, executes a heavy fence, and loads all heads. If a
/// writer is between `announce` and `publish`, its mark is visible and the drain waits for it. Any later writer reads
/// the counter after this round did. Ends carry no mark: a late one is ordered among the calls that complete when it is
/// published.
///
/// Not thread safe: the engine's lock guards it.
struct Drain {
    /// One reader per ring, at a stable address, so that merging neither copies readers nor counts references.
    private(set) var readers: [UnsafeMutablePointer<RingReader>] = []
    private(set) var clock = TickClock()
    private(set) var store: MemoryStore
    private(set) var statistics = StatisticsTable()
    private(set) var threadTable = ThreadTable()
    private(set) var lastSeq: UInt64 = 0
    /// The calls whose completions changed after their begin was read.
    private(set) var completionLog = CompletionLog()
    /// Position up to which a sink has stored everything; nil when the drain need not wait for a sink.
    var sinkPosition: UInt64?
    private var nameSweep: NameSweep?
    private var readersByRing: [UInt: UnsafeMutablePointer<RingReader>] = [:]
    private var spareBuffers: [[UInt8]] = []
    private var rounds: UInt64 = 0

    init(store: MemoryStore) { self.store = store }

    mutating func add(_ ring: UnsafeMutablePointer<Ring>) {
        let reader = UnsafeMutablePointer<RingReader>.allocate(capacity: 1)
        reader.initialize(to: RingReader(ring: ring))
        readersByRing[UInt(bitPattern: ring)] = reader
        readers.append(reader)
    }

    /// Frees the rings and the readers. The drain must not be used afterwards.
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

    /// Whether the call with this number is stored or running.
    func knows(_ seq: UInt64) -> Bool {
        openCalls.contains { $0.seq == seq } || store.snapshot.record(seq: seq) != nil
    }

    mutating func note(seq: UInt64, _ change: (inout InvocationMark) -> Void) { store.note(seq: seq, change) }

    /// Mean overhead of the sampled calls; nil before the first sample.
    var overheadNanosecondsPerCall: Double? {
        let samples = sum { $0.overheadSamples.load(ordering: .relaxed) }
        guard samples > 0 else { return nil }
        let ticks = sum { $0.overheadTicks.load(ordering: .relaxed) }
        return Double(ticks) * clock.nanosecondsPerTick / Double(samples)
    }

    /// Adds a governor's counts to the statistics.
    mutating func absorbCounts(of governor: borrowing RateGovernor) {
        governor.takeCounts { statistics.countUnrecorded($0, calls: $1, errors: $2, unanswered: $3) }
    }

    /// Sums a counter over all rings.
    func sum(_ number: (borrowing Ring) -> UInt64) -> UInt64 {
        readers.reduce(0) { $0 + number($1.pointee.ring.pointee) }
    }

    // MARK: A round

    /// Loads all heads. Returns the counter reading up to which entries may be merged now, or nil if a writer was
    /// preempted between reading the counter and publishing.
    mutating func beginRound() -> UInt64? {
        clock.refine()
        let limit = cclock_ticks()
        cthread_heavy_fence()
        for reader in readers {
            guard let head = Self.settledHead(of: reader.pointee.ring) else { return nil }
            reader.pointee.end = head
        }
        rounds &+= 1
        // Checking a thread's context costs more than checking its ring.
        if rounds % 64 == 0 { discardAbandonedRings() }
        store.ringBytes = ringBytes
        return limit
    }

    /// Memory used by the rings, in bytes.
    var ringBytes: Int { readers.reduce(0) { $0 + $1.pointee.bytes } }

    /// Returns the memory of rings whose threads have ended to the system.
    func discardAbandonedRings() {
        for reader in readers { reader.pointee.discardIfAbandoned() }
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
    /// - Returns: Whether the round may have entries left.
    mutating func merge(upTo limit: UInt64, atMost count: Int) -> Bool {
        var left = count
        while left > 0 {
            guard let (reader, horizon) = earliest(upTo: limit) else { return false }
            left -= merge(reader, upTo: horizon, atMost: left)
        }
        return true
    }

    /// Number of invocations that may be stored before the sink must catch up.
    var room: Int { sinkPosition.map(store.room) ?? .max }

    /// Publishes how far each ring was read, which frees space for its writer.
    func publishTails() {
        for reader in readers {
            reader.pointee.ring.pointee.tail.store(reader.pointee.position, ordering: .releasing)
        }
    }

    /// The reader with the earliest entry, and the counter reading up to which it remains the earliest.
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
    /// - Returns: The number of merged entries.
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
        let number = threadTable.number(of: ThreadInfo(entry.load(as: ThreadEntry.self).thread))
        reader.pointee.thread = number
        nameSweep?.keepThread(number)
    }

    // MARK: Names

    /// Whether a search for unnamed revisions and threads is in progress.
    var isSweeping: Bool { nameSweep != nil }

    /// Begins a search for revisions of deallocated proxies, and for threads, that no record names.
    mutating func beginSweep(of gone: [UInt32]) {
        guard nameSweep == nil else { return }
        let isCrowded = threadTable.isCrowded()
        guard isCrowded || !gone.isEmpty else { return }
        var threads: Set<UInt16> = []
        if isCrowded {
            threads = threadTable.beginLook()
            for reader in readers { threads.remove(reader.pointee.thread) }
        }
        nameSweep = NameSweep(revisions: gone, threads: threads, underWay: openCalls, store.snapshot)
    }

    /// Continues the search for a moment.
    ///
    /// - Returns: At the end of the search, the revisions that records still name; nil before.
    mutating func sweepSome() -> [UInt32]? {
        nameSweep?.go()
        guard let sweep = nameSweep, sweep.isDone else { return nil }
        nameSweep = nil
        threadTable.forget(sweep.threads)
        store.names = store.names.succeeded(
            revisions: sweep.revisions,
            threads: sweep.threads,
            returned: threadTable.returned
        )
        return sweep.named
    }

    /// Called when the recorder is deallocated: the names go with the last reader of its records.
    mutating func forgetAll(_ gone: [UInt32]) {
        let rest = gone + (nameSweep.map { $0.named + $0.revisions } ?? [])
        nameSweep = nil
        store.names = store.names.succeeded(revisions: Set(rest), threads: [], returned: threadTable.returned)
    }

    // MARK: Begin and end

    /// Stores a call that ended before anything else began directly, without opening it first.
    private mutating func storeWhole(_ begin: BeginRecord, _ end: EndRecord, _ reader: UnsafeMutablePointer<RingReader>)
    {
        let header = header(of: begin.entry, reader)
        if begin.entry.hasClosures { settleClosures(of: begin, header) }
        store(header, begin.arguments, end)
    }

    private mutating func open(_ begin: BeginRecord, _ reader: UnsafeMutablePointer<RingReader>) {
        var arguments = spareBuffers.popLast() ?? []
        arguments.append(contentsOf: begin.arguments)
        let call = OpenCall(header: header(of: begin.entry, reader), call: begin.entry.call, arguments: arguments)
        if begin.entry.hasClosures { settleClosures(of: begin, call.header) }
        if begin.entry.isDetached {
            reader.pointee.detached[begin.entry.call] = call
        } else {
            reader.pointee.open.append(call)
        }
    }

    /// Assigns a number to a call that begins.
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
        if end.ring == 0, depth > 0,
            end.call == EndEntry.innermostCall || reader.pointee.open[depth - 1].call == end.call
        {
            return reader.pointee.open.removeLast()
        }
        let origin = end.ring == 0 ? reader : readersByRing[end.ring] ?? reader
        return origin.pointee.detached.removeValue(forKey: end.call)
    }

    private mutating func store(_ call: CallHeader, _ arguments: UnsafeRawBufferPointer, _ end: EndRecord) {
        let duration = clock.duration(from: call.startTicks, to: end.entry.ticks)
        let target: UInt64 =
            switch (end.entry.targetTicks, end.entry.call) {
            case (EndEntry.noTarget, _): EndEntry.noTarget
            case (_, EndEntry.innermostCall): duration
            case (let ticks, _): min(duration, clock.duration(from: 0, to: ticks))
            }
        let size = StoredHeader.size &+ arguments.count &+ end.value.count
        let header = StoredHeader(
            size: UInt32(truncatingIfNeeded: size),
            argumentBytes: UInt32(truncatingIfNeeded: arguments.count),
            seq: call.seq,
            parentSeq: call.parentSeq,
            site: call.site,
            start: clock.offset(of: call.startTicks),
            duration: duration,
            target: target,
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

    // MARK: Closures

    /// Tells the closure arguments of a call its number, and stores what became of them so far.
    @inline(never)
    private mutating func settleClosures(of begin: BeginRecord, _ call: CallHeader) {
        let closures = begin.takeClosures().settle(seq: call.seq)
        store.completions[call.seq] = StoredCompletions(startTicks: call.startTicks, closures, clock)
        store.keepToLimit()
    }

    /// Stores what became of closure arguments since. Changes of calls that are no longer stored are dropped.
    mutating func storeChanges(of changed: [CallClosures]) {
        for call in changed {
            guard let (seq, closures) = call.takeChange(), var stored = store.completions[seq] else { continue }
            stored.update(closures, clock)
            store.completions[seq] = stored
            completionLog.append(seq)
        }
        store.keepToLimit()
    }

    /// The calls whose completions changed after the change with a number, and the number of the last change.
    func completionChanges(after number: UInt64) -> (calls: Set<UInt64>, last: UInt64) {
        (completionLog.calls(after: number) ?? Set(store.completions.numbers()), completionLog.last)
    }

    // MARK: Running calls

    /// The running calls, in order of their starts.
    var openCalls: [OpenCall] {
        readers.flatMap { $0.pointee.open + $0.pointee.detached.values }.sorted { $0.header.seq < $1.header.seq }
    }

    /// Number of running calls.
    var openCallCount: Int { readers.reduce(0) { $0 + $1.pointee.open.count + $1.pointee.detached.count } }

    /// Marks the calls that have been running for `ticks` and were not announced yet; returns their number.
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
    /// The immortal call site at an address taken from a record.
    static func at(_ address: UInt) -> UnsafePointer<CallSite> {
        // The address comes from such a pointer, which is never null.
        UnsafePointer(bitPattern: address)!
    }
}
