// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite
import ProxyCore
import Testing

@testable import FileStore

/// Lists sorted by thread, of a run with very many threads.
@Suite struct NameScanTests {
    private static let threads = 200

    private let folder = TemporaryFolder()

    private func line(_ seq: Int, thread: Int, nanoseconds: Int) -> [UInt8] {
        let number = String(thread + 1_000).dropFirst()
        return Array(
            #"""
            {"id":"0000abcd-\#(seq)","seq":\#(seq),"position":\#(seq),"parent":null,"depth":0,"proxy":1,\#
            "owner":"Owner","target":"Target","protocol":"LampDelegate","selector":"on()","arguments":[],\#
            "thread":{"id":\#(thread + 1),"name":"worker\#(number)","isMain":false},\#
            "startedAt":"2026-11-25T12:40:00.000000Z","durationNanoseconds":\#(nanoseconds),\#
            "targetNanoseconds":1000,"state":"returned","returnPath":"target","result":null,"error":null}
            """#.utf8
        )
    }

    /// A recording with one long call in its first block, and a short one of each thread in its second.
    private func record() throws {
        let target = try RecordingImport(path: folder.recording)
        var lines = [line(1, thread: 0, nanoseconds: 2_000_000_000)]
        lines += (0..<Self.threads).map { line(3_000 + $0, thread: $0, nanoseconds: 1_000) }
        for line in lines { try line.withUnsafeBytes { try target.add($0) } }
        _ = try target.finish()
    }

    /// The list sorted by thread, the last one first, and the number of queries that were compiled for it.
    private func list(_ filter: String, within time: Duration) throws -> (part: SortedPart, queries: Int) {
        let request = SortedRequest(.thread, limit: 10, of: HistoryRequest(try InvocationFilter(filter), time: time))
        // A connection of its own, whose authorizer can be replaced.
        let file = try DatabaseQueue(path: folder.recording)
        return try file.writeWithoutTransaction { db in
            let run = try #require(try Int64.fetchOne(db, sql: "SELECT id FROM run"))
            var names = NameTables()
            try names.update(run: run, db)
            #expect(names.threads.count == Self.threads)
            var scan = NameScan(request, run: run, RecordDecoder(epoch: "0000abcd", started: 0, names: names))
            var part = SortedPart()
            let queries = try queriesCompiled(by: db) { part = try scan.part(db) }
            return (part, queries)
        }
    }

    private func queriesCompiled(by db: Database, _ body: () throws -> Void) rethrows -> Int {
        let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        count.initialize(to: 0)
        defer { count.deallocate() }
        sqlite3_set_authorizer(
            db.sqliteConnection,
            { count, action, _, _, _, _ in
                if action == SQLITE_SELECT { count?.assumingMemoryBound(to: Int.self).pointee += 1 }
                return SQLITE_OK
            },
            count
        )
        defer { sqlite3_set_authorizer(db.sqliteConnection, nil, nil) }
        try body()
        return count.pointee
    }

    /// Regression test: each thread of the run had a filter and a statement.
    @Test func threadsWithoutABlockOfTheListHaveNoStatement() throws {
        try record()
        let (part, queries) = try list("duration:>1s", within: .seconds(60))
        #expect(part.isComplete && part.items.map(\.seq) == [1])
        // One for the blocks. Of 63 threads, one has the same bit in the set of a block.
        #expect(queries <= 1 + Self.threads / 63 + 1)
    }

    @Test func aListWithoutBlocksIsDoneWithTheirQuery() throws {
        try record()
        let (part, queries) = try list("duration:>1h", within: .seconds(60))
        #expect(part.isComplete && part.items.isEmpty && queries == 1)
    }

    /// Regression test: the time was looked at only before a block was read.
    @Test func aListStopsBetweenTwoThreads() throws {
        try record()
        let all = try list("thread:=worker000", within: .seconds(60)).part
        #expect(all.isComplete && all.items.map(\.seq) == [3_000, 1])
        let some = try list("thread:=worker000", within: .zero).part
        #expect(!some.isComplete && some.items.isEmpty)
    }
}
