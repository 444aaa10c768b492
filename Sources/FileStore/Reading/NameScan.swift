// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Reads the first records of a list sorted by selector or thread: those of the first name, then those of the next.
///
/// All records of a name are in order of their starts already, so nothing is sorted, and the scan ends with the last
/// record wanted. The blocks are selected once for all names.
struct NameScan {
    /// Number of blocks between two checks of the time while they are selected.
    private static let uncheckedBlocks = 256

    /// The rows of the table of names that have one key.
    private struct Group {
        let key: SortPlace.Key
        let ids: Set<Int64>

        /// The set of the names, as blocks have it.
        var names: Int64 { ids.reduce(0) { $0 | BlockSummary.bit($1) } }
    }

    /// A block that may have records of the list, with the set of the names in it.
    private struct Block {
        let id: Int64
        let names: Int64
    }

    private let request: SortedRequest
    private let run: Int64
    private let decoder: RecordDecoder
    private let deadline: ContinuousClock.Instant
    /// Whether the filter was applied to a name; with no time at all, that is done for one.
    private var isAnyTried = false
    private var isAnyRead = false
    private var part = SortedPart()

    init(_ request: SortedRequest, run: Int64, _ decoder: RecordDecoder) {
        self.request = request
        self.run = run
        self.decoder = decoder
        deadline = .now + request.range.time
    }

    private var isByThread: Bool { request.sort == .thread }
    private var order: String { request.range.order == .descending ? "DESC" : "ASC" }

    mutating func part(_ db: Database) throws -> SortedPart {
        let blocks = try blocks(db)
        guard part.isComplete, !blocks.isEmpty else { return part }
        let names = blocks.reduce(0) { $0 | $1.names }
        // A run can have very many threads, and filters and statements take time also where no record matches.
        for group in groups where group.names & names != 0 {
            guard part.isComplete, part.items.count < request.limit else { break }
            guard let range = range(of: group.key) else { continue }
            guard !isAnyTried || ContinuousClock.now < deadline else {
                part.isComplete = false
                break
            }
            isAnyTried = true
            try read(group, range, blocks, db)
        }
        return part
    }

    // MARK: Blocks

    private mutating func blocks(_ db: Database) throws -> [Block] {
        let range = IDRange(run: run, after: request.range.after, before: request.range.before)
        let condition = FilterSQL(request.range.filter.meaning, run: run, decoder).block
        let query = try RowQuery(
            db,
            filtered: """
                SELECT id, \(isByThread ? "threads" : "selectors"), CASE WHEN \(condition) THEN 1 ELSE 0 END FROM block
                WHERE id BETWEEN ? AND ? ORDER BY id \(order)
                """
        )
        var blocks: [Block] = []
        var count = 0
        try query.forEach([range.firstBlock, range.lastBlock], on: db) { row in
            if row.integer(2) != 0 { blocks.append(Block(id: row.integer(0), names: row.integer(1))) }
            count += 1
            guard count.isMultiple(of: Self.uncheckedBlocks), ContinuousClock.now >= deadline else { return true }
            part.isComplete = false
            return false
        }
        return blocks
    }

    // MARK: Records

    private mutating func read(_ group: Group, _ range: IDRange, _ blocks: [Block], _ db: Database) throws {
        let (column, set) = isByThread ? ("thread", "threads") : ("selector", "selectors")
        let condition = filter(of: group).and(.member(of: group.ids.sorted(), column, set))
        guard condition.possible != "0" else { return }
        let records = try RowQuery(
            db,
            filtered: """
                SELECT \(decoder.columns(of: "record")) FROM record
                WHERE id BETWEEN ? AND ? AND \(condition.possible) ORDER BY id \(order)
                """
        )
        let names = group.names
        for block in blocks where block.names & names != 0 && part.isComplete && part.items.count < request.limit {
            guard !isAnyRead || ContinuousClock.now < deadline else {
                part.isComplete = false
                return
            }
            let rows = range.part(in: block.id)
            guard !rows.isEmpty else { continue }
            isAnyRead = true
            try records.forEach([rows.first, rows.last], on: db) { row in
                let invocation = decoder.invocation(row)
                if condition.isExact || passes(invocation) { part.items.append(invocation) }
                guard part.items.count < request.limit else { return false }
                // A regular expression can take long for each record.
                part.isComplete = condition.isExact || ContinuousClock.now < deadline
                return part.isComplete
            }
        }
    }

    private mutating func passes(_ invocation: Invocation) -> Bool {
        let verdict = request.range.filter.verdict(on: invocation)
        if verdict.isPartial { part.isPartial = true }
        return verdict.isMatch
    }

    /// The filter for records of a group: conditions on the name itself are true or false then.
    private func filter(of group: Group) -> FilterSQL {
        let names =
            isByThread ? decoder.names.narrowed(threads: group.ids) : decoder.names.narrowed(selectors: group.ids)
        return FilterSQL(request.range.filter.meaning, run: run, decoder.with(names))
    }

    // MARK: Groups

    /// The groups in the order of their keys.
    private var groups: [Group] {
        let keys =
            isByThread
            ? decoder.names.threads.mapValues { SortPlace.Key($0) }
            : decoder.names.selectors.mapValues { SortPlace.Key($0.selector) }
        return Dictionary(grouping: keys) { $0.value }
            .map { Group(key: $0.key, ids: Set($0.value.map(\.key))) }
            .sorted { request.range.order.isBefore($0.key, $1.key) }
    }

    /// The range of the calls with a key; nil if the page has none of them.
    private func range(of key: SortPlace.Key) -> IDRange? {
        var (lower, upper) = (request.range.after, request.range.before)
        if let after = request.after {
            if key < after.key { return nil }
            if key == after.key { lower = max(lower, after.seq) }
        }
        if let before = request.before {
            if before.key < key { return nil }
            if key == before.key { upper = min(upper, before.seq) }
        }
        let range = IDRange(run: run, after: lower, before: upper)
        return range.isEmpty ? nil : range
    }
}
