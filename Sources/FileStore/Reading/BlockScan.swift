// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Scans the records of a run block by block, checking the time limit between blocks, and between records that Swift code
/// tests: a regular expression can take long for each.
struct BlockScan {
    private let request: HistoryRequest
    private let decoder: RecordDecoder
    private let range: IDRange
    private let condition: FilterSQL
    private let deadline: ContinuousClock.Instant
    private(set) var answer = HistoryScan(end: .complete, matched: 0, reached: nil, isPartial: false)

    /// Number of blocks that can be skipped between two checks of the time.
    private static let skippedBlocks = 256

    init(_ request: HistoryRequest, run: Int64, _ decoder: RecordDecoder) {
        self.request = request
        self.decoder = decoder
        range = IDRange(run: run, after: request.after, before: request.before)
        condition = FilterSQL(request.filter.meaning, run: run, decoder)
        deadline = .now + request.time
    }

    private var order: String { request.order == .descending ? "DESC" : "ASC" }

    /// Calls `body` with the records that pass, until it returns false.
    mutating func forEach(_ db: Database, _ body: (Invocation) -> Bool) throws {
        let includesValues = request.includesValues || !condition.isExact
        let columns = decoder.columns(of: "record", includesValues: includesValues)
        let records = try RowQuery(
            db,
            filtered:
                "SELECT \(columns) FROM record WHERE id BETWEEN ? AND ? AND \(condition.possible) ORDER BY id \(order)"
        )
        try forEachBlock(db) { scan, block, _ in
            let part = scan.range.part(in: block)
            var sequence = RowSequence(scan.request.order)
            try records.forEach([part.first, part.last], on: db) { row in
                try sequence.check(row.integer(0))
                let invocation = scan.decoder.invocation(row, includesValues: includesValues)
                if scan.passes(invocation) {
                    scan.answer.matched += 1
                    if !body(invocation) { scan.answer.end = .stopped }
                }
                return scan.goesOn(behind: row.integer(0))
            }
        }
    }

    /// Counts the records that pass.
    mutating func count(_ db: Database) throws {
        guard condition.isExact else { return try forEach(db) { _ in true } }
        let counts = try RowQuery(
            db,
            filtered: "SELECT count(*) FROM record WHERE id BETWEEN ? AND ? AND \(condition.possible)"
        )
        let isEverything = condition.isEverything
        try forEachBlock(db) { scan, block, count in
            if isEverything, scan.range.holds(block) {
                scan.answer.matched += count
                return
            }
            let part = scan.range.part(in: block)
            try counts.forEach([part.first, part.last], on: db) { row in
                scan.answer.matched += Int(row.integer(0))
                return false
            }
        }
    }

    private mutating func passes(_ invocation: Invocation) -> Bool {
        if condition.isExact { return true }
        let verdict = request.filter.verdict(on: invocation)
        if verdict.isPartial { answer.isPartial = true }
        return verdict.isMatch
    }

    /// Whether there is time for another record of the block.
    private mutating func goesOn(behind id: Int64) -> Bool {
        guard answer.end == .complete else { return false }
        guard !condition.isExact, ContinuousClock.now >= deadline else { return true }
        answer.end = .time
        answer.reached = UInt64(id & RecordingSchema.seqMask)
        return false
    }

    private mutating func forEachBlock(
        _ db: Database,
        _ body: (inout BlockScan, _ block: Int64, _ count: Int) throws -> Void
    ) throws {
        guard !range.isEmpty else { return }
        // Blocks that are skipped are rows too, so that the time is checked among them. CASE evaluates no more of the
        // condition than it needs.
        let blocks = try RowQuery(
            db,
            filtered: """
                SELECT id, \(BlockSummary.boundedCount), CASE WHEN \(condition.block) THEN 1 ELSE 0 END FROM block
                WHERE id BETWEEN ? AND ? ORDER BY id \(order)
                """
        )
        var sequence = RowSequence(request.order)
        var skipped = 0
        try blocks.forEach([range.firstBlock, range.lastBlock], on: db) { row in
            let block = row.integer(0)
            try sequence.check(block)
            guard row.integer(2) != 0 else {
                skipped += 1
                guard skipped.isMultiple(of: Self.skippedBlocks) else { return true }
                reach(block)
                if ContinuousClock.now >= deadline { answer.end = .time }
                return answer.end == .complete
            }
            guard answer.reached == nil || ContinuousClock.now < deadline else {
                answer.end = .time
                return false
            }
            try body(&self, block, Int(row.integer(1)))
            if answer.end != .time { reach(block) }
            return answer.end == .complete
        }
    }

    private mutating func reach(_ block: Int64) {
        let part = range.part(in: block)
        answer.reached = UInt64((request.order == .descending ? part.first : part.last) & RecordingSchema.seqMask)
    }
}

/// Ends a scan of a table whose rows repeat: in a damaged file, pages can link back to pages already read.
private struct RowSequence {
    private let isDescending: Bool
    private var last: Int64?

    init(_ order: InvocationQuery.Order) { isDescending = order == .descending }

    mutating func check(_ id: Int64) throws(RowFault) {
        defer { last = id }
        guard let last, isDescending ? id >= last : id <= last else { return }
        throw RowFault(column: "id", found: "the number \(id) behind \(last)")
    }
}
