// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Summary of the calls in one block of 2 048 numbers. Readers use it to skip blocks that cannot contain a match.
struct BlockSummary {
    private(set) var count: Int64 = 0
    private var selectors: Int64 = 0
    private var proxies: Int64 = 0
    private var threads: Int64 = 0
    private var states: Int64 = 0
    private var paths: Int64 = 0
    private var shortest = Int64.max
    private var longest: Int64 = 0
    private var firstStart = Int64.max
    private var lastStart: Int64 = 0
    private var lastEnd: Int64 = 0
    private var deepest: Int64 = 0

    /// The bit for a row in a set; with more than 63 rows, several rows share a bit.
    static func bit(_ id: Int64) -> Int64 { 1 << (id % 63) }

    mutating func add(_ row: RecordRow) {
        count += 1
        selectors |= Self.bit(row.selector)
        proxies |= Self.bit(row.proxy)
        threads |= Self.bit(row.thread)
        states |= 1 << row.state
        paths |= 1 << row.path
        shortest = min(shortest, row.duration)
        longest = max(longest, row.duration)
        firstStart = min(firstStart, row.start)
        lastStart = max(lastStart, row.start)
        lastEnd = max(lastEnd, row.start.saturatingAdding(row.duration))
        deepest = max(deepest, row.depth)
    }

    /// The number of calls in a block, clamped to the numbers a block has, so that sums cannot overflow.
    static let boundedCount = "min(max(CAST(count AS INTEGER), 0), \(1 << RecordingSchema.blockBits))"

    static let upsert = """
        INSERT INTO block VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT (id) DO UPDATE SET
            count = count + excluded.count,
            selectors = selectors | excluded.selectors,
            proxies = proxies | excluded.proxies,
            threads = threads | excluded.threads,
            states = states | excluded.states,
            paths = paths | excluded.paths,
            shortest = min(shortest, excluded.shortest),
            longest = max(longest, excluded.longest),
            first_start = min(first_start, excluded.first_start),
            last_start = max(last_start, excluded.last_start),
            last_end = max(last_end, excluded.last_end),
            deepest = max(deepest, excluded.deepest)
        """

    /// The columns that `stored` reads.
    static let columns = """
        id, count, selectors, proxies, threads, states, paths, shortest, longest, first_start, last_start, last_end,
        deepest
        """

    /// A row of the table `block`.
    static func stored(_ row: RowColumns) throws(RowFault) -> (id: Int64, summary: BlockSummary) {
        var summary = BlockSummary()
        summary.count = try row.number(1)
        summary.selectors = try row.number(2)
        summary.proxies = try row.number(3)
        summary.threads = try row.number(4)
        summary.states = try row.number(5)
        summary.paths = try row.number(6)
        summary.shortest = try row.number(7)
        summary.longest = try row.number(8)
        summary.firstStart = try row.number(9)
        summary.lastStart = try row.number(10)
        summary.lastEnd = try row.number(11)
        summary.deepest = try row.number(12)
        return (try row.number(0), summary)
    }

    /// Whether a reader that goes by this summary finds all calls of `other`. It may be wider, because it keeps what
    /// deleted calls added.
    func covers(_ other: BlockSummary) -> Bool {
        let isInSets = [
            (selectors, other.selectors), (proxies, other.proxies), (threads, other.threads), (states, other.states),
            (paths, other.paths),
        ].allSatisfy { $0 & $1 == $1 }
        return isInSets && shortest <= other.shortest && longest >= other.longest && firstStart <= other.firstStart
            && lastStart >= other.lastStart && lastEnd >= other.lastEnd && deepest >= other.deepest
    }

    func write(_ statement: RowStatement, id: Int64, on db: Database) throws {
        let values = [
            id, count, selectors, proxies, threads, states, paths, shortest, longest, firstStart, lastStart, lastEnd,
            deepest,
        ]
        for (index, value) in values.enumerated() { statement.bind(value, at: Int32(index + 1)) }
        try statement.run(on: db)
    }
}

/// The numeric columns of a record's row.
struct RecordRow {
    static let columns = [
        "id", "position", "selector", "proxy", "thread", "parent", "depth", "start", "duration", "target", "state",
        "path",
    ]

    var id: Int64
    var position: Int64
    var selector: Int64
    var proxy: Int64
    var thread: Int64
    var parent: Int64
    var depth: Int64
    var start: Int64
    var duration: Int64
    var target: Int64?
    var state: Int64
    var path: Int64

    /// The number of the block that the call belongs to.
    var block: Int64 { id >> RecordingSchema.blockBits }
}

extension RecordRow {
    /// A row with the columns of `columns`.
    init(_ row: RowColumns) throws(RowFault) {
        id = try row.number(0)
        position = try row.number(1)
        selector = try row.number(2, in: 0 ... .max)
        proxy = try row.number(3, in: 0 ... .max)
        thread = try row.number(4, in: 0 ... .max)
        parent = try row.number(5)
        depth = try row.number(6)
        start = try row.number(7)
        duration = try row.number(8)
        target = try row.optionalNumber(9)
        state = try row.number(10, in: 0...62)
        path = try row.number(11, in: 0...62)
    }
}
