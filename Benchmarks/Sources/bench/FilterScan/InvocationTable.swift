// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CSQLite
import ProxyCore

struct SQLiteFailure: Error {
    var message: String
}

/// Makes SQLite copy bound values.
private nonisolated(unsafe) let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// A recorder's invocations as rows of an in-memory table.
final class InvocationTable {
    private let database: OpaquePointer
    private(set) var rows = 0

    init(_ recorder: Recorder) throws {
        var opened: OpaquePointer?
        // Used by one thread only, so it needs no lock.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(":memory:", &opened, flags, nil) == SQLITE_OK, let opened else {
            throw SQLiteFailure(message: "SQLite does not open a database in memory.")
        }
        database = opened
        try execute(
            """
            CREATE TABLE invocations (
                seq INTEGER PRIMARY KEY, position INTEGER, protocol TEXT, selector TEXT, owner TEXT, target TEXT,
                thread TEXT, startedAt INTEGER, duration INTEGER, state TEXT, path TEXT,
                string TEXT, number INTEGER, result INTEGER
            )
            """
        )
        try execute("BEGIN")
        try fill(from: recorder)
        try execute("COMMIT")
    }

    deinit { sqlite3_close_v2(database) }

    private func fill(from recorder: Recorder) throws {
        let insertion = try prepare("INSERT INTO invocations VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)")
        defer { sqlite3_finalize(insertion) }
        var cursor = recorder.cursor()
        while !cursor.isAtEnd {
            for invocation in cursor.next() {
                bind(invocation, to: insertion)
                guard sqlite3_step(insertion) == SQLITE_DONE else { throw failure }
                sqlite3_reset(insertion)
                rows += 1
            }
        }
    }

    private func bind(_ invocation: Invocation, to statement: OpaquePointer) {
        var column: Int32 = 0
        func bind(_ number: Int64?) {
            column += 1
            guard let number else { return _ = sqlite3_bind_null(statement, column) }
            sqlite3_bind_int64(statement, column, number)
        }
        func bind(_ text: String?) {
            column += 1
            guard let text else { return _ = sqlite3_bind_null(statement, column) }
            sqlite3_bind_text(statement, column, text, -1, copied)
        }
        bind(Int64(invocation.seq))
        bind(invocation.position.map { Int64($0) })
        bind(invocation.selector.protocolName)
        bind(invocation.selector.name)
        bind(invocation.owner)
        bind(invocation.target)
        bind(invocation.thread.name)
        bind(invocation.startedAtNanoseconds)
        bind(invocation.durationNanoseconds.map { Int64($0) })
        bind(invocation.state.name)
        bind(invocation.returnPath.name)
        bind(invocation.arguments[0].value.text)
        bind(invocation.arguments[1].value.integer)
        bind(invocation.result?.integer)
    }

    /// Prepares a statement that counts the rows that match a condition.
    func statement(counting condition: String) throws -> OpaquePointer {
        try prepare("SELECT count(*) FROM invocations WHERE \(condition)")
    }

    /// Runs a statement made by `statement(counting:)`.
    func run(_ statement: OpaquePointer) -> Int {
        sqlite3_step(statement)
        defer { sqlite3_reset(statement) }
        return Int(sqlite3_column_int64(statement, 0))
    }

    private func prepare(_ text: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, text, -1, &statement, nil) == SQLITE_OK, let statement else { throw failure }
        return statement
    }

    private func execute(_ text: String) throws {
        guard sqlite3_exec(database, text, nil, nil, nil) == SQLITE_OK else { throw failure }
    }

    private var failure: SQLiteFailure { SQLiteFailure(message: String(cString: sqlite3_errmsg(database))) }
}

extension RecordedValue {
    fileprivate var text: String? { if case .text(let text) = content { text } else { nil } }
    fileprivate var integer: Int64? { if case .signed(let number) = content { number } else { nil } }
}
