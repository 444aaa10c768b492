// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A range of record ids, and the blocks that contain it.
struct IDRange {
    let first: Int64
    let last: Int64

    /// - Parameters:
    ///   - lower: Number of a call; the range begins after it.
    ///   - upper: Number of a call; the range ends before it.
    init(run: Int64, after lower: UInt64 = 0, before upper: UInt64 = .max) {
        let base = run << RecordingSchema.seqBits
        // Call numbers start at 1.
        first = base + min(Int64(clamping: lower), RecordingSchema.seqMask - 1) + 1
        last = base + (upper == 0 ? -1 : min(Int64(clamping: upper - 1), RecordingSchema.seqMask))
    }

    init(first: Int64, last: Int64) {
        self.first = first
        self.last = last
    }

    var firstBlock: Int64 { first >> RecordingSchema.blockBits }
    var lastBlock: Int64 { last >> RecordingSchema.blockBits }
    var isEmpty: Bool { first > last }

    /// The part of the range in one block.
    func part(in block: Int64) -> IDRange {
        let start = block << RecordingSchema.blockBits
        return IDRange(first: max(first, start), last: min(last, start + (1 << RecordingSchema.blockBits) - 1))
    }

    /// Whether the range contains the whole block.
    func holds(_ block: Int64) -> Bool {
        let start = block << RecordingSchema.blockBits
        // The first block of a run starts with number 0, which no call has.
        let isFirst = start & RecordingSchema.seqMask == 0
        return first <= start + (isFirst ? 1 : 0) && last >= start + (1 << RecordingSchema.blockBits) - 1
    }
}
