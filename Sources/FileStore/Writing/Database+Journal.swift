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

extension DatabaseQueue {
    /// Closes a file that is no longer at its path, after moving everything written so far from its journal into it. A
    /// file now at the path is not touched.
    func abandon() {
        try? writeWithoutTransaction { db in
            try db.keepJournal()
            try db.checkpoint(.truncate)
        }
        try? close()
    }
}
