// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

/// A file on disk, checked before SQLite opens it: SQLite's own words say little about what is wrong.
struct RecordingFile: Sendable {
    /// Which file stands at a path, whatever it is called.
    struct Identity: Sendable, Hashable {
        let device: UInt64
        let number: UInt64

        /// - Returns: nil when there is none.
        init?(path: String) {
            var information = stat()
            guard stat(path, &information) == 0 else { return nil }
            device = UInt64(information.st_dev)
            number = UInt64(information.st_ino)
        }
    }

    /// Bytes from which on opening does not look through the whole file, when the last run ended in order.
    private static let checkedBytes = 64 << 20

    let path: String

    init(path: String) { self.path = path }

    var identity: Identity? { Identity(path: path) }

    // MARK: Opening

    /// Opens the file for writing, making it when there is none.
    func openForWriting() throws(FileStoreError) -> DatabaseQueue {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw FileStoreError(.folderMissing, path)
        }
        let isNew = identity == nil
        if !isNew { try checkHeader() }
        // SQLite keeps two more files beside the file while it writes.
        guard access(folder, W_OK) == 0 else { throw FileStoreError(.readOnly, path, "the folder is read-only") }
        guard isNew || access(path, W_OK) == 0 else { throw FileStoreError(.readOnly, path, "the file is read-only") }
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            // The page size and the kind of vacuum are settled by the first table.
            try db.execute(sql: "PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL")
            try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
            try db.execute(sql: "PRAGMA journal_size_limit = 16777216; PRAGMA cache_size = -8192")
        }
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.write { db in
                let version = try checkKind(db)
                try checkIntegrity(db)
                try RecordingSchema.migrate(db, from: version)
            }
            return queue
        } catch {
            throw FileStoreError(error, path)
        }
    }

    /// Opens the file for reading. Several may read while one writes.
    func openForReading(isChecked: Bool = true) throws(FileStoreError) -> any DatabaseReader {
        guard identity != nil else {
            // A folder on the way may be closed to this user.
            guard errno == EACCES else { throw FileStoreError(.missing, path) }
            throw FileStoreError(.unreadable, path, String(cString: strerror(EACCES)))
        }
        try checkHeader()
        guard !isEmpty else { throw FileStoreError(.notARecording, path, "it is empty") }
        do {
            let reader = try reader(isImmutable: false)
            if isChecked {
                try reader.read { db in
                    try checkVersion(db)
                    try checkIntegrity(db)
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

    private var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

    private func reader(isImmutable: Bool) throws -> any DatabaseReader {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA cache_size = -8192; PRAGMA query_only = 1")
        }
        // SQLite wants to make a file beside a database in WAL mode. Where it cannot, and nothing has been left
        // there, the file is complete and nobody changes it.
        let journal = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        let isComplete = journal ?? 0 == 0
        if access(folder, W_OK) != 0 || access(path, W_OK) != 0, isComplete {
            let name = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
            return try DatabaseQueue(path: "file:\(name)?immutable=1", configuration: configuration)
        }
        return try DatabasePool(path: path, configuration: configuration)
    }

    // MARK: Checks

    /// Whether there is nothing in it, in its journal neither.
    private var isEmpty: Bool {
        var status = stat()
        for name in [path, path + "-wal"] where stat(name, &status) == 0 && status.st_size > 0 { return false }
        return true
    }

    private func checkHeader() throws(FileStoreError) {
        var status = stat()
        // To open a pipe would be to wait for its writer.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            let kind = status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is not an ordinary file"
            throw FileStoreError(.notARecording, path, kind)
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw FileStoreError(.unreadable, path, String(cString: strerror(errno)))
        }
        defer { try? file.close() }
        let head: Data
        do {
            head = try file.read(upToCount: 16) ?? Data()
        } catch {
            throw FileStoreError(.ioFailed, path, "\(error)")
        }
        guard head.isEmpty || head == Data("SQLite format 3\0".utf8) else {
            throw FileStoreError(.notARecording, path, "it is not an SQLite database")
        }
    }

    /// The version of the file, 0 when it is empty.
    private func checkKind(_ db: Database) throws -> Int {
        let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
        if isEmpty { return 0 }
        return try checkVersion(db)
    }

    @discardableResult
    private func checkVersion(_ db: Database) throws -> Int {
        let application = try Int64.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        guard application == RecordingSchema.applicationID else {
            throw FileStoreError(.notARecording, path, "it is another program's database")
        }
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard version <= RecordingSchema.version else {
            throw FileStoreError(
                .newerVersion,
                path,
                "it has version \(version), this program knows up to \(RecordingSchema.version)"
            )
        }
        return version
    }

    /// Looks through the file, if it is small or if the last run did not end in order.
    private func checkIntegrity(_ db: Database) throws {
        let bytes = try Int.fetchOne(db, sql: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        let isKnown = try Bool.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema WHERE name = 'run'") ?? false
        let isOpen =
            try isKnown && Bool.fetchOne(db, sql: "SELECT count(*) FROM run WHERE ended IS NULL") ?? false
        guard bytes ?? 0 <= Self.checkedBytes || isOpen else { return }
        let answer = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? ""
        guard answer == "ok" else { throw FileStoreError(.damaged, path, answer) }
    }
}
