// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

/// The row that a query stands on; not to be kept.
struct RowColumns {
    let pointer: OpaquePointer

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    /// The text of a column, nil where there is none; not to be kept.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer? {
        guard let text = sqlite3_column_text(pointer, column) else { return nil }
        return UnsafeRawBufferPointer(start: text, count: Int(sqlite3_column_bytes(pointer, column)))
    }

    func text(_ column: Int32) -> String? { bytes(column).map { String(decoding: $0, as: UTF8.self) } }
}
