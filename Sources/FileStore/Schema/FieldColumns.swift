// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// The table columns for fields of records, and all columns added after the first file version.
enum FieldColumns {
    static let ofRecord = Invocation.fields.compactMap(\.column)
    static let ofThread = ThreadInfo.fields.compactMap(\.column)

    /// Columns added after the first file version, with their tables.
    static let added: [(version: Int, table: String, definition: String)] = ofFields + ofRun

    private static let ofFields: [(version: Int, table: String, definition: String)] =
        ofRecord.filter { $0.version > 0 }.flatMap { column in
            ["record", "running"].map { (column.version, $0, "\(column.name) \(column.type)") }
        } + ofThread.filter { $0.version > 0 }.map { ($0.version, "thread", "\($0.name) \($0.type)") }
        + EventRow.addedColumns.map { ($0.version, "event", "\($0.name) \($0.type)") }

    private static let ofRun: [(version: Int, table: String, definition: String)] = [
        (9, "run", "dropped INTEGER NOT NULL DEFAULT 0")
    ]

    /// The column list of a query; NULL for columns that the table lacks.
    static func list(_ names: [String], of table: String, in file: [String: Set<String>]) -> String {
        names.map { file[table]?.contains($0) == true ? $0 : "NULL" }.joined(separator: ", ")
    }

    /// The columns of the file's tables. Reading an older file does not add missing ones.
    static func read(_ db: Database) throws -> [String: Set<String>] {
        var tables: [String: Set<String>] = [:]
        for table in ["run", "record", "running", "thread", "event"] {
            // Not `pragma_table_info(…)`: a file can define a table or a view with that name.
            tables[table] = try Set(db.rows("PRAGMA main.table_info(\(table))") { try $0.requiredText(1) })
        }
        return tables
    }
}

extension StoredValue {
    /// Nil becomes NULL.
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}
