// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Stored invocations in completion order, in one piece of memory that is written once.
///
/// Records grow from the front. A table of their offsets, 4 bytes per record, grows from the back. Positions are
/// normally consecutive; marked invocations that outlive their segment are copied to a segment with explicit
/// `positions`. Readers use a copy of the struct, which stays valid while the original grows.
///
/// - Invariant: The drain is the only writer. Nothing below `count` ever changes, so a reader that made its copy under
///   the store's lock may read without it.
struct Segment: @unchecked Sendable {
    // Sendable: readers only access bytes that were complete before they made their copy; see above.

    /// Bytes per record in the offset table.
    private static let indexBytes = 4

    /// Position of the first invocation.
    let firstPosition: UInt64
    /// The position of each invocation; empty if positions are consecutive.
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
        // The offset table consists of words.
        self.capacity = (capacity + 7) & ~7
        memory = SegmentMemory(bytes: self.capacity + StoredRecord.slackBytes)
        base = memory.base
    }

    /// Bytes of memory in use, including the offset table.
    var bytes: Int { used + count * Self.indexBytes + positions.count * 8 }

    private static func padded(_ size: Int) -> Int { (size + 3) & ~3 }

    // MARK: Writing

    /// Claims memory for an invocation of `size` bytes; nil when the segment is full.
    @inline(__always)
    func claim(_ size: Int) -> UnsafeMutableRawPointer? {
        capacity &- used &- count &* Self.indexBytes >= Self.padded(size) &+ Self.indexBytes ? base + used : nil
    }

    /// Appends the record written to the claimed memory.
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

    /// The invocation at an index in completion order.
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

    /// Whether positions are consecutive.
    var isRun: Bool { positions.isEmpty }
    /// Position after the last invocation; only for consecutive positions.
    var endPosition: UInt64 { firstPosition + UInt64(count) }

    /// The invocations in the order in which the calls started.
    var startOrder: StartOrder { isInStartOrder ? StartOrder(count: count) : memory.startOrder(of: self) }

    /// The first index, in order of starts, of a call with a number of at least `seq`.
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
