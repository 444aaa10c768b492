// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

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
/// The counter is not trusted: cores may have different ones, and one may jump. The readings of each ring are therefore
/// shifted so that they fit what is known of the order (`RingReader.time(ofNext:limit:)`): entries of one ring follow each
/// other, an entry that was visible before a round began is not later than the round, and a begin is not earlier than
/// those of previous rounds. So every entry is merged by the first round that begins after it was published, and starts
/// never go back. An end that is read before its begin waits for it (`EarlyEnd`).
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
    /// Time of the last start, by the clock, and the same as nanoseconds since the recorder was created.
    private var lastStart: (ticks: UInt64, offset: UInt64) = (0, 0)
    /// The calls whose completions changed after their begin was read.
    private(set) var completionLog = CompletionLog()
    /// Position up to which a sink has stored everything; nil when the drain need not wait for a sink.
    var sinkPosition: UInt64?
    /// Where other processes read the position of the newest call; one for each server.
    var sharedPositions: [WeakSharedPosition] = []
    /// Whether calls wait in `ended` for a transform's decision instead of being stored.
    var isJudging = false
    /// The calls that wait, in order of their ends.
    private(set) var ended: [EndedCall] = []
    /// Calls that were recorded and then dropped by a transform.
    private(set) var discarded: UInt64 = 0
    private var nameSweep: NameSweep?
    private var tasks = TaskCalls()
    private var readersByRing: [UInt: UnsafeMutablePointer<RingReader>] = [:]
    private var spareBuffers: [[UInt8]] = []
    private var rounds: UInt64 = 0
    private var knownGrowth = 0
    /// Time of the next `lookAfterRings`, on the monotonic clock.
    private var nextLook: UInt64 = 0

    init(store: MemoryStore) { self.store = store }

    mutating func add(_ ring: UnsafeMutablePointer<Ring>) {
        let reader = UnsafeMutablePointer<RingReader>.allocate(capacity: 1)
        reader.initialize(to: RingReader(ring: ring, shift: clock.shift))
        readersByRing[UInt(bitPattern: ring)] = reader
        readers.append(reader)
    }

    /// Frees the rings and the readers. The drain must not be used afterwards.
    mutating func deallocate() {
        for reader in readers {
            reader.pointee.freeBuffers()
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

    /// Mean overhead of the sampled calls, in nanoseconds; nil before the first sample.
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

    /// Calls whose end was not recorded by their thread; see `endLeft`.
    var left: UInt64 { UInt64(readers.reduce(0) { $0 + $1.pointee.left }) }

    // MARK: A round

    /// What waits in the rings.
    var work: DrainPace.Work {
        var work = DrainPace.Work.nothing
        for reader in readers {
            if reader.pointee.unread > reader.pointee.ring.pointee.gate.pointee.ringBytes / 8 { return .much }
            if reader.pointee.isBehind { work = .some }
        }
        return work
    }

    /// Whether a ring has entries that were not read yet, or a writer is about to publish one.
    var isBehind: Bool { readers.contains { $0.pointee.isBehind } }

    /// Compares the clock with CLOCK_MONOTONIC. Every round does, whether it merges or not: the longer the time since the
    /// last comparison, the larger is the smallest jump that is noticed.
    mutating func advanceClock() {
        let jump = clock.advance()
        guard jump != 0 else { return }
        for reader in readers { reader.pointee.shift(by: jump) }
    }

    /// Loads all heads. Returns the time up to which entries may be merged now, or nil if a writer was preempted between
    /// reading the counter and publishing.
    mutating func beginRound() -> UInt64? {
        for reader in readers { reader.pointee.due = reader.pointee.ring.pointee.head.load(ordering: .acquiring) & ~1 }
        advanceClock()
        let limit = clock.last
        cthread_heavy_fence()
        for reader in readers {
            guard let head = Self.settledHead(of: reader.pointee.ring) else { return nil }
            reader.pointee.beginRound(end: head)
        }
        rounds &+= 1
        // Checking a thread's context costs more than checking its ring.
        if rounds % 64 == 0 { discardAbandonedRings() }
        store.ringBytes = ringBytes
        return limit
    }

    /// Memory used by the rings, in bytes.
    var ringBytes: Int { readers.reduce(0) { $0 + $1.pointee.bytes } }

    /// Makes room in the store for rings that have grown.
    ///
    /// - Parameter growth: Bytes by which they may have grown.
    mutating func countRings(growth: Int) {
        guard growth != knownGrowth else { return }
        knownGrowth = growth
        store.ringBytes = ringBytes
    }

    /// Returns the memory of rings whose threads have ended to the system.
    func discardAbandonedRings() {
        for reader in readers { reader.pointee.discardIfAbandoned() }
    }

    /// Lets rings that grew in a burst return to their first size, and adjusts the rates of timing samples. Call it
    /// often; it looks four times a second.
    ///
    /// - Parameter now: The monotonic clock, in nanoseconds.
    mutating func lookAfterRings(now: UInt64) {
        guard now >= nextLook else { return }
        nextLook = now + 250_000_000
        for reader in readers {
            reader.pointee.shrinkIfCalm()
            reader.pointee.populateAhead()
            reader.pointee.adjustSampling()
        }
        store.ringBytes = ringBytes
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
            left -= merge(reader, upTo: horizon, limit: limit, atMost: left)
        }
        return true
    }

    /// Number of invocations that may be stored before the sink must catch up.
    var room: Int { sinkPosition.map(store.room) ?? .max }

    /// Publishes how far each ring was read, which frees space for its writer, and how many calls are stored.
    func publish() {
        for shared in sharedPositions { shared.position?.store(store.lastPosition) }
        for reader in readers {
            reader.pointee.ring.pointee.tail.store(reader.pointee.position, ordering: .releasing)
        }
    }

    /// The reader with the earliest entry, and the time up to which it remains the earliest.
    private func earliest(upTo limit: UInt64) -> (reader: UnsafeMutablePointer<RingReader>, horizon: UInt64)? {
        var best: (reader: UnsafeMutablePointer<RingReader>, ticks: UInt64)?
        var horizon = limit
        for reader in readers {
            guard let entry = reader.pointee.next() else { continue }
            let ticks = reader.pointee.time(ofNext: entry, limit: limit)
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
        limit: UInt64,
        atMost count: Int
    ) -> Int {
        var taken = 0
        while taken < count, let entry = reader.pointee.next() {
            let time = reader.pointee.time(ofNext: entry, limit: limit)
            guard time <= horizon else { break }
            let head = entry.load(as: EntryHead.self)
            reader.pointee.position &+= UInt(head.size)
            taken += 1
            switch EntryKind(rawValue: head.kind) {
            case .begin:
                var begin = BeginRecord(entry, head)
                begin.entry.ticks = reader.pointee.pass(time, notBefore: lastStart.ticks)
                if let end = reader.pointee.end(ofCallAt: entry, upTo: horizon, limit: limit) {
                    storeWhole(begin, EndRecord(end.entry, at: reader.pointee.pass(end.time)), reader)
                    reader.pointee.position &+= UInt(end.entry.load(as: EntryHead.self).size)
                    taken += 1
                } else {
                    open(begin, reader)
                }
            case .end: close(EndRecord(entry, at: reader.pointee.pass(time)), reader)
            case .thread:
                _ = reader.pointee.pass(time)
                changeThread(entry, reader)
            case .context:
                _ = reader.pointee.pass(time)
                reader.pointee.context.removeAll(keepingCapacity: true)
                reader.pointee.context.append(contentsOf: ContextEntry.note(at: entry, head))
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
        let header = header(of: begin, reader)
        if begin.entry.hasClosures { settleClosures(of: begin, header) }
        guard begin.entry.isInSpan else {
            return store(header, begin.arguments(noteBytes: header.noteBytes), begin.frames, end)
        }
        var arguments = spareBuffers.popLast() ?? []
        append(begin, header, reader, to: &arguments)
        arguments.withUnsafeBytes { store(header, $0, begin.frames, end) }
        giveBack(&arguments)
    }

    /// Appends the arguments of a call, and what is known about its task and span.
    private func append(
        _ begin: BeginRecord,
        _ header: CallHeader,
        _ reader: UnsafeMutablePointer<RingReader>,
        to arguments: inout [UInt8]
    ) {
        if begin.entry.isInSpan {
            arguments.append(contentsOf: begin.arguments(noteBytes: 0))
            arguments.append(contentsOf: reader.pointee.context)
        } else {
            arguments.append(contentsOf: begin.arguments(noteBytes: header.noteBytes))
        }
    }

    private mutating func giveBack(_ arguments: inout [UInt8]) {
        arguments.removeAll(keepingCapacity: true)
        if spareBuffers.count < 64 { spareBuffers.append(arguments) }
    }

    private mutating func open(_ begin: BeginRecord, _ reader: UnsafeMutablePointer<RingReader>) {
        var arguments = spareBuffers.popLast() ?? []
        let header = header(of: begin, reader)
        append(begin, header, reader, to: &arguments)
        var call = OpenCall(header: header, call: begin.entry.call, arguments: arguments)
        if !begin.frames.isEmpty { call.frames = Array(begin.frames.bindMemory(to: UInt.self)) }
        if begin.entry.hasClosures { settleClosures(of: begin, header) }
        guard begin.entry.isDetached else { return reader.pointee.open.append(call) }
        if let end = reader.pointee.earlyEnds.removeValue(forKey: call.call) {
            end.withRecord { finish(&call, $0) }
        } else {
            reader.pointee.detached[begin.entry.call] = call
            if let task = call.taskNumber { tasks.add(header, in: task) }
        }
    }

    /// Assigns a number to a call that begins.
    @inline(__always)
    private mutating func header(of begin: BeginRecord, _ reader: UnsafeMutablePointer<RingReader>) -> CallHeader {
        lastSeq += 1
        let entry = begin.entry
        lastStart = (entry.ticks, max(lastStart.offset, clock.offset(of: entry.ticks)))
        let scope = entry.noteBytes == 0 ? nil : CallParent.scope(of: begin, readersByRing, tasks)
        let parent = CallParent.parent(in: scope, reader, readers)
        var header = CallHeader(
            seq: lastSeq,
            parentSeq: parent.seq,
            depth: parent.seq == 0 ? 0 : parent.depth + 1,
            site: entry.site,
            revision: entry.revision,
            thread: reader.pointee.thread,
            startTicks: entry.ticks,
            start: lastStart.offset,
            skipped: entry.skipped
        )
        if let scope { header.scopeSeq = scope.seq }
        // A call that outlives its async call, in a task created there, is like any call outside of async calls.
        if entry.isInSpan {
            header.noteBytes = UInt8(truncatingIfNeeded: reader.pointee.context.count)
        } else if scope != nil || entry.isDetached {
            header.noteBytes = entry.noteBytes
        }
        return header
    }

    private mutating func close(_ end: EndRecord, _ reader: UnsafeMutablePointer<RingReader>) {
        if let inside = reader.pointee.callsInside(end.entry) { endLeft(inside, at: end.entry.ticks, reader) }
        guard var call = removeOpenCall(end.entry, reader) else {
            if end.entry.ring != 0 {
                origin(of: end.entry, reader).pointee.earlyEnds[end.entry.call] = EarlyEnd(end)
            } else {
                reader.pointee.countLateEnd()
            }
            return
        }
        finish(&call, end)
    }

    /// Ends running calls of a thread that were left without a return: one around them has ended.
    private mutating func endLeft(_ calls: [OpenCall], at ticks: UInt64, _ reader: UnsafeMutablePointer<RingReader>) {
        let limits = reader.pointee.ring.pointee.gate.pointee.limits
        withUnsafeTemporaryAllocation(byteCount: limits.pointee.capacity, alignment: 8) { memory in
            guard let base = memory.baseAddress else { return }
            var writer = ValueWriter(at: base, limits: limits)
            EndValue.error(CallLeft()).write(to: &writer)
            let value = UnsafeRawBufferPointer(start: base, count: writer.cursor - base)
            for var call in calls.reversed() {
                var entry = EndEntry(
                    head: EntryHead(.end, size: EndEntry.size),
                    ticks: ticks,
                    call: EndEntry.innermostCall,
                    targetTicks: 0,
                    ring: 0
                )
                entry.head.state = Invocation.State.threw.rawValue
                entry.head.setEnd(.target, .value)
                reader.pointee.countLeft()
                finish(&call, EndRecord(entry: entry, value: value))
            }
        }
    }

    private mutating func finish(_ call: inout OpenCall, _ end: EndRecord) {
        call.arguments.withUnsafeBytes { arguments in
            call.frames.withUnsafeBytes { store(call.header, arguments, $0, end) }
        }
        giveBack(&call.arguments)
    }

    private mutating func removeOpenCall(_ end: EndEntry, _ reader: UnsafeMutablePointer<RingReader>) -> OpenCall? {
        let depth = reader.pointee.open.count
        if end.ring == 0, depth > 0,
            end.call == EndEntry.innermostCall || reader.pointee.open[depth - 1].call == end.call
        {
            return reader.pointee.open.removeLast()
        }
        let call = origin(of: end, reader).pointee.detached.removeValue(forKey: end.call)
        if let call, let task = call.taskNumber { tasks.remove(call.header, in: task) }
        return call
    }

    /// The reader of the ring with the begin of the call that ends.
    private func origin(of end: EndEntry, _ reader: UnsafeMutablePointer<RingReader>)
        -> UnsafeMutablePointer<RingReader>
    {
        end.ring == 0 ? reader : readersByRing[end.ring] ?? reader
    }

    private mutating func store(
        _ call: CallHeader,
        _ arguments: UnsafeRawBufferPointer,
        _ frames: UnsafeRawBufferPointer,
        _ end: EndRecord
    ) {
        let duration = clock.duration(from: call.startTicks, at: call.start, to: end.entry.ticks)
        let target: UInt64 =
            switch (end.entry.targetTicks, end.entry.call) {
            case (EndEntry.noTarget, _): EndEntry.noTarget
            case (_, EndEntry.innermostCall): duration
            case (let ticks, _): min(duration, clock.nanoseconds(inTicks: ticks))
            }
        if end.entry.head.parts.contains(.rule) { note(end, seq: call.seq) }
        let size = StoredHeader.size &+ arguments.count &+ end.value.count &+ frames.count
        let header = StoredHeader(
            size: UInt32(truncatingIfNeeded: size),
            lengths: StoredHeader.lengths(of: arguments.count, noteBytes: call.noteBytes),
            seq: call.seq,
            parentSeq: call.parentSeq,
            site: call.site,
            start: call.start,
            duration: duration,
            target: target,
            revision: call.revision,
            thread: call.thread,
            depth: UInt16(clamping: call.depth),
            state: end.entry.head.state,
            path: end.entry.head.returnPath,
            parts: end.entry.head.parts,
            frames: UInt8(truncatingIfNeeded: frames.count / 8),
            skipped: call.skipped
        )
        if isJudging { return ended.append(EndedCall(call, header, arguments, end.value, frames)) }
        let memory = store.claim(size)
        memory.storeBytes(of: header, as: StoredHeader.self)
        memory.copy(arguments, at: StoredHeader.size)
        memory.copy(end.value, at: StoredHeader.size &+ arguments.count)
        memory.copy(frames, at: size &- frames.count)
        store.append(size, seq: call.seq)
        statistics.count(header)
    }

    /// Applies the mark and the comment that rules gave a call.
    @inline(never)
    private mutating func note(_ end: EndRecord, seq: UInt64) {
        guard let note = RuleNote(RuleNote.split(end.value, end.entry.head.parts).note) else { return }
        guard note.isMarked || note.comment != nil else { return }
        store.note(seq: seq) { mark in
            if note.isMarked { mark.isMarked = true }
            if let comment = note.comment { mark.setComment(comment) }
        }
    }

    /// The call with a number on a ring; nil when it is not running.
    func openCall(_ number: UInt64, on ring: UInt) -> OpenCall? {
        guard let reader = readersByRing[ring]?.pointee else { return nil }
        return reader.detached[number] ?? reader.open.last { $0.call == number }
    }

    /// Stores the calls that waited for a decision.
    ///
    /// - Parameter decisions: For each call what to store, nil to drop it.
    mutating func settle(_ decisions: [EndedCall?]) {
        for (call, decision) in zip(ended, decisions) {
            guard let decision else {
                discarded += 1
                store.note(seq: call.call.seq) { $0 = InvocationMark() }
                store.completions[call.call.seq] = nil
                continue
            }
            if decision.forgetsCompletions { store.completions[call.call.seq] = nil }
            decision.withRecord { record in
                let header = record.header
                store.claim(Int(header.size)).copyMemory(from: record.base, byteCount: Int(header.size))
                store.append(Int(header.size), seq: header.seq)
                statistics.count(header)
            }
        }
        ended = []
        isJudging = false
    }

    // MARK: Closures

    /// Tells the closure arguments of a call its number, and stores what became of them so far.
    @inline(never)
    private mutating func settleClosures(of begin: BeginRecord, _ call: CallHeader) {
        let closures = begin.takeClosures().settle(seq: call.seq)
        store.completions[call.seq] = StoredCompletions(since: (call.startTicks, call.start), closures, clock)
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
        (readers.flatMap { $0.pointee.open + $0.pointee.detached.values } + ended.map(\.asOpen))
            .sorted { $0.header.seq < $1.header.seq }
    }

    /// Number of running calls.
    var openCallCount: Int { readers.reduce(0) { $0 + $1.pointee.open.count + $1.pointee.detached.count } }

    /// Whether a running call was not announced yet.
    var hasUnnoticedCalls: Bool { readers.contains { $0.pointee.hasUnnoticed } }

    /// Marks the calls that have been running for `ticks` and were not announced yet; returns their number.
    mutating func noticeRunning(olderThan ticks: UInt64) -> Int {
        let now = clock.now
        return readers.reduce(0) { $0 + $1.pointee.noticeRunning(olderThan: ticks, now: now) }
    }
}
