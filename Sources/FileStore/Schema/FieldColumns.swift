// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite
internal import ProxyCore

/// The columns of the tables that stand for fields of records.
enum FieldColumns {
    static let ofRecord = Invocation.fields.compactMap(\.column)
    static let ofThread = ThreadInfo.fields.compactMap(\.column)

    /// Those that the first versions of the file did not have, with the tables that they are in.
    static let added: [(version: Int, table: String, definition: String)] =
        ofRecord.filter { $0.version > 0 }.flatMap { column in
            ["record", "running"].map { (column.version, $0, "\(column.name) \(column.type)") }
        } + ofThread.filter { $0.version > 0 }.map { ($0.version, "thread", "\($0.name) \($0.type)") }

    /// What a query for these columns asks of a table; of one that lacks a column, it gets null.
    static func list(_ names: [String], of table: String, in file: [String: Set<String>]) -> String {
        names.map { file[table]?.contains($0) == true ? $0 : "NULL" }.joined(separator: ", ")
    }

    /// The columns that the tables of a file have: files are not changed by reading them.
    static func read(_ db: Database) throws -> [String: Set<String>] {
        var tables: [String: Set<String>] = [:]
        for table in ["record", "running", "thread"] {
            tables[table] = try Set(
                String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
            )
        }
        return tables
    }
}

extension StoredValue {
    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .text(let text): text.databaseValue
        }
    }
}

extension RowColumns {
    func value(_ column: Int32) -> StoredValue {
        switch sqlite3_column_type(pointer, column) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_TEXT: text(column).map { .text($0) } ?? .null
        default: .null
        }
    }
}

extension RowStatement {
    func bind(_ value: StoredValue, at index: Int32) {
        switch value {
        case .null: bind(nil as Int64?, at: index)
        case .integer(let number): bind(number, at: index)
        case .text(let text): bind(text, at: index)
        }
    }
}
