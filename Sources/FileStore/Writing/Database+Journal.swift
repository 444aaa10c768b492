// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite

extension Database {
    /// Keeps SQLite from deleting the journal by its name when it closes the file: by now, that can be another file's.
    func keepJournal() throws {
        var isKept: Int32 = 1
        sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
    }
}
