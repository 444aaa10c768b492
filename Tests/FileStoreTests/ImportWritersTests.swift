// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import GRDB
import ProxyCore
import Testing

@testable import FileStore
@testable import FilterTestSupport

/// The writers that an import of very many processes has in memory.
@Suite struct ImportWritersTests {
    private let folder = TemporaryFolder()

    private func epoch(_ process: Int) -> String {
        let digits = String(process + 1, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    private func line(_ seq: Int, of process: Int) -> [UInt8] {
        Array(
            #"""
            {"id":"\#(epoch(process))-\#(seq)","seq":\#(seq),"position":\#(seq),"parent":null,"depth":0,"proxy":1,\#
            "owner":"Owner","target":"Target","protocol":"LampDelegate","selector":"on()","arguments":[],\#
            "thread":{"id":1,"name":"main","isMain":true},"startedAt":"2026-11-25T12:40:00.000000Z",\#
            "durationNanoseconds":1000,"targetNanoseconds":1000,"state":"returned","returnPath":"target",\#
            "result":null,"error":null,"process":{"service":"shop","host":"web","id":\#(process)}}
            """#.utf8
        )
    }

    /// Regression test: the writers of all processes were kept to the end.
    @Test func writersOfProcessesWithoutMoreLinesGoAndThoseMadeAnewGoOnWhereTheyWere() throws {
        let target = try RecordingImport(path: folder.recording)
        let count = RecordingImport.writersLimit + 200
        // More lines than are written at once.
        for seqs in [1...6, 7...7] {
            for process in 0..<count {
                for seq in seqs { try line(seq, of: process).withUnsafeBytes { try target.add($0) } }
            }
        }
        #expect((1...RecordingImport.writersLimit).contains(target.writerCount))
        let summary = try target.finish()
        #expect(summary.added == count * 7 && summary.known == 0)
        #expect(summary.epochs == (0..<count).map { epoch($0) })
        let programs = try FleetHistory(path: folder.recording).programs
        #expect(programs.count == count && programs.allSatisfy { $0.calls == 7 })
        let file = try DatabaseQueue(path: folder.recording)
        let (unfinished, calls) = try file.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM run WHERE ended IS NULL OR last_seq <> 7"),
                try Int.fetchOne(db, sql: "SELECT sum(calls) FROM statistics")
            )
        }
        #expect(unfinished == 0 && calls == count * 7)
    }

    /// Regression test: lines in any order made each call read the other calls of its block.
    @Test func linesInAnyOrderOpenEachBlockOnce() throws {
        let target = try RecordingImport(path: folder.recording)
        let (blocks, blockSize) = (24, 1 << Int(RecordingSchema.blockBits))
        // The calls go to the blocks in turn, more of them than are open at the same time.
        var seqs = (0..<RecordingImport.batchCount).map { ($0 % blocks) * blockSize + 1 + $0 / blocks }
        var random = SeededGenerator(seed: 3)
        seqs.shuffle(using: &random)
        for seq in seqs { try line(seq, of: 0).withUnsafeBytes { try target.add($0) } }
        // The last line completed the batch, so that it is written.
        #expect(target.writerCount == 1 && target.reopenedBlockCount == 0)
        let summary = try target.finish()
        #expect(summary.added == seqs.count && summary.known == 0)
        let file = try DatabaseQueue(path: folder.recording)
        let counts = try file.read { try Int.fetchAll($0, sql: "SELECT count FROM block") }
        #expect(counts.count == blocks && counts.reduce(0, +) == seqs.count)
    }
}
