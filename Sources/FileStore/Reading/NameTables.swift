// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// The names that records refer to by number, as far as they have been read.
struct NameTables {
    struct SelectorName {
        let selector: Selector
        let parameters: [ParameterRow]
    }

    private(set) var selectors: [Int64: SelectorName] = [:]
    private(set) var proxies: [Int64: ProxyFacts] = [:]
    private(set) var threads: [Int64: ThreadInfo] = [:]
    /// The columns of the tables that later versions added columns to.
    private(set) var columns: [String: Set<String>] = [:]
    /// Whether the file has the tables `signature` and `tally`. The version tells, because opening the file has checked
    /// the tables of its version only.
    private(set) var hasSignatures = false
    private var lastSelector: Int64 = 0
    private var lastProxy: Int64 = 0
    private var lastThread: Int64 = 0
    /// Number of proxies at which they are read anew, without those that were deleted in the meantime.
    private var mostProxies = 1_000

    /// Whether the file's table `record` has a column.
    func recordHas(_ column: String) -> Bool { columns["record"]?.contains(column) == true }

    /// The tables with only some selectors, or some threads.
    func narrowed(selectors: Set<Int64>? = nil, threads: Set<Int64>? = nil) -> NameTables {
        var names = self
        if let selectors { names.selectors = Self.rows(selectors, of: names.selectors) }
        if let threads { names.threads = Self.rows(threads, of: names.threads) }
        return names
    }

    /// Some rows of a table, without a look at the others: a sorted list narrows the names to each one in turn.
    private static func rows<Row>(_ ids: Set<Int64>, of table: [Int64: Row]) -> [Int64: Row] {
        var rows: [Int64: Row] = [:]
        for id in ids { rows[id] = table[id] }
        return rows
    }

    /// Reads the rows added since the last update.
    mutating func update(run: Int64, _ db: Database) throws {
        if columns.isEmpty {
            columns = try FieldColumns.read(db)
            let version = try db.firstNumber("PRAGMA main.user_version") ?? 0
            hasSignatures = version >= RecordingSchema.signatureVersion
        }
        try RowQuery(db, "SELECT id, protocol, name, parameters FROM selector WHERE id > ? ORDER BY id").forEach(
            [lastSelector],
            on: db
        ) { row in
            lastSelector = row.integer(0)
            let selector = Selector(protocolName: try row.requiredText(1), name: try row.requiredText(2))
            let parameters = ParameterRow.parameters(try row.requiredText(3)) ?? []
            selectors[lastSelector] = SelectorName(selector: selector, parameters: parameters)
            return true
        }
        try readProxies(of: run, db)
        if proxies.count > mostProxies {
            (proxies, lastProxy) = ([:], 0)
            try readProxies(of: run, db)
            mostProxies = max(1_000, 2 * proxies.count)
        }
        let facts = FieldColumns.list(FieldColumns.ofThread.map(\.name), of: "thread", in: columns)
        try RowQuery(db, "SELECT id, \(facts) FROM thread WHERE id > ? AND run = ? ORDER BY id").forEach(
            [lastThread, run],
            on: db
        ) { row in
            lastThread = row.integer(0)
            var thread = ThreadInfo(id: 0, name: "", isMain: false)
            for (index, column) in FieldColumns.ofThread.enumerated() {
                column.load(&thread, row.value(Int32(index + 1)))
            }
            threads[lastThread] = thread
            return true
        }
    }

    private mutating func readProxies(of run: Int64, _ db: Database) throws {
        try RowQuery(
            db,
            "SELECT id, number, owner, target, main_only FROM proxy WHERE id > ? AND run = ? ORDER BY id"
        ).forEach([lastProxy, run], on: db) { row in
            lastProxy = row.integer(0)
            proxies[lastProxy] = ProxyFacts(
                number: Int(try row.number(1, in: 0 ... .max)),
                owner: try row.requiredText(2),
                target: try row.optionalText(3),
                isMainOnly: try row.number(4) != 0
            )
            return true
        }
    }
}
