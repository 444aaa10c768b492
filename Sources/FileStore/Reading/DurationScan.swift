// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Reads the first records of a list sorted by duration.
///
/// The blocks are read in the order of their longest or shortest calls, and the scan ends with the first block that has
/// no call among the first ones. If the time runs out before, those found are likely the first ones, but not surely.
struct DurationScan {
    private let request: SortedRequest
    private let decoder: RecordDecoder
    private let range: IDRange
    private let condition: FilterSQL
    private let deadline: ContinuousClock.Instant
    private var places: FirstPlaces
    private var part = SortedPart()

    init(_ request: SortedRequest, run: Int64, _ decoder: RecordDecoder) {
        self.request = request
        self.decoder = decoder
        range = IDRange(run: run, after: request.range.after, before: request.range.before)
        condition = FilterSQL(request.range.filter.meaning, run: run, decoder)
        deadline = .now + request.range.time
        places = FirstPlaces(request.limit, request.range.order)
    }

    private var isDescending: Bool { request.range.order == .descending }

    mutating func part(_ db: Database) throws -> SortedPart {
        guard !range.isEmpty else { return part }
        let records = try RowQuery(
            db,
            filtered: """
                SELECT \(condition.isExact ? "id" : decoder.columns(of: "record")), duration FROM record
                WHERE id BETWEEN ? AND ? AND duration BETWEEN ? AND ? AND \(condition.possible)
                """
        )
        try forEachBlock(db) { scan, block in try scan.read(block, records, db) }
        let query = try RowQuery(db, "SELECT \(decoder.columns(of: "record")) FROM record WHERE id = ?")
        let base = range.first & ~RecordingSchema.seqMask
        for place in places.sorted {
            try query.forEach([base | Int64(clamping: place.seq)], on: db) { row in
                part.items.append(decoder.invocation(row))
                return false
            }
        }
        return part
    }

    private mutating func forEachBlock(
        _ db: Database,
        _ body: (inout DurationScan, _ block: Int64) throws -> Void
    ) throws {
        let blocks = try RowQuery(
            db,
            """
            SELECT id, longest, shortest FROM block
            WHERE id BETWEEN ? AND ? AND longest >= ? AND shortest <= ?
            ORDER BY \(isDescending ? "longest DESC, id DESC" : "shortest, id")
            """
        )
        let isWanted = try RowQuery(db, filtered: "SELECT 1 FROM block WHERE id = ? AND \(condition.block)")
        let (low, high) = durations
        var isAnyRead = false
        try blocks.forEach([range.firstBlock, range.lastBlock, low, high], on: db) { row in
            if let last = places.last, request.range.order.isBefore(last, bestPlace(row)) { return false }
            guard !isAnyRead || ContinuousClock.now < deadline else {
                part.isComplete = false
                return false
            }
            isAnyRead = true
            let block = row.integer(0)
            try isWanted.forEach([block], on: db) { _ in
                try body(&self, block)
                return false
            }
            return part.isComplete
        }
    }

    /// The first place that a call of a block can have. The blocks are in the order of these places, so that the scan
    /// ends also where many calls took equally long.
    private func bestPlace(_ row: RowColumns) -> SortPlace {
        let rows = range.part(in: row.integer(0))
        return SortPlace(
            SortPlace.Key(duration: UInt64(clamping: row.integer(isDescending ? 1 : 2))),
            seq: UInt64((isDescending ? rows.last : rows.first) & RecordingSchema.seqMask)
        )
    }

    /// The durations that a call of the page can have.
    private var durations: (low: Int64, high: Int64) {
        var (low, high) = (request.after?.key.number ?? 0, request.before?.key.number ?? .max)
        if let last = places.last?.key.number {
            if isDescending { low = max(low, last) } else { high = min(high, last) }
        }
        return (low == 0 ? .min : Int64(clamping: low), Int64(clamping: high))
    }

    private mutating func read(_ block: Int64, _ records: RowQuery, _ db: Database) throws {
        let isExact = condition.isExact
        let rows = range.part(in: block)
        let (low, high) = durations
        try records.forEach([rows.first, rows.last, low, high], on: db) { row in
            let key = SortPlace.Key(duration: UInt64(clamping: row.integer(row.count - 1)))
            let place = SortPlace(key, seq: UInt64(row.integer(0) & RecordingSchema.seqMask))
            guard places.admits(place), request.contains(place) else { return true }
            if isExact || passes(decoder.invocation(row)) { places.insert(place) }
            // A regular expression can take long for each record.
            part.isComplete = isExact || ContinuousClock.now < deadline
            return part.isComplete
        }
    }

    private mutating func passes(_ invocation: Invocation) -> Bool {
        let verdict = request.range.filter.verdict(on: invocation)
        if verdict.isPartial { part.isPartial = true }
        return verdict.isMatch
    }
}
