// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import ProxyCore
import Testing

@testable import FilterTestSupport

/// Comparisons of the versions of services in a recording of several processes.
@Suite struct FleetVersionTests {
    private let folder = TemporaryFolder()

    /// A recording of one process for each release; each makes ten calls more than the one before.
    private func recorded(_ releases: [String]) throws -> (FleetTraffic, Recorder) {
        var traffic = FleetTraffic(releases: releases)
        let recording = try FleetRecording(path: folder.file().path)
        for index in releases.indices {
            traffic.record(60 + 10 * index, by: index)
            try recording.write([traffic.someBatch(of: index)], through: UInt64(index + 1))
        }
        return (traffic, Recorder(replaying: recording.history))
    }

    private func versions(_ recorder: Recorder) -> [RecordedRun] { recorder.runs.filter { $0.release != nil } }

    @Test func theVersionsOfAServiceAreRuns() throws {
        let (traffic, recorder) = try recorded(["shop@1.1", "shop@1.1", "shop@1.2", "shop", "mail@3", "mail@3"])
        let versions = versions(recorder)
        #expect(versions.map(\.name) == ["shop@1.1", "shop@1.2", "shop"] && versions.map(\.processes) == [2, 1, 1])
        let single = recorder.runs.filter { $0.release == nil }
        #expect(single.map(\.name) == traffic.recorders.map(\.epoch) && single.allSatisfy { $0.processes == 1 })
        #expect(versions[0].count == single[0].count + single[1].count && versions[1].count == single[2].count)
        #expect(versions.map(\.startedAtNanoseconds) == [0, 2, 3].map { single[$0].startedAtNanoseconds })
    }

    @Test func aServiceWithOneVersionIsItsProcesses() throws {
        let (traffic, recorder) = try recorded(["shop@1.1", "shop@1.1", "mail"])
        #expect(recorder.runs.map(\.name) == traffic.recorders.map(\.epoch))
        // Another recording may have another version of it.
        #expect(recorder.selectors(ofRun: "shop@1.1") != nil)
        #expect(recorder.selectors(ofRun: "shop@1.2") == nil && recorder.selectors(ofRun: "shop") == nil)
    }

    @Test(arguments: [("shop@1.1", 0...1), ("shop@1.2", 2...2), ("shop", 3...3)])
    func theSelectorsOfAVersionAreThoseOfItsProcesses(version: String, processes: ClosedRange<Int>) throws {
        let (traffic, recorder) = try recorded(["shop@1.1", "shop@1.1", "shop@1.2", "shop"])
        let rows = try #require(recorder.selectors(ofRun: version))
        let expected = traffic.recorders[processes].flatMap(\.selectors)
        #expect(Set(rows.map(\.statistics.selector)) == Set(expected.map(\.selector)))
        for row in rows {
            let own = expected.filter { $0.selector == row.statistics.selector }
            #expect(row.statistics.calls == own.reduce(0) { $0 + $1.calls })
            #expect(row.statistics.errors == own.reduce(0) { $0 + $1.errors })
            #expect((row.firstSeq == nil) == (processes.count > 1))
        }
    }

    @Test func theOrderOfSeveralProcessesIsNotCompared() throws {
        let (_, recorder) = try recorded(["shop@1.1", "shop@1.1", "shop@1.2"])
        let before = try #require(recorder.selectors(ofRun: "shop@1.1"))
        let after = try #require(recorder.selectors(ofRun: "shop@1.2"))
        let rows = RunComparison(before, after).rows
        #expect(rows.contains { $0.before != nil && $0.after != nil } && !rows.contains { $0.changes.contains(.order) })
    }

    @Test func theLastVersionsOfAServiceAreComparedByDefault() throws {
        let (traffic, recorder) = try recorded(["shop@1", "mail@1", "shop@2", "mail@2", "shop@1", "mail@1"])
        let epochs = traffic.recorders.map(\.epoch)
        #expect(versions(recorder).map(\.name) == ["shop@1", "shop@2", "mail@1", "mail@2"])
        #expect(try #require(recorder.runsToCompare()) == ("mail@1", "mail@2"))
        #expect(try #require(recorder.runsToCompare(after: "shop@2")) == ("shop@1", "shop@2"))
        #expect(try #require(recorder.runsToCompare(after: epochs[3])) == (epochs[2], epochs[3]))
        #expect(try #require(recorder.runsToCompare(byCall: true)) == (epochs[4], epochs[5]))
    }

    @Test func aVersionIsComparedWithVersionsOfItsServiceOnly() throws {
        let (_, recorder) = try recorded(["mail@1", "mail@2", "shop@1.3", "shop@1.4"])
        #expect(versions(recorder).map(\.name) == ["mail@1", "mail@2", "shop@1.3", "shop@1.4"])
        #expect(try #require(recorder.runsToCompare(after: "shop@1.3")) == ("shop@1.4", "shop@1.3"))
        #expect(try #require(recorder.runsToCompare(after: "shop@1.4")) == ("shop@1.3", "shop@1.4"))
        #expect(try #require(recorder.runsToCompare(after: "mail@1")) == ("mail@2", "mail@1"))
    }

    @Test(arguments: [false, true]) func theOnlyVersionOfAServiceIsComparedWithNothing(byCall: Bool) throws {
        let (_, recorder) = try recorded(["shop@1", "mail@3", "shop@2"])
        #expect(recorder.runsToCompare(after: "mail@3", byCall: byCall) == nil)
        // What is no run at all is refused by its name.
        #expect(recorder.runsToCompare(after: "mail@4", byCall: byCall)?.after == "mail@4")
    }

    @Test func processesAreComparedByDefaultWhereNoServiceHasTwoVersions() throws {
        let (traffic, recorder) = try recorded(["shop@1", "shop@1", "mail"])
        let epochs = traffic.recorders.map(\.epoch)
        #expect(try #require(recorder.runsToCompare()) == (epochs[1], epochs[2]))
    }

    @Test func callsAreComparedOfOneProcessOnly() throws {
        let (traffic, recorder) = try recorded(["shop@1.1", "shop@1.1", "shop@1.2"])
        let epochs = traffic.recorders.map(\.epoch)
        let error = #expect(throws: SeveralProcesses.self) { try recorder.recorder(ofRun: "shop@1.1") }
        #expect(error?.epochs == Array(epochs[..<2]))
        #expect(error?.description.contains("“shop@1.1” is 2 processes") == true)
        #expect(throws: SeveralProcesses.self) { try recorder.recorder(ofRun: recorder.epoch) }
        #expect(try recorder.recorder(ofRun: "shop@1.2")?.epoch == epochs[2])
        #expect(try recorder.recorder(ofRun: epochs[0])?.epoch == epochs[0])
        #expect(try recorder.recorder(ofRun: "shop@1.3") == nil)
    }

    @Test func allProcessesTogetherAreTheRecordingItself() throws {
        let (_, recorder) = try recorded(["shop@1.1", "shop@1.2"])
        let rows = try #require(recorder.selectors(ofRun: recorder.epoch))
        let calls = rows.reduce(0) { $0 + $1.statistics.calls }
        #expect(calls == recorder.selectors.reduce(0) { $0 + $1.calls })
        #expect(rows.allSatisfy { $0.firstSeq == nil })
    }
}
