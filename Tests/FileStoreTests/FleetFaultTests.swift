// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import GRDB
import ProxyCore
import Testing

@testable import FilterTestSupport

/// What processes, and other programs, do wrong to a recording of several processes.
@Suite struct FleetFaultTests {
    private let folder = TemporaryFolder()

    private func change(_ sql: String) throws {
        let file = try DatabaseQueue.patient(folder.recording)
        try file.write { try $0.execute(sql: sql) }
        try file.close()
    }

    /// Regression test: each line added its number to the counts, up to one that the table refused, at which everything
    /// stopped.
    @Test(arguments: [
        #"{"what":"gap","missed":1099511627775}"#,
        #"{"what":"gap","from":1,"to":1099511627775,"missed":1099511627775}"#,
        #"{"what":"gap","to":18446744073709551615,"missed":18446744073709551615}"#,
    ]) func gapsTellNoMoreThanABatchCanLack(line: String) throws {
        var traffic = FleetTraffic(1)
        traffic.record(20, by: 0)
        var batch = try traffic.someBatch(of: 0)
        let gaps = Array(String(repeating: line + "\n", count: 50).utf8)
        batch.lines += gaps
        let recording = try FleetRecording(path: folder.recording)
        let summary = try recording.write([batch], through: 1)
        #expect(summary.calls == traffic.calls.count && summary.missing == 0 && summary.badLines == 0)
        // Three positions of which nothing else is told.
        let last = batch.through.position
        (batch.after, batch.through, batch.lines) = (batch.through, FleetPlace(position: last + 3), gaps)
        #expect(try recording.write([batch], through: 2).missing == 3)
        #expect(recording.history.programs.map(\.missing) == [3])
        #expect(Recorder(replaying: recording.history).streamEnd.position == last + 3)
    }

    @Test func aPlaceBeyondAllCallsIsRefused() throws {
        var traffic = FleetTraffic(1)
        traffic.record(10, by: 0)
        let batch = try traffic.someBatch(of: 0)
        var beyond = batch
        beyond.through = FleetPlace(position: .max)
        let recording = try FleetRecording(path: folder.recording)
        #expect(try recording.write([beyond], through: 1).refused == 1)
        let summary = try recording.write([batch], through: 2)
        #expect(summary.calls == traffic.calls.count && summary.refused == 0 && recording.sequence == 2)
    }

    /// Regression test: the same batch was tried for ever, also after a restart, and nothing behind it was read.
    @Test func aBatchThatTheFileDoesNotTakeHoldsNoOtherUp() throws {
        var traffic = FleetTraffic(2)
        let recording = try FleetRecording(path: folder.recording)
        for index in 0..<2 { traffic.record(10, by: index) }
        try recording.write([traffic.someBatch(of: 0), traffic.someBatch(of: 1)], through: 2)
        try change(
            """
            CREATE TRIGGER refuse BEFORE INSERT ON fleet_batch WHEN NEW.run = 1
                BEGIN SELECT RAISE(ABORT, 'nothing is taken'); END
            """
        )
        for index in 0..<2 { traffic.record(10, by: index) }
        let (refused, taken) = (try traffic.someBatch(of: 0), try traffic.someBatch(of: 1))
        let summary = try recording.write([refused, taken], through: 4)
        #expect(summary.refused == 1 && summary.reason?.contains("nothing is taken") == true)
        let count = taken.through.position - taken.after.position
        #expect(UInt64(summary.calls) == count && recording.sequence == 4)
        try change("DROP TRIGGER refuse")
        traffic.record(10, by: 0)
        let next = try recording.write([traffic.someBatch(of: 0)], through: 5)
        // What was left out is a gap.
        let lost = refused.through.position - refused.after.position
        #expect(next.missing == lost && next.refused == 0)
        let programs = recording.history.programs
        #expect(programs.map(\.missing) == [lost, 0])
        let calls = programs.reduce(UInt64(0)) { $0 + $1.calls }
        #expect(calls == UInt64(traffic.calls.count) - lost)
    }

    /// Regression test: answers were shorter without a word.
    @Test(arguments: ["DELETE FROM block", "DELETE FROM record WHERE id % 2 = 0", "DELETE FROM proxy"])
    func aRecordingThatLacksRowsIsNotRead(sql: String) throws {
        var traffic = FleetTraffic(2)
        for index in 0..<2 { traffic.record(20, by: index) }
        let recording = try FleetRecording(path: folder.recording)
        try recording.write([traffic.someBatch(of: 0), traffic.someBatch(of: 1)], through: 2)
        recording.finish()
        #expect(try FleetHistory(path: folder.recording).programs.count == 2)
        try folder.change(sql)
        #expect(FleetHistory.exists(at: folder.recording))
        #expect(storeErrorCode { _ = try FleetHistory(path: folder.recording) } == .damaged)
    }

    /// Regression test: both gave the same places to different calls, until neither could write any more.
    @Test func aSecondWriterIsToldThatThereIsAnother() throws {
        var traffic = FleetTraffic(2)
        for index in 0..<2 { traffic.record(10, by: index) }
        let first = try FleetRecording(path: folder.recording)
        let second = try FleetRecording(path: folder.recording)
        try first.write([traffic.someBatch(of: 0)], through: 1)
        let batch = try traffic.someBatch(of: 1)
        let error = #expect(throws: FileStoreError.self) { try second.write([batch], through: 1) }
        #expect(error?.code == .inUse && error?.description.contains(folder.recording) == true)
        #expect(error?.description.contains("Stop one of them") == true)
        #expect(storeErrorCode { try second.startOver() } == .inUse)
        second.finish()
        #expect(try first.write([batch], through: 2).calls > 0)
        #expect(Recorder(replaying: first.history).streamEnd.position == UInt64(traffic.calls.count))
    }
}
