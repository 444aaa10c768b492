// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import ProxyCore
import Testing

@testable import FileStore
@testable import FilterTestSupport

/// Repairs of recordings of several processes.
@Suite struct FleetRepairTests {
    private let folder = TemporaryFolder()
    private var copy: String { folder.file("copy.sqlite").path }

    /// Makes the first page of a table unreadable.
    private func damage(_ table: String) throws {
        try folder.change("PRAGMA wal_checkpoint(TRUNCATE)")
        let queue = try DatabaseQueue(path: folder.recording)
        let found = try queue.read { db in
            try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [table])
        }
        try queue.close()
        let page = try #require(found)
        var file = try Data(contentsOf: folder.file())
        let start = (page - 1) * 8_192
        file.replaceSubrange(start..<start + 8_192, with: Data(count: 8_192))
        try file.write(to: folder.file())
    }

    /// A recording of two processes, repaired after a damage.
    private func repaired(_ traffic: inout FleetTraffic, without table: String) throws -> RecordingRepair.Summary {
        let recording = try FleetRecording(path: folder.recording)
        for index in 0..<2 { traffic.record(30, by: index) }
        try recording.write([traffic.someBatch(of: 0), traffic.someBatch(of: 1)], through: 2)
        recording.finish()
        try damage(table)
        return try RecordingRepair(path: folder.recording).write(to: copy)
    }

    /// Regression tests: without their processes, no call was shown; without its ends, a recording gave new calls places
    /// that others had, and could not be written.
    @Test(arguments: ["fleet_process", "fleet"])
    func aRepairedRecordingShowsAllCallsAndIsWrittenOn(table: String) throws {
        var traffic = FleetTraffic(2)
        let summary = try repaired(&traffic, without: table)
        #expect(summary.kept == traffic.calls.count && summary.incompleteTables == [table])
        let recording = try FleetRecording(path: copy)
        let before = UInt64(traffic.calls.count)
        #expect(Recorder(replaying: recording.history).streamEnd.position == before)
        for index in 0..<2 { traffic.record(30, by: index) }
        // The same messages may come again.
        let batches = [try traffic.someBatch(of: 0), try traffic.someBatch(of: 1)]
        let written = try recording.write(batches, through: 3)
        #expect(UInt64(written.calls) == UInt64(traffic.calls.count) - before)
        #expect(written.refused == 0 && written.missing == 0)
        #expect(try recording.write(batches, through: 4).known == 2)
        let recorder = Recorder(replaying: recording.history)
        var place = StreamPlace(position: 0, number: 0)
        var found: Set<String> = []
        while place != recorder.streamEnd {
            let part = recorder.streamed(after: place, limit: 1_000, matching: .everything)
            #expect(part.calls.missed == 0)
            guard part.end != place else {
                Issue.record("nothing follows \(place)")
                break
            }
            found.formUnion(part.calls.items.map(\.id.description))
            place = part.end
        }
        #expect(found == Set(traffic.calls.map(\.id.description)))
    }

    @Test func aProcessWhoseNameIsLostSaysSo() throws {
        var traffic = FleetTraffic(2)
        let summary = try repaired(&traffic, without: "fleet_process")
        #expect(summary.lostNames == ["fleet_process": 2])
        let programs = try FleetHistory(path: copy).programs
        #expect(programs.map(\.epoch) == traffic.recorders.map(\.epoch))
        #expect(programs.map(\.process.service) == ["(lost)", "(lost)"])
        #expect(programs.map(\.program) == (0..<2).map { traffic.process($0).program })
        #expect(programs.map(\.process.id) == (0..<2).map { traffic.process($0).facts.id })
        // The start of its first call, if that is earlier.
        let starts = programs.indices.map { traffic.process($0).startedAtNanoseconds }
        #expect(zip(programs, starts).allSatisfy { abs($0.startedAtNanoseconds - $1) < 60_000_000_000 })
    }

    @Test func aProcessWhoseNameIsLostHasItAgainWithItsNextCalls() throws {
        var traffic = FleetTraffic(2)
        _ = try repaired(&traffic, without: "fleet_process")
        let lost = try FleetHistory(path: copy).programs[1]
        traffic.record(30, by: 0)
        let recording = try FleetRecording(path: copy)
        try recording.write([traffic.someBatch(of: 0)], through: 3)
        recording.finish()
        let programs = try FleetHistory(path: copy).programs
        #expect(programs[0].process == traffic.process(0).facts)
        #expect(programs[0].startedAtNanoseconds == traffic.process(0).startedAtNanoseconds)
        #expect(programs[1].process == lost.process)
    }
}
