// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Checks that a file has the tables of its version, before anything is read from them.
///
/// Files can come from anyone. In place of a table, a file can define a view, whose query may never end, or computed
/// columns. SQLite evaluates both when the name is read; when something is written, it runs triggers and evaluates the
/// expressions of indexes and defaults.
struct RecordingLayout {
    /// The columns of each table, with their types.
    private typealias Tables = [String: [String: String]]

    private let version: Int

    /// - Parameter version: The version that the file claims.
    init(version: Int) { self.version = version }

    /// - Parameter isWritten: Whether the file is to be written.
    /// - Throws: `FileStoreError` with `.notARecording`.
    func check(_ db: Database, _ path: String, isWritten: Bool) throws {
        let needed = try Self.tables(ofVersion: version)
        let known =
            version == RecordingSchema.version ? needed : try Self.tables(ofVersion: RecordingSchema.version)
        var found: Set<String> = []
        var tables: Set<String> = []
        for entry in try db.rows("SELECT type, name, tbl_name, rootpage FROM main.sqlite_schema", [], Entry.init) {
            // One on another table may run too: rows of it may refer to ours.
            if entry.type == "trigger", isWritten {
                throw FileStoreError(.notARecording, path, "its table \(entry.table) has a trigger")
            }
            if entry.isTable { tables.insert(entry.name) }
            guard needed[entry.name] != nil, entry.type != "index" else { continue }
            guard entry.isTable else { throw FileStoreError(.notARecording, path, "\(entry.name) is no table in it") }
            found.insert(entry.name)
        }
        for table in tables where needed[table] == nil {
            // The check of the whole file evaluates them.
            guard try !Self.columns(of: table, db).values.contains(Self.computed) else {
                throw FileStoreError(.notARecording, path, "its table \(table) has a computed column")
            }
        }
        if isWritten { try checkExpressions(of: tables.sorted(), db, path) }
        for (table, columns) in needed {
            guard found.contains(table) else { throw FileStoreError(.notARecording, path, "it has no table \(table)") }
            let present = try Self.columns(of: table, db)
            for name in columns.keys where present[name] == nil {
                throw FileStoreError(.notARecording, path, "its table \(table) has no column \(name)")
            }
            for (name, type) in present where known[table]?[name].map({ $0 != type }) ?? (type == Self.computed) {
                throw FileStoreError(.notARecording, path, "its column \(table).\(name) is \(type)")
            }
        }
    }

    /// Expressions of indexes and defaults are evaluated for each row that is written, and may take any time.
    private func checkExpressions(of tables: [String], _ db: Database, _ path: String) throws {
        for table in tables {
            for index in try Self.indexes(of: table, db) where !RecordingSchema.expressionIndexes.contains(index.sql) {
                guard try index.isPlain(db) else {
                    throw FileStoreError(.notARecording, path, "its index \(index.name) has an expression")
                }
            }
            let defaults = try db.rows("PRAGMA main.table_xinfo(\(Self.quoted(table)))") {
                ($0.text(1) ?? "", $0.text(4) ?? "")
            }
            for (column, value) in defaults where !Self.isLiteral(value) {
                throw FileStoreError(
                    .notARecording,
                    path,
                    "the default of its column \(table).\(column) is an expression"
                )
            }
        }
    }

    /// A default that is no expression. SQLite leaves out the parentheses around one.
    private static func isLiteral(_ value: String) -> Bool {
        value.isEmpty || value.uppercased() == "NULL" || Double(value) != nil
            || value.count > 1 && value.first == "'" && value.last == "'" && !value.dropFirst().dropLast().contains("'")
    }

    private static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

    private struct Index {
        let name: String
        let sql: String
        let isPartial: Bool

        func isPlain(_ db: Database) throws -> Bool {
            guard !isPartial else { return false }
            // The number of a column that is an expression: SQLite, “PRAGMA index_xinfo”.
            return try db.rows("PRAGMA main.index_xinfo(\(RecordingLayout.quoted(name)))") { $0.integer(1) }.allSatisfy
            { $0 != -2 }
        }
    }

    private static func indexes(of table: String, _ db: Database) throws -> [Index] {
        try db.rows("PRAGMA main.index_list(\(quoted(table)))") { ($0.text(1) ?? "", $0.integer(4) != 0) }.map {
            name,
            isPartial in
            let sql = try db.firstRow(
                "SELECT sql FROM main.sqlite_schema WHERE type = 'index' AND name = ?",
                [StoredValue(name)]
            ) { $0.text(0) }
            return Index(name: name, sql: (sql ?? nil) ?? "", isPartial: isPartial)
        }
    }

    /// A row of SQLite's schema table.
    private struct Entry {
        let type: String
        let name: String
        let table: String
        let isTable: Bool

        init(_ row: RowColumns) throws {
            type = row.text(0) ?? ""
            // SQLite ignores the case of names.
            name = (row.text(1) ?? "").lowercased()
            table = (row.text(2) ?? "").lowercased()
            // A virtual table has no pages.
            isTable = type == "table" && row.integer(3) > 0
        }
    }

    // MARK: Columns

    private static let computed = "computed"

    /// The columns of a table with their types, including computed ones.
    private static func columns(of table: String, _ db: Database) throws -> [String: String] {
        let rows = try db.rows("PRAGMA main.table_xinfo(\(quoted(table)))") { row in
            (row.text(1) ?? "", row.integer(6) == 0 ? (row.text(2) ?? "").uppercased() : computed)
        }
        return Dictionary(rows) { first, _ in first }
    }

    /// The tables of a version, as this program creates them.
    private static func tables(ofVersion version: Int) throws -> Tables {
        try DatabaseQueue().write { db in
            try RecordingSchema.migrate(db, from: 0, to: version)
            var tables: Tables = [:]
            let names = try db.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0") {
                try $0.requiredText(0)
            }
            for name in names where !name.hasPrefix("sqlite_") { tables[name] = try columns(of: name, db) }
            return tables
        }
    }
}
