// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Invocations in memory, in completion order, bounded by bytes and by count.
///
/// Consists of a chain of segments. When a bound is exceeded, the oldest segment is evicted as a whole; its marked
/// invocations are copied and kept until nothing else is left to evict. Not thread safe: the engine's lock guards it,
/// and readers use a `StoreSnapshot`.
struct MemoryStore {
    /// The full segments, oldest first.
    private var full: [Segment] = []
    /// The segment that is being filled.
    private var current: Segment?
    /// Marked invocations from evicted segments; older than all others.
    private var kept: Segment?
    /// Marks and comments of stored or running invocations, by `seq`.
    private(set) var marks: [UInt64: InvocationMark] = [:]
    /// What became of the closure arguments of stored or running calls.
    var completions = CompletionTable()
    private let bytesLimit: Int
    private let countLimit: Int
    private let segmentBytes: Int
    private let segmentCount: Int

    /// The current generation of names in records.
    var names = NameGeneration()
    /// Memory used by the rings of threads, in bytes. It counts towards the same limit.
    var ringBytes = 0 { didSet { if ringBytes > oldValue { makeRoom(for: 0) } } }
    /// Memory left for invocations, in bytes: at least half of the limit.
    private var ownBytesLimit: Int { max(bytesLimit - ringBytes, bytesLimit / 2) }

    /// Invocations stored now.
    private(set) var count = 0
    /// Number of evicted invocations.
    private(set) var evicted: UInt64 = 0
    /// Number of cleared invocations.
    private(set) var cleared: UInt64 = 0
    /// Position of the last stored invocation, 0 before the first.
    private(set) var lastPosition: UInt64 = 0
    /// All completed calls that started after this number are stored or were cleared.
    private(set) var evictedThrough: UInt64 = 0
    /// All calls that started up to this number, and had ended at the last clear, were evicted or cleared.
    private(set) var clearedThrough: UInt64 = 0
    /// The calls up to that number that ended later, and so were not cleared: no more than were running at the clear.
    private var uncleared: Set<UInt64> = []

    init(bytesLimit: Int, countLimit: Int) {
        self.bytesLimit = bytesLimit
        self.countLimit = countLimit
        // A sixteenth of the limit keeps eviction from removing much more than necessary.
        segmentBytes = min(1 << 20, bytesLimit / 16)
        segmentCount = max(1, countLimit / 16)
    }

    /// Memory used by invocations, in bytes.
    var bytes: Int { all.reduce(completions.bytes) { $0 + $1.bytes } }

    /// All segments, oldest first.
    private var all: [Segment] { (kept.map { [$0] } ?? []) + full + (current.map { [$0] } ?? []) }

    /// Claims memory for an invocation of `size` bytes, header included. Write it, then call `append`.
    @inline(__always)
    mutating func claim(_ size: Int) -> UnsafeMutableRawPointer {
        if let current, current.count < segmentCount, let memory = current.claim(size) { return memory }
        return claimInNewSegment(size)
    }

    @inline(never)
    private mutating func claimInNewSegment(_ size: Int) -> UnsafeMutableRawPointer {
        if let current { full.append(current) }
        current = nil
        makeRoom(for: max(segmentBytes, size))
        let new = Segment(firstPosition: lastPosition + 1, capacity: max(segmentBytes, size + 64))
        current = new
        // The new segment is large enough.
        return new.claim(size)!
    }

    /// Adds the invocation written to the claimed memory.
    @inline(__always)
    mutating func append(_ size: Int, seq: UInt64) {
        current?.append(size, seq: seq)
        count &+= 1
        lastPosition &+= 1
        if seq <= clearedThrough { keepUncleared(seq) }
        while count > countLimit { evictOldest() }
    }

    @inline(never)
    private mutating func keepUncleared(_ seq: UInt64) { uncleared.insert(seq) }

    /// Number of invocations that may be stored until those after `position` fill half of the store; 0 when they
    /// already do.
    func room(after position: UInt64) -> Int {
        let waiting = all.lazy.filter { $0.isRun && $0.endPosition > position }
        if waiting.reduce(0, { $0 + $1.bytes }) > ownBytesLimit / 2 + segmentBytes { return 0 }
        return max(0, max(1, countLimit / 2) - Int(lastPosition - min(position, lastPosition)))
    }

    // MARK: Marks

    /// Changes the mark or comment of a stored or running call.
    mutating func note(seq: UInt64, _ change: (inout InvocationMark) -> Void) {
        var mark = marks[seq] ?? InvocationMark()
        change(&mark)
        marks[seq] = mark.isEmpty ? nil : mark
    }

    // MARK: Eviction

    private mutating func makeRoom(for size: Int) {
        while !full.isEmpty || kept != nil, bytes + size > ownBytesLimit { evictOldest() }
    }

    /// Evicts the oldest segment except for its marked invocations, or else the oldest marked invocation.
    private mutating func evictOldest() {
        let before = count
        if full.isEmpty {
            evictOldestKept()
        } else {
            let oldest = full.removeFirst()
            evictedThrough = max(evictedThrough, oldest.lastSeq)
            let marks = self.marks
            forget([oldest]) { marks[$0.header.seq]?.isMarked ?? false }
        }
        evicted += UInt64(before - count)
    }

    /// Evicts until the limit is kept, after completions have grown. Calls not stored yet keep theirs.
    mutating func keepToLimit() {
        while count > 0, bytes > ownBytesLimit {
            if full.isEmpty, let current {
                full.append(current)
                self.current = nil
            }
            evictOldest()
        }
    }

    private mutating func evictOldestKept() {
        guard let kept else { return }
        let first = (kept.count + 15) / 16
        let bound = kept.positions[first - 1]
        forget([]) { $0.position > bound }
    }

    /// Drops the invocations of removed segments and those kept earlier, except those that pass `isKept`.
    private mutating func forget(_ old: [Segment], isKept: (StoredRecord) -> Bool) {
        if marks.isEmpty, completions.isEmpty, kept == nil {
            count -= old.reduce(0) { $0 + $1.count }
            return
        }
        let views = (kept.map { [$0] } ?? []) + old
        var survivors: [StoredRecord] = []
        for view in views {
            for index in 0..<view.count {
                let record = view.record(at: index)
                if isKept(record) {
                    survivors.append(record)
                } else {
                    let seq = record.header.seq
                    marks[seq] = nil
                    if completions[seq] != nil { completions[seq] = nil }
                }
            }
        }
        count -= views.reduce(0) { $0 + $1.count } - survivors.count
        kept = survivors.isEmpty ? nil : Segment(copying: survivors)
    }

    /// Deletes what is stored; positions continue.
    mutating func clear(includingMarked: Bool) {
        let before = count
        let all = full + (current.map { [$0] } ?? [])
        full = []
        current = nil
        clearedThrough = all.reduce(max(clearedThrough, evictedThrough)) { max($0, $1.lastSeq) }
        uncleared = []
        let marks = self.marks
        forget(all) { !includingMarked && marks[$0.header.seq]?.isMarked ?? false }
        cleared += UInt64(before - count)
    }

    /// The stored invocations, readable without a lock.
    var snapshot: StoreSnapshot {
        StoreSnapshot(
            segments: all,
            lastPosition: lastPosition,
            evicted: evicted,
            cleared: cleared,
            evictedThrough: evictedThrough,
            clearedThrough: clearedThrough,
            uncleared: uncleared,
            names: names
        )
    }
}
