// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import InspectorServer
import ProxyCore
import Testing

@testable import FilterTestSupport

/// Imports of lines of several processes.
extension ImportTests {
    /// A recording of several processes, whose batches arrived in turns.
    private func fleet(_ name: String = "fleet.sqlite") throws -> (FleetTraffic, FleetRecording) {
        var traffic = FleetTraffic(3)
        let recording = try FleetRecording(path: folder.file(name).path)
        var sequence: UInt64 = 0
        for _ in 0..<3 {
            for index in 0..<3 {
                traffic.record(60, by: index)
                while let batch = traffic.batch(of: index, limit: 25) {
                    sequence += 1
                    try recording.write([batch], through: sequence)
                }
            }
        }
        return (traffic, recording)
    }

    private var imported: Recorder {
        get throws { Recorder(replaying: try FleetHistory(path: folder.file().path)) }
    }

    private func texts(_ lines: [UInt8]) -> [Substring] {
        String(decoding: lines, as: UTF8.self).split(separator: "\n")
    }

    @Test func linesOfSeveralProcessesComeBackByteForByte() throws {
        let (traffic, recording) = try fleet()
        let original = try lines(of: Recorder(replaying: recording.history))
        let summary = try load(original, into: folder.file())
        #expect(summary.added == traffic.calls.count && summary.known == 0)
        #expect(summary.addedEvents > 0 && summary.added + summary.addedEvents == texts(original).count)
        #expect(Set(summary.epochs) == Set(traffic.recorders.map(\.epoch)))
        #expect(try lines(of: imported) == original)
        let programs = try #require(try imported.programs)
        #expect(Set(programs.map(\.process)) == Set((0..<3).map { traffic.process($0).facts }))
        // Import again: nothing is changed.
        let again = try load(original, into: folder.file())
        #expect(again.known == summary.added && again.knownEvents == summary.addedEvents && again.added == 0)
        #expect(try lines(of: imported) == original)
    }

    @Test func linesThatAreImportedInPartsAreTheSameLines() throws {
        let (_, recording) = try fleet()
        let recorder = Recorder(replaying: recording.history)
        let original = try lines(of: recorder)
        var half: [UInt8] = []
        try InvocationExport(recorder, as: .ndjson, matching: try InvocationFilter("service:shop"), proxyEvents: .none)
            .write { half += $0 }
        let added = try load(half, into: folder.file()).added
        #expect(added == texts(half).count && added > 0)
        #expect(try load(original, into: folder.file()).known == added)
        #expect(try lines(of: imported) == original)
    }

    @Test(arguments: [["shop", "mail"], ["mail", "shop"]])
    func eventsThatAreImportedInPartsKeepTheirNumbersAndPlaces(services: [String]) throws {
        let (traffic, recording) = try fleet()
        let recorder = Recorder(replaying: recording.history)
        var events = 0
        for service in services {
            var part: [UInt8] = []
            try InvocationExport(recorder, as: .ndjson, matching: try InvocationFilter("service:\(service)"))
                .write { part += $0 }
            let summary = try load(part, into: folder.file())
            try #require(summary.addedEvents > 0)
            events += summary.addedEvents
        }
        #expect(try lines(of: imported) == lines(of: recorder))
        for limit in [1, 500] {
            let found = try streamed(limit: limit)
            #expect(found.missed == 0 && found.events == events && found.ids.count == traffic.calls.count)
        }
    }

    /// Events of the one take numbers that the other still needs.
    @Test func partsBetweenWhichAnotherFleetWasImportedAreStreamedOnce() throws {
        let (_, one) = try fleet("one.sqlite")
        let (_, two) = try fleet("two.sqlite")
        var part: [UInt8] = []
        try InvocationExport(
            Recorder(replaying: one.history),
            as: .ndjson,
            matching: try InvocationFilter("service:shop")
        ).write { part += $0 }
        let others = try [two, one].map { try lines(of: Recorder(replaying: $0.history)) }
        let summaries = try ([part] + others).map { try load($0, into: folder.file()) }
        let found = try streamed(limit: 20)
        #expect(found.missed == 0 && Set(found.ids).count == found.ids.count)
        #expect(found.ids.count == summaries.reduce(0) { $0 + $1.added })
        #expect(found.events == summaries.reduce(0) { $0 + $1.addedEvents })
    }

    @Test(arguments: [1, 17, 500]) func theStreamOfAnImportHasEachCallAndEventOnce(limit: Int) throws {
        let (traffic, recording) = try fleet()
        let original = try lines(of: Recorder(replaying: recording.history))
        let summary = try load(original, into: folder.file())
        let found = try streamed(limit: limit)
        #expect(found.missed == 0 && found.events == summary.addedEvents)
        // Ids here have the number of the run, too.
        #expect(found.ids.map(\.description).sorted() == traffic.calls.map(\.id.description).sorted())
    }

    @Test func theStreamOfAPartTellsHowManyCallsItLacks() throws {
        let (traffic, recording) = try fleet()
        var part: [UInt8] = []
        try InvocationExport(
            Recorder(replaying: recording.history),
            as: .ndjson,
            matching: try InvocationFilter("service:mail"),
            proxyEvents: .all
        ).write { part += $0 }
        let summary = try load(part, into: folder.file())
        let found = try streamed(limit: 100)
        #expect(found.ids.count == summary.added && summary.added < traffic.calls.count)
        #expect(found.events == summary.addedEvents)
        #expect(try UInt64(found.ids.count) + found.missed == imported.streamEnd.position)
    }

    /// Exports exclude calls that come later, and continue after a time limit anywhere.
    @Test(arguments: [InvocationQuery.Order.ascending, .descending])
    func aBoundAtACallOfOneProcessKeepsTheCallsOfOthers(order: InvocationQuery.Order) throws {
        let (traffic, recording) = try fleet()
        let recorder = Recorder(replaying: recording.history)
        let starts = traffic.calls.sorted { $0.startedAtNanoseconds < $1.startedAtNanoseconds }
        for process in 0..<3 {
            let last = try #require(starts.last { $0.id.epoch == traffic.process(process).epoch })
            var query = InvocationQuery()
            query.order = order
            query.before = recording.history.key(of: last.id)
            var cursor = recorder.cursor(query)
            var found: [String] = []
            while !cursor.isAtEnd { found += cursor.next(within: .zero).map(\.id.description) }
            let place = (last.startedAtNanoseconds, last.id.epoch)
            let expected = starts.filter { ($0.startedAtNanoseconds, $0.id.epoch) < place && $0.id != last.id }
            #expect(found.sorted() == expected.map(\.id.description).sorted())
        }
    }

    /// What the stream of the imported recording has from its beginning.
    private func streamed(limit: Int) throws -> (ids: [InvocationID], events: Int, missed: UInt64) {
        let recorder = try imported
        var found: (ids: [InvocationID], events: Int, missed: UInt64) = ([], 0, 0)
        var place = StreamPlace(position: 0, number: 0)
        while place != recorder.streamEnd {
            #expect(recorder.isPassed(place))
            let part = recorder.streamed(after: place, limit: limit, matching: .everything)
            try #require(part.end != place)
            found.ids += part.calls.items.map(\.id)
            found.events += part.events.count
            found.missed += part.calls.missed
            place = part.end
        }
        return found
    }

    @Test func theRecordingsOfTwoFleetsComeIntoOne() throws {
        let both = try [fleet("one.sqlite"), fleet("two.sqlite")].map { try lines(of: Recorder(replaying: $1.history)) }
        let summaries = try both.map { try load($0, into: folder.file()) }
        #expect(summaries.allSatisfy { $0.known == 0 && $0.knownEvents == 0 })
        let copy = texts(try lines(of: imported))
        #expect(copy.count == both.reduce(0) { $0 + texts($1).count })
        let numbers = copy.compactMap { $0.firstMatch(of: /"id":"[0-9a-f]+-e([0-9]+)"/)?.1 }
        #expect(Set(numbers).count == summaries.reduce(0) { $0 + $1.addedEvents })
        // Import again: nothing is added.
        #expect(try load(both[1], into: folder.file()).addedEvents == 0)
    }

    @Test func versionsOfAnImportAreCompared() throws {
        let (traffic, recording) = try fleet()
        _ = try load(try lines(of: Recorder(replaying: recording.history)), into: folder.file())
        let runs = try imported.runs
        #expect(runs.compactMap(\.release) == ["shop@1.0", "shop@1.2"])
        #expect(runs.allSatisfy { $0.endedAtNanoseconds ?? 0 > $0.startedAtNanoseconds })
        let calls = try #require(try imported.selectors(ofRun: "shop@1.2")).reduce(0) { $0 + $1.statistics.calls }
        #expect(calls == traffic.recorders[2].selectors.reduce(0) { $0 + $1.calls })
    }

    @Test(arguments: [true, false]) func linesWithAndWithoutAProcessAreNotMixed(isFleetFirst: Bool) throws {
        let (_, recording) = try fleet()
        var traffic = FilterTraffic(seed: 9)
        traffic.record(20)
        let several = try lines(of: Recorder(replaying: recording.history), .none)
        let single = try lines(of: traffic.recorder, .none)
        let (before, after) = isFleetFirst ? (several, single) : (single, several)
        let target = try RecordingImport(path: folder.file().path)
        for text in texts(before) { try Array(text.utf8).withUnsafeBytes { try target.add($0) } }
        let error = #expect(throws: RecordingImport.LineError.self) {
            try Array(texts(after)[0].utf8).withUnsafeBytes { try target.add($0) }
        }
        #expect(error?.isMisplaced == true && error?.line == texts(before).count + 1)
        let words = isFleetFirst ? "it has no “process”" : "it has a “process”"
        #expect(error?.description.contains("can't be imported: \(words)") == true)
        // The lines before it are in the file, which takes no others later either.
        #expect(try target.finish().added == texts(before).count)
        let later = #expect(throws: RecordingImport.LineError.self) { try load(after, into: folder.file()) }
        #expect(later?.line == 1 && later?.isMisplaced == true)
    }

    @Test func aRecordingThatFollowsABrokerTakesNoLines() throws {
        let (_, recording) = try fleet()
        let original = try lines(of: Recorder(replaying: recording.history))
        recording.finish()
        let error = #expect(throws: RecordingImport.LineError.self) {
            try load(original, into: folder.file("fleet.sqlite"))
        }
        #expect(error?.reason.contains("from a broker") == true)
        let history = try FleetHistory(path: folder.file("fleet.sqlite").path)
        #expect(try lines(of: Recorder(replaying: history)) == original)
    }

    @Test(arguments: [
        ("position", "9223372036854775807"), ("number", "1099511627776"), ("epoch", "\"a b\""), ("epoch", "null"),
        ("process", "7"), ("process", "{\"service\":\"shop\"}"),
    ]) func anEventThatAFileCannotHoldIsRefused(member: String, value: String) throws {
        let (_, recording) = try fleet()
        let original = try lines(of: Recorder(replaying: recording.history))
        let event = try #require(texts(original).first { $0.contains("\"what\"") })
        let pattern = try Regex("\"\(member)\":(\"[^\"]*\"|\\{[^}]*\\}|[0-9]+)")
        let changed = event.replacing(pattern, with: "\"\(member)\":\(value)", maxReplacements: 1)
        try #require(changed != event, "\(event)")
        let error = #expect(throws: RecordingImport.LineError.self) {
            try load(Array(changed.utf8), into: folder.file())
        }
        #expect(error?.reason.contains("“\(member)”") == true && error?.isEvent == true)
    }
}
