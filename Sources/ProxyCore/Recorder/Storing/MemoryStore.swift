// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Invocations in memory, in the order in which they completed, bounded by bytes and by count.
///
/// A chain of segments; when a bound is passed, the oldest segment goes as a whole. Marked invocations in it are copied
/// and kept until nothing else is left to go. Not thread safe by itself: the engine's lock guards it, and readers take
/// a `StoreSnapshot` out.
struct MemoryStore {
    /// The full segments, oldest first.
    private var full: [Segment] = []
    /// The segment that is being filled.
    private var current: Segment?
    /// Marked invocations whose segments are gone; older than all others.
    private var kept: Segment?
    /// What was noted on invocations that are stored or running, by `seq`.
    private(set) var marks: [UInt64: InvocationMark] = [:]
    private let bytesLimit: Int
    private let countLimit: Int
    private let segmentBytes: Int
    private let segmentCount: Int

    /// Invocations stored now.
    private(set) var count = 0
    /// Invocations that had to make room.
    private(set) var evicted: UInt64 = 0
    /// Invocations that were cleared.
    private(set) var cleared: UInt64 = 0
    /// Position of the last stored invocation, 0 before the first.
    private(set) var lastPosition: UInt64 = 0
    /// Number of a call so that all that started later, and completed, are stored or were cleared.
    private(set) var evictedThrough: UInt64 = 0
    /// Number of a call so that all that started up to it were evicted or cleared.
    private(set) var clearedThrough: UInt64 = 0

    init(bytesLimit: Int, countLimit: Int) {
        self.bytesLimit = bytesLimit
        self.countLimit = countLimit
        // A sixteenth, so that eviction never takes much more than it has to.
        segmentBytes = min(1 << 20, bytesLimit / 16)
        segmentCount = max(1, countLimit / 16)
    }

    /// Bytes of memory in use.
    var bytes: Int { all.reduce(0) { $0 + $1.bytes } }

    /// All segments, oldest first.
    private var all: [Segment] { (kept.map { [$0] } ?? []) + full + (current.map { [$0] } ?? []) }

    /// Memory for an invocation of `size` bytes, header included. Write it, then call `append`.
    @inline(__always)
    mutating func claim(_ size: Int) -> UnsafeMutableRawPointer {
        if let current, current.count < segmentCount, let memory = current.claim(size) { return memory }
        return claimInNewSegment(size)
    }

    @inline(never)
    private mutating func claimInNewSegment(_ size: Int) -> UnsafeMutableRawPointer {
        if let current { full.append(current) }
        current = nil
        while count > 0, bytes + max(segmentBytes, size) > bytesLimit { evictOldest() }
        let new = Segment(firstPosition: lastPosition + 1, capacity: max(segmentBytes, size + 64))
        current = new
        // It was just made with enough room.
        return new.claim(size)!
    }

    /// Takes the invocation in that was written to the claimed memory.
    @inline(__always)
    mutating func append(_ size: Int, seq: UInt64) {
        current?.append(size, seq: seq)
        count &+= 1
        lastPosition &+= 1
        while count > countLimit { evictOldest() }
    }

    /// Invocations that may be stored before those after `position` take more than half of what fits; none at 0.
    func room(after position: UInt64) -> Int {
        let waiting = all.lazy.filter { $0.isRun && $0.endPosition > position }
        if waiting.reduce(0, { $0 + $1.bytes }) > bytesLimit / 2 + segmentBytes { return 0 }
        return max(0, max(1, countLimit / 2) - Int(lastPosition - min(position, lastPosition)))
    }

    // MARK: Marks

    /// Changes what is noted on the call of that number, which is stored or running.
    mutating func note(seq: UInt64, _ change: (inout InvocationMark) -> Void) {
        var mark = marks[seq] ?? InvocationMark()
        change(&mark)
        marks[seq] = mark.isEmpty ? nil : mark
    }

    // MARK: Eviction

    /// Makes room: lets the oldest segment go, except for what is marked in it, or else the oldest of the marked.
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

    private mutating func evictOldestKept() {
        guard let kept else { return }
        let first = (kept.count + 15) / 16
        let bound = kept.positions[first - 1]
        forget([]) { $0.position > bound }
    }

    /// Forgets the invocations of segments that were taken out of the chain, and those that were kept earlier, save
    /// those that pass `isKept`.
    private mutating func forget(_ old: [Segment], isKept: (StoredRecord) -> Bool) {
        if marks.isEmpty, kept == nil {
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
                    marks[record.header.seq] = nil
                }
            }
        }
        count -= views.reduce(0) { $0 + $1.count } - survivors.count
        kept = survivors.isEmpty ? nil : Segment(copying: survivors)
    }

    /// Forgets what is stored; positions go on.
    mutating func clear(includingMarked: Bool) {
        let before = count
        let all = full + (current.map { [$0] } ?? [])
        full = []
        current = nil
        clearedThrough = all.reduce(max(clearedThrough, evictedThrough)) { max($0, $1.lastSeq) }
        let marks = self.marks
        forget(all) { !includingMarked && marks[$0.header.seq]?.isMarked ?? false }
        cleared += UInt64(before - count)
    }

    /// What is stored now, readable without a lock.
    var snapshot: StoreSnapshot {
        StoreSnapshot(
            segments: all,
            lastPosition: lastPosition,
            evicted: evicted,
            cleared: cleared,
            evictedThrough: evictedThrough,
            clearedThrough: clearedThrough
        )
    }
}
