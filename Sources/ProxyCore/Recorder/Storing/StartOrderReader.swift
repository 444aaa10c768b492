// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Reads the records of a snapshot in order of starts.
///
/// Segments are in completion order, so segments with overlapping ranges of `seq` are merged while reading. Most do not
/// overlap, and are then read in one go.
struct StartOrderReader: RecordSource, Sendable {
    /// The cursor to read next is last.
    private var cursors: [StartCursor]

    /// - Parameters:
    ///   - lower: Number of a call; only later ones are read.
    ///   - upper: Number of a call; only earlier ones are read.
    init(_ snapshot: StoreSnapshot, after lower: UInt64 = 0, before upper: UInt64 = .max, descending: Bool = false) {
        cursors = snapshot.segments.compactMap {
            StartCursor($0, after: lower, before: upper, descending: descending)
        }
        cursors.sort { $1.precedes($0) }
    }

    mutating func read(into records: UnsafeMutablePointer<StoredRecord>, atMost count: Int) -> Int {
        var read = 0
        while read < count, var cursor = cursors.popLast() {
            let isLeft = cursor.read(into: records, from: &read, to: count, until: cursors.last)
            if isLeft { insert(cursor) }
        }
        return read
    }

    private mutating func insert(_ cursor: StartCursor) {
        var place = cursors.count
        while place > 0, cursors[place - 1].precedes(cursor) { place -= 1 }
        cursors.insert(cursor, at: place)
    }
}

/// A position within one segment's order of starts.
private struct StartCursor: Sendable {
    private let view: Segment
    private let order: StartOrder
    private let descending: Bool
    private var place: Int
    private let end: Int
    /// `seq` of the next record.
    private var seq: UInt64

    init?(_ view: Segment, after lower: UInt64, before upper: UInt64, descending: Bool) {
        guard view.count > 0, lower < .max, view.lastSeq > lower, view.firstSeq < upper else { return nil }
        let order = view.startOrder
        let low = view.firstPlace(notBefore: lower + 1, in: order)
        let high = view.firstPlace(notBefore: upper, in: order)
        guard low < high else { return nil }
        self.view = view
        self.order = order
        self.descending = descending
        place = descending ? high - 1 : low
        end = descending ? low : high - 1
        seq = view.seq(at: order[place])
    }

    func precedes(_ other: StartCursor) -> Bool { descending ? seq > other.seq : seq < other.seq }

    /// Reads the records that precede the next one of `other`, up to the available space.
    ///
    /// - Returns: Whether the segment has more records.
    mutating func read(
        into records: UnsafeMutablePointer<StoredRecord>,
        from read: inout Int,
        to count: Int,
        until other: StartCursor?
    ) -> Bool {
        let bound = other?.seq ?? (descending ? 0 : .max)
        repeat {
            records[read] = view.record(at: order[place])
            read += 1
            guard place != end else { return false }
            place += descending ? -1 : 1
            seq = view.seq(at: order[place])
        } while read < count && (descending ? seq > bound : seq < bound)
        return true
    }
}
