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
    private(set) var readers: [RingReader] = []
    private(set) var clock = TickClock()
    private(set) var store: MemoryStore
    private(set) var statistics: [UInt: SelectorStatistics] = [:]
    private(set) var threads: [ThreadInfo] = []
    private(set) var lastSeq: UInt64 = 0
    /// Position up to which a sink has taken all over; nil when nobody waits for one.
    var sinkPosition: UInt64?
    private var threadIndices: [ThreadInfo: UInt16] = [:]
    private var readerIndices: [UInt: Int] = [:]
    private var spareBuffers: [[UInt8]] = []

    init(store: MemoryStore) { self.store = store }

    mutating func add(_ ring: UnsafeMutablePointer<Ring>) {
        readerIndices[UInt(bitPattern: ring)] = readers.count
        readers.append(RingReader(ring: ring))
    }

    mutating func clear(includingMarked: Bool) { store.clear(includingMarked: includingMarked) }

    /// Whether a call is stored or running.
    func knows(_ seq: UInt64) -> Bool {
        openCalls.contains { $0.seq == seq } || store.snapshot.record(seq: seq) != nil
    }

    mutating func note(seq: UInt64, _ change: (inout InvocationMark) -> Void) { store.note(seq: seq, change) }

    // MARK: A round

    /// Looks at all heads and says up to which reading of the counter entries may be merged now; nil when a writer
    /// stays between reading the counter and publishing, which happens when it loses its core there.
    mutating func beginRound() -> UInt64? {
        clock.refine()
        let limit = cclock_ticks()
        cthread_heavy_fence()
        for index in readers.indices {
            guard let head = Self.settledHead(of: readers[index].ring) else { return nil }
            readers[index].end = head
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

    /// Merges at most `count` entries up to `limit`.
    ///
    /// - Returns: Whether entries of this round are left.
    mutating func merge(upTo limit: UInt64, atMost count: Int) -> Bool {
        var left = count
        while left > 0 {
            guard let (index, horizon) = earliest(upTo: limit) else { return false }
            while left > 0, let entry = readers[index].next() {
                let ticks = (entry + 8).load(as: UInt64.self)
                guard ticks <= horizon else { break }
                take(entry, on: index)
                left -= 1
            }
        }
        return true
    }

    /// Invocations that may be stored before the sink has to go on.
    var room: Int { sinkPosition.map(store.room) ?? .max }

    /// Stores how far each ring was read, which makes room for its writer.
    func publishTails() {
        for reader in readers { reader.ring.pointee.tail.store(reader.position, ordering: .releasing) }
    }

    /// The reader with the earliest entry, and up to which reading of the counter it stays the earliest.
    private mutating func earliest(upTo limit: UInt64) -> (index: Int, horizon: UInt64)? {
        var best: (index: Int, ticks: UInt64)?
        var horizon = limit
        for index in readers.indices {
            guard let entry = readers[index].next() else { continue }
            let ticks = (entry + 8).load(as: UInt64.self)
            if let known = best, ticks >= known.ticks {
                horizon = min(horizon, ticks)
            } else {
                if let known = best { horizon = min(horizon, known.ticks) }
                best = (index, ticks)
            }
        }
        guard let best, best.ticks <= limit else { return nil }
        return (best.index, horizon)
    }

    private mutating func take(_ entry: UnsafeRawPointer, on index: Int) {
        let head = entry.load(as: EntryHead.self)
        switch EntryKind(rawValue: head.kind) {
        case .begin: begin(entry, head, on: index)
        case .end: end(entry, head, on: index)
        case .thread: changeThread(entry, on: index)
        case .padding, nil: break
        }
        readers[index].position &+= UInt(head.size)
    }

    private mutating func changeThread(_ entry: UnsafeRawPointer, on index: Int) {
        let info = entry.load(as: ThreadEntry.self)
        let name = UnsafeRawBufferPointer(start: entry + 32, count: Int(info.nameCount))
        let thread = ThreadInfo(id: info.id, name: String(decoding: name, as: UTF8.self), isMain: info.isMain != 0)
        if let known = threadIndices[thread] {
            readers[index].thread = known
        } else {
            let new = UInt16(clamping: threads.count)
            if threads.count <= Int(UInt16.max) { threads.append(thread) }
            threadIndices[thread] = new
            readers[index].thread = new
        }
    }

    // MARK: Begin and end

    private mutating func begin(_ entry: UnsafeRawPointer, _ head: EntryHead, on index: Int) {
        let begin = entry.load(as: BeginEntry.self)
        lastSeq += 1
        let bytes = UnsafeRawBufferPointer(
            start: entry + BeginEntry.size,
            count: Int(head.size) - BeginEntry.size - Int(head.slack)
        )
        var arguments = spareBuffers.popLast() ?? []
        arguments.append(contentsOf: bytes)
        let parent = readers[index].open.last
        let call = OpenCall(
            seq: lastSeq,
            parentSeq: parent?.seq ?? 0,
            depth: parent.map { $0.depth + 1 } ?? 0,
            call: begin.call,
            site: begin.site,
            revision: begin.revision,
            thread: readers[index].thread,
            startTicks: begin.ticks,
            arguments: arguments
        )
        if begin.isDetached != 0 {
            readers[index].detached[begin.call] = call
        } else {
            readers[index].open.append(call)
        }
    }

    private mutating func end(_ entry: UnsafeRawPointer, _ head: EntryHead, on index: Int) {
        let end = entry.load(as: EndEntry.self)
        guard var call = removeOpenCall(end, on: index) else { return }
        let value = UnsafeRawBufferPointer(
            start: entry + EndEntry.size,
            count: Int(head.size) - EndEntry.size - Int(head.slack)
        )
        let duration = clock.duration(from: call.startTicks, to: end.ticks)
        let header = StoredHeader(
            size: UInt32(StoredHeader.size + call.arguments.count + value.count),
            argumentBytes: UInt32(call.arguments.count),
            seq: call.seq,
            parentSeq: call.parentSeq,
            site: call.site,
            start: clock.offset(of: call.startTicks),
            duration: duration,
            target: min(duration, clock.duration(from: 0, to: end.targetTicks)),
            revision: call.revision,
            thread: call.thread,
            depth: UInt16(clamping: call.depth),
            state: head.state,
            path: head.path,
            hasValue: value.isEmpty ? 0 : 1
        )
        store.append(size: Int(header.size), seq: call.seq) { memory in
            memory.storeBytes(of: header, as: StoredHeader.self)
            call.arguments.withUnsafeBytes { memory.copy($0, at: StoredHeader.size) }
            memory.copy(value, at: StoredHeader.size + call.arguments.count)
        }
        count(header)
        call.arguments.removeAll(keepingCapacity: true)
        if spareBuffers.count < 64 { spareBuffers.append(call.arguments) }
    }

    private mutating func removeOpenCall(_ end: EndEntry, on index: Int) -> OpenCall? {
        if readers[index].open.last?.call == end.call, end.ring == 0 { return readers[index].open.removeLast() }
        let origin = end.ring == 0 ? index : readerIndices[end.ring] ?? index
        return readers[origin].detached.removeValue(forKey: end.call)
    }

    private mutating func count(_ header: StoredHeader) {
        let state = Invocation.State(rawValue: header.state) ?? .returned
        let path = Invocation.ReturnPath(rawValue: header.path) ?? .none
        let selector = { CallSite.at(header.site).pointee.requirement.takeUnretainedValue().selector }
        statistics[header.site, default: SelectorStatistics(selector: selector())]
            .add(duration: header.duration, state: state, path: path)
    }

    // MARK: Running calls

    /// Calls under way, in the order of their starts.
    var openCalls: [OpenCall] {
        readers.flatMap { $0.open + $0.detached.values }.sorted { $0.seq < $1.seq }
    }

    /// Calls that have been under way for `ticks` and were not announced yet; announces them.
    mutating func noticeRunning(olderThan ticks: UInt64) -> Int {
        let now = cclock_ticks()
        var noticed = 0
        for reader in readers.indices {
            for call in readers[reader].open.indices
            where !readers[reader].open[call].isNoticed && now > readers[reader].open[call].startTicks &+ ticks {
                readers[reader].open[call].isNoticed = true
                noticed += 1
            }
            for (key, call) in readers[reader].detached where !call.isNoticed && now > call.startTicks &+ ticks {
                readers[reader].detached[key]?.isNoticed = true
                noticed += 1
            }
        }
        return noticed
    }
}

extension UnsafeMutableRawPointer {
    fileprivate func copy(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard let base = bytes.baseAddress else { return }
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
