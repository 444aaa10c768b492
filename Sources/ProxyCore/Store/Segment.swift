// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Stored invocations in the order in which they completed: one piece of memory that is filled once.
///
/// Mostly a run without gaps. Invocations that outlive their run stand in a segment with `positions` of their own.
///
/// - Invariant: One writer, the drain. Bytes below `used` never change, so a reader that learned `used` and the
///   offsets under the store's lock may read them without it.
final class Segment: @unchecked Sendable {
    // Sendable: readers only touch bytes that were complete before they got to know of them; see above.

    /// Position of the first invocation.
    let firstPosition: UInt64
    let capacity: Int
    /// The position of each invocation, where they are no run; empty where they are.
    let positions: [UInt64]
    private let base: UnsafeMutableRawPointer
    private(set) var used = 0
    /// Where each invocation begins, by position.
    private(set) var offsets: [UInt32] = []
    /// Indices into `offsets`, in the order in which the calls started.
    private(set) var startOrder: [UInt32] = []
    private(set) var firstSeq: UInt64 = .max
    private(set) var lastSeq: UInt64 = 0

    init(firstPosition: UInt64, capacity: Int) {
        self.firstPosition = firstPosition
        self.capacity = capacity
        positions = []
        base = .allocate(byteCount: capacity + StoredRecord.slackBytes, alignment: 16)
    }

    /// Copies invocations, in ascending order of their positions.
    init(copying records: [StoredRecord]) {
        let sizes = records.map { Int($0.header.size) }
        firstPosition = records.first?.position ?? 0
        capacity = sizes.reduce(0, +)
        positions = records.map(\.position)
        base = .allocate(byteCount: capacity + StoredRecord.slackBytes, alignment: 16)
        for (record, size) in zip(records, sizes) {
            (base + used).copyMemory(from: record.base, byteCount: size)
            append(size, seq: record.header.seq)
        }
    }

    deinit { base.deallocate() }

    var count: Int { offsets.count }
    /// Bytes of memory in use, indices included.
    var bytes: Int { used + offsets.count * 8 + positions.count * 8 }

    /// Memory for an invocation of `size` bytes, nil when the segment is full.
    func claim(_ size: Int) -> UnsafeMutableRawPointer? {
        capacity - used >= size ? base + used : nil
    }

    /// Takes the claimed memory in.
    func append(_ size: Int, seq: UInt64) {
        let index = UInt32(offsets.count)
        offsets.append(UInt32(used))
        used += size
        firstSeq = min(firstSeq, seq)
        if seq > lastSeq {
            startOrder.append(index)
        } else {
            // Calls that end late are few, and their place is near the end.
            var place = startOrder.count
            while place > 0, header(at: Int(startOrder[place - 1])).seq > seq { place -= 1 }
            startOrder.insert(index, at: place)
        }
        lastSeq = max(lastSeq, seq)
    }

    func header(at index: Int) -> StoredHeader { (base + Int(offsets[index])).loadUnaligned(as: StoredHeader.self) }

    /// The segment as it is now; stays valid while the segment grows.
    var view: SegmentView {
        SegmentView(
            segment: self,
            firstPosition: firstPosition,
            positions: positions,
            base: UnsafeRawPointer(base),
            offsets: offsets,
            startOrder: startOrder,
            firstSeq: firstSeq,
            lastSeq: lastSeq
        )
    }
}

/// What a reader sees of a segment.
struct SegmentView: @unchecked Sendable {
    // Sendable: refers to bytes that no longer change; `segment` keeps them alive.
    let segment: Segment
    let firstPosition: UInt64
    /// The position of each invocation, where they are no run; empty where they are.
    let positions: [UInt64]
    let base: UnsafeRawPointer
    let offsets: [UInt32]
    let startOrder: [UInt32]
    let firstSeq: UInt64
    let lastSeq: UInt64

    var count: Int { offsets.count }

    /// The invocation that completed as number `index` of the segment.
    func record(at index: Int) -> StoredRecord {
        let position = positions.isEmpty ? firstPosition + UInt64(index) : positions[index]
        return StoredRecord(base: base + Int(offsets[index]), position: position)
    }

    /// Whether the invocations are a run without gaps.
    var isRun: Bool { positions.isEmpty }
    /// Position behind the last invocation of a run.
    var endPosition: UInt64 { firstPosition + UInt64(count) }

    /// The place in `startOrder` of the first call that did not start before `seq`.
    func firstPlace(notBefore seq: UInt64) -> Int {
        var low = 0
        var high = startOrder.count
        while low < high {
            let middle = (low + high) / 2
            if record(at: Int(startOrder[middle])).header.seq < seq { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
