// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite
internal import ProxyCore

/// A query whose rows are read directly from SQLite's memory, without boxing each value.
///
/// GRDB's rows end the program if a column holds another type than requested, and truncate texts at their first NUL.
/// Recordings can come from anywhere, so they are never read that way.
struct RowQuery {
    private let statement: RowStatement
    private let sql: String

    /// A query whose text is always the same; the connection keeps the statement.
    init(_ db: Database, _ sql: String) throws {
        statement = try RowStatement(cached: sql, db)
        self.sql = sql
    }

    /// A query with the conditions of a filter in its text. Its statement is not kept: with a text or a time of its own in
    /// each request, the connection would never be rid of them.
    init(_ db: Database, filtered sql: String) throws {
        statement = try RowStatement(db, sql)
        self.sql = sql
    }

    /// Calls `body` with each row until it returns false.
    func forEach(_ arguments: [Int64], on db: Database, _ body: (RowColumns) throws -> Bool) throws {
        for (index, argument) in arguments.enumerated() { statement.bind(argument, at: Int32(index + 1)) }
        try forEach(on: db, body)
    }

    /// Calls `body` with the rows until it returns false.
    func forEach(_ arguments: [StoredValue], on db: Database, _ body: (RowColumns) throws -> Bool) throws {
        for (index, argument) in arguments.enumerated() { statement.bind(argument, at: Int32(index + 1)) }
        try forEach(on: db, body)
    }

    private func forEach(on db: Database, _ body: (RowColumns) throws -> Bool) throws {
        let pointer = statement.pointer
        defer { sqlite3_reset(pointer) }
        while true {
            switch sqlite3_step(pointer) {
            case SQLITE_ROW: guard try body(RowColumns(pointer: pointer)) else { return }
            case SQLITE_DONE: return
            case let code:
                let message = String(cString: sqlite3_errmsg(db.sqliteConnection))
                throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
            }
        }
    }
}

extension Database {
    /// The results of `read` for each row of a query.
    func rows<Answer>(
        _ sql: String,
        _ arguments: [StoredValue] = [],
        _ read: (RowColumns) throws -> Answer
    ) throws -> [Answer] {
        var answers: [Answer] = []
        try RowQuery(self, sql).forEach(arguments, on: self) { row in
            answers.append(try read(row))
            return true
        }
        return answers
    }

    /// The result of `read` for the first row of a query; nil if there is no row.
    func firstRow<Answer>(
        _ sql: String,
        _ arguments: [StoredValue] = [],
        _ read: (RowColumns) throws -> Answer
    ) throws -> Answer? {
        var answer: Answer?
        try RowQuery(self, sql).forEach(arguments, on: self) { row in
            answer = try read(row)
            return false
        }
        return answer
    }

    /// The number in the first column of the first row of a query; nil if there is no row.
    func firstNumber(_ sql: String, _ arguments: [StoredValue] = []) throws -> Int64? {
        try firstRow(sql, arguments) { try $0.number(0) }
    }

    /// Executes a statement.
    ///
    /// - Returns: Number of changed rows.
    @discardableResult
    func change(_ sql: String, _ arguments: [StoredValue] = []) throws -> Int {
        let statement = try RowStatement(cached: sql, self)
        for (index, argument) in arguments.enumerated() { statement.bind(argument, at: Int32(index + 1)) }
        return try statement.run(on: self)
    }
}
