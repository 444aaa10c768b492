// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// The rows of the tables of names that a run refers to: those that were met, made where there are none.
struct NameRows {
    private let run: Int64
    private var selectors: SelectorIndex
    private var threads: [ThreadInfo: Int64] = [:]
    private var proxies: [ProxyFacts: Int64] = [:]

    init(run: Int64, _ db: Database) throws {
        self.run = run
        selectors = try SelectorIndex(db)
    }

    mutating func selector(of invocation: Invocation, _ db: Database) throws -> SelectorIndex.Entry {
        try selectors.entry(for: invocation, db)
    }

    mutating func thread(_ thread: ThreadInfo, _ db: Database) throws -> Int64 {
        if let known = threads[thread] { return known }
        let columns = FieldColumns.ofThread
        let facts = StatementArguments([run.databaseValue] + columns.map { $0.store(thread).databaseValue })
        let same = columns.map { " AND \($0.name) IS ?" }.joined()
        var id = try Int64.fetchOne(db, sql: "SELECT id FROM thread WHERE run = ?\(same)", arguments: facts)
        if id == nil {
            let names = columns.map(\.name).joined(separator: ", ")
            let places = columns.map { _ in ", ?" }.joined()
            try db.execute(sql: "INSERT INTO thread (run, \(names)) VALUES (?\(places))", arguments: facts)
            id = db.lastInsertedRowID
        }
        threads[thread] = id
        return id ?? 0
    }

    mutating func proxy(_ facts: ProxyFacts, _ db: Database) throws -> Int64 {
        if let known = proxies[facts] { return known }
        let key: StatementArguments = [run, facts.number, facts.owner, facts.target, facts.isMainOnly]
        try db.execute(
            sql: "INSERT OR IGNORE INTO proxy (run, number, owner, target, main_only) VALUES (?, ?, ?, ?, ?)",
            arguments: key
        )
        let id = try Int64.fetchOne(
            db,
            sql: "SELECT id FROM proxy WHERE run = ? AND number = ? AND owner = ? AND target IS ? AND main_only = ?",
            arguments: key
        )
        proxies[facts] = id
        return id ?? 0
    }
}
