// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CSQLite
import FileStore
import Foundation
import ProxyCore

/// A recording of many calls, created like any other: with proxies, a recorder and its file store.
struct LargeRecording {
    let file: URL
    let calls: UInt64
    let seconds: Double
    let bytes: Int

    /// Words that occur in the text of few calls or none.
    static let rare = "zebra"
    static let none = "unicorn"

    /// Creates the recording: mostly readings on one thread, with occasional readings on threads named `writer`,
    /// unanswered calls, checks that throw, and a rare word.
    init(_ count: Int, in folder: TemporaryFolder) throws {
        file = folder.url("large.sqlite")
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.storedBytesLimit = 32 << 20
        configuration.storedCountLimit = 200_000
        let recorder = try Recorder(configuration, store: .file(file))
        let start = Clock.nanoseconds
        Self.makeCalls(count, recorder)
        recorder.detachSink()
        seconds = Double(Clock.nanoseconds - start) / 1e9
        let status = recorder.status
        calls = status.recorded
        bytes = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        precondition(status.dropped == 0 && status.recorded >= UInt64(count), "calls were dropped")
    }

    /// Bytes of the pages of some tables.
    func bytes(of tables: [String]) throws -> Int {
        var database: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let names = tables.map { "'\($0)'" }.joined(separator: ",")
        guard sqlite3_open_v2(file.path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK,
            sqlite3_prepare_v2(
                database,
                "SELECT sum(pgsize) FROM dbstat WHERE name IN (\(names))",
                -1,
                &statement,
                nil
            ) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW
        else { throw SQLiteFailure(message: "SQLite does not tell the size of \(names).") }
        return Int(sqlite3_column_int64(statement, 0))
    }

    private static func makeCalls(_ count: Int, _ recorder: Recorder) {
        let proxy = ReaderTraffic.makeProxy(recorder)
        let orphan = ReaderProxy(recorder: recorder, ownerName: "Orphan")
        let step = 100_000
        for (round, first) in stride(from: 0, to: count, by: step).enumerated() {
            ReaderTraffic.read(first..<min(first + step, count) - 3_003, with: proxy)
            if round % 10 == 3 { proxy.reader("a \(rare)", foundWord: round) }
            orphan.reader("nobody", foundWord: round)
            _ = try? proxy.check("in vain", against: round % 7)
            onThread(named: "writer") { ReaderTraffic.read(0..<3_000, with: proxy) }
        }
        let left = count - Int(clamping: recorder.status.recorded)
        if left > 0 { ReaderTraffic.read(0..<left, with: proxy) }
    }

    private static func onThread(named name: String, _ body: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            // The kernel's thread name, which Foundation does not set.
            try? name.write(toFile: "/proc/thread-self/comm", atomically: false, encoding: .utf8)
            body()
            done.signal()
        }
        done.wait()
    }
}
