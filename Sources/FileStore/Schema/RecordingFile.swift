// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB
internal import GRDBSQLite

/// A recording file, checked before SQLite opens it to give more specific errors than SQLite does.
struct RecordingFile: Sendable {
    /// Identity of the file at a path, independent of its name.
    struct Identity: Sendable, Hashable {
        let device: UInt64
        let number: UInt64

        /// - Returns: nil if there is no file.
        init?(path: String) {
            var information = stat()
            guard stat(path, &information) == 0 else { return nil }
            device = UInt64(information.st_dev)
            number = UInt64(information.st_ino)
        }
    }

    /// Size in bytes above which opening skips the integrity check, unless the file may have been left by a killed
    /// program: by its journal for a writer, or by a run without an end for a reader, who may have got a copy without the
    /// journal.
    private static let checkedBytes = 64 << 20

    let path: String

    init(path: String) { self.path = path }

    var identity: Identity? { Identity(path: path) }

    /// The path for SQLite, which takes `:memory:` and names that begin with `file:` for something else than files.
    private var plainPath: String { path.hasPrefix("/") ? path : "./" + path }

    // MARK: Opening

    /// Opens the file for writing, creating it if necessary.
    func openForWriting() throws(FileStoreError) -> DatabaseQueue {
        try checkFolder()
        let isNew = identity == nil
        if !isNew { try checkAccess() }
        guard isNew || access(path, W_OK) == 0 else { throw FileStoreError(.readOnly, path, "the file is read-only") }
        let wasLeft = !Self.isEmpty(path + "-wal")
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        let bound = QueryBound(path: path)
        configuration.prepareDatabase { db in
            bound.watch(db)
            try db.execute(sql: Self.distrust)
            // The journal mode is kept in the file, so another program's database would be changed.
            if try checkKind(db) == 0 {
                // Neither can change after the first table is created.
                try db.execute(sql: "PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL")
            }
            try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
            try db.execute(sql: "PRAGMA journal_size_limit = 16777216; PRAGMA cache_size = -8192")
        }
        do {
            let queue = try DatabaseQueue(path: plainPath, configuration: configuration)
            // Before the lock for writing is taken: it takes long for a large file, and others give up after five seconds.
            let checked = try queue.read { db in
                let version = try checkKind(db)
                guard version > 0 else { return version }
                try RecordingLayout(version: version).check(db, path, isWritten: true)
                try checkIntegrity(db, isSuspect: wasLeft)
                return version
            }
            try queue.write { db in
                let version = try checkKind(db)
                // Another program may have made or migrated it meanwhile.
                if version != checked { try RecordingLayout(version: version).check(db, path, isWritten: true) }
                try RecordingSchema.migrate(db, from: version)
                try RecordingSchema.renewView(db)
                // Earlier versions left those of killed programs.
                try RecordingSchema.deleteRunningOfLostRuns(db)
            }
            return queue
        } catch {
            throw FileStoreError(error, path)
        }
    }

    /// Opens the file for reading. Several readers may share it with one writer.
    ///
    /// - Parameters:
    ///   - isChecked: Whether the pages are read and the tables compared first.
    ///   - isSalvaged: Whether the file may end before its last page.
    func openForReading(isChecked: Bool = true, isSalvaged: Bool = false) throws(FileStoreError) -> any DatabaseReader {
        guard identity != nil else {
            // This user may lack access to a folder in the path.
            guard errno == EACCES else { throw FileStoreError(.missing, path) }
            throw FileStoreError(.unreadable, path, String(cString: strerror(EACCES)))
        }
        try checkAccess()
        guard !isEmpty else { throw FileStoreError(.notARecording, path, "it is empty") }
        do {
            let reader = try reader(isSalvaged: isSalvaged)
            try reader.read { db in
                let version = try checkVersion(db)
                try RecordingLayout(version: version).check(db, path, isWritten: false)
                if isChecked {
                    let open = try db.firstNumber("SELECT count(*) FROM run WHERE ended IS NULL") ?? 0
                    try checkIntegrity(db, isSuspect: open > 0)
                }
            }
            return reader
        } catch {
            if (error as? DatabaseError)?.resultCode == .SQLITE_CANTOPEN, access(folder, W_OK) != 0 {
                throw FileStoreError(.readOnly, path, "what was not brought into it yet is in \(path)-wal")
            }
            throw FileStoreError(error, path)
        }
    }

    /// Checks that files can be made in the folder. SQLite creates two more next to the database while writing.
    func checkFolder() throws(FileStoreError) {
        // SQLite would make a temporary file.
        guard !path.isEmpty else { throw FileStoreError(.missing, path) }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw FileStoreError(.folderMissing, path)
        }
        guard access(folder, W_OK) == 0 else { throw FileStoreError(.readOnly, path, "the folder is read-only") }
    }

    private var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

    private func reader(isSalvaged: Bool) throws -> any DatabaseReader {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 4
        let bound = QueryBound(path: path)
        configuration.prepareDatabase { db in
            bound.watch(db)
            sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, Self.textLimit)
            SignatureFunction.define(on: db)
            // Of what is behind this, only that SQLite reads a file that is shorter than its header says: `lockBtree`.
            if isSalvaged { try db.execute(sql: "PRAGMA writable_schema = ON") }
            try db.execute(sql: Self.distrust)
            try db.execute(sql: "PRAGMA cache_size = -8192; PRAGMA query_only = 1")
        }
        // SQLite needs to create a file next to a database in WAL mode. If it cannot, and no journal exists, the file
        // is complete and no other program is writing it.
        let journal = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        let isComplete = journal ?? 0 == 0
        if access(folder, W_OK) != 0 || access(path, W_OK) != 0, isComplete {
            let name = plainPath.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? plainPath
            return try DatabaseQueue(path: "file:\(name)?immutable=1", configuration: configuration)
        }
        return try DatabasePool(path: plainPath, configuration: configuration)
    }

    // MARK: Checks

    /// Whether both the file and its journal are empty.
    private var isEmpty: Bool { Self.isEmpty(path) && Self.isEmpty(path + "-wal") }

    private static func isEmpty(_ name: String) -> Bool {
        var status = stat()
        return stat(name, &status) != 0 || status.st_size == 0
    }

    /// Checks what kind of file it is, without opening it: a process that closes a file loses all its locks on it, also
    /// those of SQLite's connections, and another program then deletes the journal that they write.
    ///
    /// - SeeAlso: `fcntl_locking(2)`; SQLite, “How To Corrupt An SQLite Database File”, 2.2
    private func checkAccess() throws(FileStoreError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            let kind = status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is not an ordinary file"
            throw FileStoreError(.notARecording, path, kind)
        }
        guard access(path, R_OK) == 0 else {
            throw FileStoreError(.unreadable, path, String(cString: strerror(errno)))
        }
    }

    /// Files can come from anyone: the schema may not call functions with side effects, no expression of it is evaluated
    /// to check a row, and SQLite checks the sizes of the cells in pages.
    ///
    /// - SeeAlso: SQLite, “Defense Against The Dark Arts”
    private static let distrust =
        "PRAGMA trusted_schema = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA cell_size_check = ON"

    /// Size of the largest text that is read from a file, in bytes. A larger one is an error of SQLite.
    private static let textLimit: Int32 = 64 << 20

    /// The version of the file; 0 if it is empty.
    private func checkKind(_ db: Database) throws -> Int {
        if try db.firstNumber("SELECT count(*) FROM sqlite_schema") == 0 { return 0 }
        return try checkVersion(db)
    }

    private func checkVersion(_ db: Database) throws -> Int {
        let application = try db.firstNumber("PRAGMA main.application_id") ?? 0
        guard application == RecordingSchema.applicationID else {
            throw FileStoreError(.notARecording, path, "it is another program's database")
        }
        let version = Int(try db.firstNumber("PRAGMA main.user_version") ?? 0)
        guard version > 0 else { throw FileStoreError(.notARecording, path, "it has version \(version)") }
        guard version <= RecordingSchema.version else {
            throw FileStoreError(
                .newerVersion,
                path,
                "it has version \(version), this program knows up to \(RecordingSchema.version)"
            )
        }
        return version
    }

    /// Checks the whole file, if it is small or suspect; of a small one, also whether its tables agree with each other.
    private func checkIntegrity(_ db: Database, isSuspect: Bool) throws {
        let pages = try db.firstNumber("PRAGMA main.page_count") ?? 0
        let bytes = pages * (try db.firstNumber("PRAGMA main.page_size") ?? 0)
        if bytes > Self.checkedBytes {
            guard isSuspect else { return }
            // A recording of several processes is written on and on, none of its runs has an end, and at a hundred
            // gigabytes nobody waits for its check. SQLite tells of damage when it comes to the page.
            guard try !FleetTables.exist(in: db, path) else { return }
        }
        let answer = try db.firstRow("PRAGMA main.quick_check(1)") { $0.text(0) ?? "" } ?? ""
        guard answer == "ok" else { throw FileStoreError(.damaged, path, answer) }
        guard bytes <= Self.checkedBytes else { return }
        try ContentCheck(db).check(db)
    }
}
