// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite

/// A query whose rows are read where SQLite has them, without a box for each value.
struct RowQuery {
    private let statement: Statement
    private let sql: String

    init(_ db: Database, _ sql: String) throws {
        statement = try db.cachedStatement(sql: sql)
        self.sql = sql
    }

    /// Calls `body` with the rows until it returns false.
    func forEach(_ arguments: [Int64], on db: Database, _ body: (RowColumns) throws -> Bool) throws {
        let pointer = statement.sqliteStatement
        for (index, argument) in arguments.enumerated() { sqlite3_bind_int64(pointer, Int32(index + 1), argument) }
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
