// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import ProxyCore
import Testing

@testable import FileStore

/// The writers that a recording of very many processes has in memory.
@Suite struct FleetWritersTests {
    private let folder = TemporaryFolder()

    private func batch(of index: Int, after position: UInt64) -> FleetBatch {
        let digits = String(index + 1, radix: 16)
        let process = FleetProcess(
            epoch: String(repeating: "0", count: 8 - digits.count) + digits,
            facts: ProcessFacts(service: "shop", version: nil, host: "web", id: Int64(index)),
            program: "shop",
            startedAtNanoseconds: 1_000
        )
        return FleetBatch(
            process: process,
            after: FleetPlace(position: position, number: 0),
            through: FleetPlace(position: position + 3, number: 0),
            lines: [],
            arrivedAtNanoseconds: 0
        )
    }

    @Test func writersOfProcessesThatSendNoMoreGoAndThoseMadeAnewGoOnWhereTheyWere() throws {
        let queue = try RecordingFile(path: folder.file().path).openForWriting()
        var writers = FleetWriters()
        var ends = StreamPlace(position: 0, number: 0)
        var summary = FleetSummary()
        let count = FleetWriters.limit * 2
        for round in 0..<2 as Range<UInt64> {
            try queue.write { db in
                try FleetTables.create(db)
                for index in 0..<count {
                    let batch = batch(of: index, after: round * 3)
                    _ = try writers.writer(of: batch, db).write(batch, &ends, &summary, db)
                }
                try writers.rest(db)
            }
            #expect(writers.count <= FleetWriters.limit)
        }
        #expect(summary.known == 0)
        let places = try queue.read { try Int.fetchAll($0, sql: "SELECT DISTINCT position FROM fleet_process") }
        #expect(places == [6])
    }
}
