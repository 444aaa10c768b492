// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The numbers of records and blocks that belong to a part of a run.
struct IDRange {
    let first: Int64
    let last: Int64

    /// - Parameters:
    ///   - lower: Number of a call; only later ones are in it.
    ///   - upper: Number of a call; only earlier ones are in it.
    init(run: Int64, after lower: UInt64 = 0, before upper: UInt64 = .max) {
        let base = run << RecordingSchema.seqBits
        first = base + min(Int64(clamping: lower), RecordingSchema.seqMask - 1) + (lower == 0 ? 0 : 1)
        last = base + (upper == 0 ? -1 : min(Int64(clamping: upper - 1), RecordingSchema.seqMask))
    }

    init(first: Int64, last: Int64) {
        self.first = first
        self.last = last
    }

    var firstBlock: Int64 { first >> RecordingSchema.blockBits }
    var lastBlock: Int64 { last >> RecordingSchema.blockBits }
    var isEmpty: Bool { first > last }

    /// The part that lies in one block.
    func part(in block: Int64) -> IDRange {
        let start = block << RecordingSchema.blockBits
        return IDRange(first: max(first, start), last: min(last, start + (1 << RecordingSchema.blockBits) - 1))
    }

    /// Whether all of a block belongs to it.
    func holds(_ block: Int64) -> Bool {
        let start = block << RecordingSchema.blockBits
        return first <= start && last >= start + (1 << RecordingSchema.blockBits) - 1
    }
}
