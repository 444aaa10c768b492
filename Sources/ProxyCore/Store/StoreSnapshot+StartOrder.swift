// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension StoreSnapshot {
    /// Calls `body` with the records in the order in which the calls started, until it returns false.
    ///
    /// Segments are in order of completion, so those whose ranges of `seq` overlap are merged as they are read.
    ///
    /// - Parameters:
    ///   - range: Bounds of `seq`, both exclusive.
    ///   - descending: Newest first.
    func forEachStarted(after lower: UInt64, before upper: UInt64, descending: Bool, _ body: (StoredRecord) -> Bool) {
        var cursors = segments.compactMap { StartCursor($0, after: lower, before: upper, descending: descending) }
        while let best = cursors.indices.min(by: { cursors[$0].precedes(cursors[$1]) }) {
            guard body(cursors[best].record) else { return }
            if !cursors[best].advance() { cursors.remove(at: best) }
        }
    }
}

/// A place in one segment's order of starts.
private struct StartCursor {
    private let view: SegmentView
    private let descending: Bool
    private var place: Int
    private let end: Int
    private(set) var record: StoredRecord
    private var seq: UInt64

    init?(_ view: SegmentView, after lower: UInt64, before upper: UInt64, descending: Bool) {
        guard view.count > 0, view.lastSeq > lower, view.firstSeq < upper else { return nil }
        let low = view.firstPlace(notBefore: lower == .max ? .max : lower + 1)
        let high = view.firstPlace(notBefore: upper)
        guard low < high else { return nil }
        self.view = view
        self.descending = descending
        place = descending ? high - 1 : low
        end = descending ? low : high - 1
        record = view.record(at: Int(view.startOrder[place]))
        seq = record.header.seq
    }

    func precedes(_ other: StartCursor) -> Bool { descending ? seq > other.seq : seq < other.seq }

    mutating func advance() -> Bool {
        guard place != end else { return false }
        place += descending ? -1 : 1
        record = view.record(at: Int(view.startOrder[place]))
        seq = record.header.seq
        return true
    }
}
