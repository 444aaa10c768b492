// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite

extension Database {
    /// Stops SQLite from deleting the journal by name on closing, because the name may belong to another file by now.
    func keepJournal() throws {
        var isKept: Int32 = 1
        sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
    }
}
