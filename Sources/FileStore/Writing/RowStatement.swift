// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite

/// A statement that is carried out for row after row: its arguments are bound without a detour through boxes.
///
/// Used on the connection that it was prepared on only.
struct RowStatement {
    private let statement: Statement
    private let sql: String

    init(_ db: Database, _ sql: String) throws {
        statement = try db.makeStatement(sql: sql)
        self.sql = sql
    }

    private var pointer: OpaquePointer { statement.sqliteStatement }

    func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(pointer, index, value) }

    func bind(_ value: Int64?, at index: Int32) {
        if let value { bind(value, at: index) } else { sqlite3_bind_null(pointer, index) }
    }

    func bind(_ value: String?, at index: Int32) {
        guard var value else { return bind(nil as Int64?, at: index) }
        value.withUTF8 { bind(UnsafeRawBufferPointer($0), at: index) }
    }

    /// Binds text; it is copied.
    func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) {
        // SQLITE_TRANSIENT: a function pointer of -1.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        if let start {
            sqlite3_bind_text(pointer, index, start, Int32(bytes.count), transient)
        } else {
            sqlite3_bind_text(pointer, index, "", 0, transient)
        }
    }

    /// Binds text that stays where it is until the statement was carried out.
    func bindInPlace(_ bytes: UnsafeRawBufferPointer, at index: Int32) {
        sqlite3_bind_text(
            pointer,
            index,
            bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            Int32(bytes.count),
            nil  // SQLITE_STATIC
        )
    }

    /// Carries the statement out.
    ///
    /// - Returns: Rows that were changed.
    @discardableResult
    func run(on db: Database) throws -> Int {
        let code = sqlite3_step(pointer)
        let changes = Int(sqlite3_changes(db.sqliteConnection))
        let isDone = code == SQLITE_DONE || code == SQLITE_ROW
        let message = isDone ? "" : String(cString: sqlite3_errmsg(db.sqliteConnection))
        sqlite3_reset(pointer)
        guard !isDone else { return changes }
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
    }
}
