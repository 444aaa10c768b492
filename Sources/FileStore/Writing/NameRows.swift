// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// The rows of a run in the tables of names. Missing rows are inserted on first use.
struct NameRows {
    private let run: Int64
    private var selectors: SelectorIndex
    private var threads: [ThreadInfo: Int64] = [:]
    private var proxies: [ProxyFacts: Int64] = [:]

    init(run: Int64, _ db: Database) throws {
        self.run = run
        selectors = try SelectorIndex(db)
    }

    /// Forgets the known proxies and threads, of which there can be many; their rows are looked up again.
    mutating func forgetMost() {
        threads = [:]
        proxies = [:]
    }

    mutating func selector(of invocation: Invocation, _ db: Database) throws -> SelectorIndex.Entry {
        try selectors.entry(for: invocation, db)
    }

    mutating func thread(_ thread: ThreadInfo, _ db: Database) throws -> Int64 {
        if let known = threads[thread] { return known }
        let columns = FieldColumns.ofThread
        let facts = [StoredValue(run)] + columns.map { $0.store(thread) }
        let same = columns.map { " AND \($0.name) IS ?" }.joined()
        var id = try db.firstNumber("SELECT id FROM thread WHERE run = ?\(same)", facts)
        if id == nil {
            let names = columns.map(\.name).joined(separator: ", ")
            let places = columns.map { _ in ", ?" }.joined()
            try db.change("INSERT INTO thread (run, \(names)) VALUES (?\(places))", facts)
            id = db.lastInsertedRowID
        }
        threads[thread] = id
        return id ?? 0
    }

    mutating func proxy(_ facts: ProxyFacts, _ db: Database) throws -> Int64 {
        if let known = proxies[facts] { return known }
        let key: [StoredValue] = [
            StoredValue(run), StoredValue(facts.number), .text(facts.owner), StoredValue(facts.target),
            .integer(facts.isMainOnly ? 1 : 0),
        ]
        try db.change("INSERT OR IGNORE INTO proxy (run, number, owner, target, main_only) VALUES (?, ?, ?, ?, ?)", key)
        let id = try db.firstNumber(
            "SELECT id FROM proxy WHERE run = ? AND number = ? AND owner = ? AND target IS ? AND main_only = ?",
            key
        )
        proxies[facts] = id
        return id ?? 0
    }
}
