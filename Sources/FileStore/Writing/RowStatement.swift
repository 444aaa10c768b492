// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite
internal import ProxyCore

/// A statement executed once per row; its arguments are bound directly, without boxing.
///
/// Use it only on the connection that prepared it.
struct RowStatement {
    private let statement: Statement
    private let sql: String

    init(_ db: Database, _ sql: String) throws {
        statement = try db.makeStatement(sql: sql)
        self.sql = sql
    }

    /// A statement cached by the connection for reuse. Do not use it twice at the same time.
    init(cached sql: String, _ db: Database) throws {
        statement = try db.cachedStatement(sql: sql)
        self.sql = sql
    }

    var pointer: OpaquePointer { statement.sqliteStatement }

    func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(pointer, index, value) }

    func bind(_ value: Int64?, at index: Int32) {
        if let value { bind(value, at: index) } else { sqlite3_bind_null(pointer, index) }
    }

    func bind(_ value: StoredValue, at index: Int32) {
        switch value {
        case .null: bind(nil as Int64?, at: index)
        case .integer(let number): bind(number, at: index)
        case .text(let text): bind(text, at: index)
        }
    }

    func bind(_ value: String?, at index: Int32) {
        guard var value else { return bind(nil as Int64?, at: index) }
        value.withUTF8 { bind(UnsafeRawBufferPointer($0), at: index) }
    }

    /// Binds the value of a column, of whatever type, by copying it.
    func bindCopy(of row: RowColumns, _ column: Int32, at index: Int32) {
        sqlite3_bind_value(pointer, index, sqlite3_column_value(row.pointer, column))
    }

    /// Binds text by copying it.
    func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) {
        // SQLITE_TRANSIENT, a function pointer of -1.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        if let start {
            sqlite3_bind_text(pointer, index, start, Int32(bytes.count), transient)
        } else {
            sqlite3_bind_text(pointer, index, "", 0, transient)
        }
    }

    /// Binds text without copying; it must stay in place until the statement has run.
    func bindInPlace(_ bytes: UnsafeRawBufferPointer, at index: Int32) {
        sqlite3_bind_text(
            pointer,
            index,
            bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            Int32(bytes.count),
            nil  // SQLITE_STATIC
        )
    }

    /// Binds bytes without copying; they must stay in place until the statement has run.
    func bindBlobInPlace(_ bytes: UnsafeRawBufferPointer, at index: Int32) {
        sqlite3_bind_blob(pointer, index, bytes.baseAddress, Int32(bytes.count), nil)
    }

    /// Runs the statement.
    ///
    /// - Returns: The number of changed rows.
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
