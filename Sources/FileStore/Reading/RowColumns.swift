// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite
internal import ProxyCore

/// The current row of a query; valid only until the query continues.
struct RowColumns {
    let pointer: OpaquePointer

    /// Number of columns.
    var count: Int32 { sqlite3_column_count(pointer) }

    /// The number in a column, as SQLite converts any value; 0 for a text that is not a number.
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

    /// The text of a column, nil if it has none; valid as long as the row.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer? {
        guard let text = sqlite3_column_text(pointer, column) else { return nil }
        return UnsafeRawBufferPointer(start: text, count: Int(sqlite3_column_bytes(pointer, column)))
    }

    /// The bytes of a column that has neither text nor number.
    func blob(_ column: Int32) -> [UInt8]? {
        guard sqlite3_column_type(pointer, column) == SQLITE_BLOB, let start = sqlite3_column_blob(pointer, column)
        else {
            return nil
        }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
    }

    func text(_ column: Int32) -> String? { bytes(column).map { String(decoding: $0, as: UTF8.self) } }

    func value(_ column: Int32) -> StoredValue {
        switch sqlite3_column_type(pointer, column) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_TEXT: text(column).map { .text($0) } ?? .null
        default: .null
        }
    }

    // MARK: Checked values

    /// The number in a column, checked against bounds.
    func number(_ column: Int32, in bounds: ClosedRange<Int64> = Int64.min...Int64.max) throws(RowFault) -> Int64 {
        guard sqlite3_column_type(pointer, column) == SQLITE_INTEGER else { throw fault(column) }
        let number = integer(column)
        guard bounds.contains(number) else { throw fault(column) }
        return number
    }

    func optionalNumber(_ column: Int32) throws(RowFault) -> Int64? { isNull(column) ? nil : try number(column) }

    func requiredText(_ column: Int32) throws(RowFault) -> String {
        guard sqlite3_column_type(pointer, column) == SQLITE_TEXT, let text = text(column) else { throw fault(column) }
        return text
    }

    func optionalText(_ column: Int32) throws(RowFault) -> String? {
        isNull(column) ? nil : try requiredText(column)
    }

    private func fault(_ column: Int32) -> RowFault {
        let name = sqlite3_column_name(pointer, column).map { String(cString: $0) } ?? "\(column)"
        let found =
            switch sqlite3_column_type(pointer, column) {
            case SQLITE_INTEGER: "the number \(integer(column))"
            case SQLITE_FLOAT: "a real number"
            case SQLITE_TEXT: "a text"
            case SQLITE_NULL: "nothing"
            default: "bytes"
            }
        return RowFault(column: name, found: found)
    }
}

/// A column contains a value that no recorder writes.
struct RowFault: Error, Hashable {
    let column: String
    let found: String
}
