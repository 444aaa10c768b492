// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Stored invocations in the order in which they completed: one piece of memory that is filled once.
///
/// Records lie from the front on, and from the back on where each of them begins, 4 bytes per record. Mostly the
/// positions are a run without gaps; invocations that outlive their run stand in a segment with `positions` of their
/// own. A copy is what a reader sees: it stays valid while the original grows.
///
/// - Invariant: One writer, the drain. Nothing below `count` ever changes, so a reader that got its copy under the
///   store's lock may read without it.
struct Segment: @unchecked Sendable {
    // Sendable: readers only touch bytes that were complete before they got to know of them; see above.

    /// Bytes per record beside the record itself.
    private static let indexBytes = 4

    /// Position of the first invocation.
    let firstPosition: UInt64
    /// The position of each invocation, where they are no run; empty where they are.
    let positions: [UInt64]
    private let capacity: Int
    private let base: UnsafeMutableRawPointer
    private let memory: SegmentMemory
    private var used = 0
    private(set) var count = 0
    private(set) var firstSeq: UInt64 = .max
    private(set) var lastSeq: UInt64 = 0
    /// Whether the calls completed in the order in which they started.
    private(set) var isInStartOrder = true

    init(firstPosition: UInt64, capacity: Int) {
        self.init(firstPosition: firstPosition, positions: [], capacity: capacity)
    }

    /// Copies invocations, in ascending order of their positions.
    init(copying records: [StoredRecord]) {
        let sizes = records.map { Int($0.header.size) }
        self.init(
            firstPosition: records.first?.position ?? 0,
            positions: records.map(\.position),
            capacity: sizes.reduce(0) { $0 + Self.padded($1) + Self.indexBytes }
        )
        for (record, size) in zip(records, sizes) {
            (base + used).copyMemory(from: record.base, byteCount: size)
            append(size, seq: record.header.seq)
        }
    }

    private init(firstPosition: UInt64, positions: [UInt64], capacity: Int) {
        self.firstPosition = firstPosition
        self.positions = positions
        // The index is made of words.
        self.capacity = (capacity + 7) & ~7
        memory = SegmentMemory(bytes: self.capacity + StoredRecord.slackBytes)
        base = memory.base
    }

    /// Bytes of memory in use, indices included.
    var bytes: Int { used + count * Self.indexBytes + positions.count * 8 }

    private static func padded(_ size: Int) -> Int { (size + 3) & ~3 }

    // MARK: Writing

    /// Memory for an invocation of `size` bytes, nil when the segment is full.
    @inline(__always)
    func claim(_ size: Int) -> UnsafeMutableRawPointer? {
        capacity &- used &- count &* Self.indexBytes >= Self.padded(size) &+ Self.indexBytes ? base + used : nil
    }

    /// Takes the claimed memory in.
    @inline(__always)
    mutating func append(_ size: Int, seq: UInt64) {
        count &+= 1
        index(of: count &- 1).storeBytes(of: UInt32(truncatingIfNeeded: used), as: UInt32.self)
        used &+= Self.padded(size)
        firstSeq = min(firstSeq, seq)
        if seq < lastSeq { isInStartOrder = false }
        lastSeq = max(lastSeq, seq)
    }

    @inline(__always)
    private func index(of record: Int) -> UnsafeMutableRawPointer {
        base + (capacity &- (record &+ 1) &* Self.indexBytes)
    }

    // MARK: Reading

    /// The invocation that completed as number `index` of the segment.
    @inline(__always)
    func record(at index: Int) -> StoredRecord {
        let position = positions.isEmpty ? firstPosition + UInt64(index) : positions[index]
        return StoredRecord(base: address(of: index), position: position)
    }

    @inline(__always)
    private func address(of record: Int) -> UnsafeRawPointer {
        UnsafeRawPointer(base + Int(index(of: record).load(as: UInt32.self)))
    }

    func seq(at index: Int) -> UInt64 {
        address(of: index).loadUnaligned(fromByteOffset: StoredHeader.seqOffset, as: UInt64.self)
    }

    /// Whether the invocations are a run without gaps.
    var isRun: Bool { positions.isEmpty }
    /// Position behind the last invocation of a run.
    var endPosition: UInt64 { firstPosition + UInt64(count) }

    /// The invocations in the order in which the calls started.
    var startOrder: StartOrder { isInStartOrder ? StartOrder(count: count) : memory.startOrder(of: self) }

    /// The place in the order of starts of the first call that did not start before `seq`.
    func firstPlace(notBefore seq: UInt64, in order: StartOrder) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self.seq(at: order[middle]) < seq { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
