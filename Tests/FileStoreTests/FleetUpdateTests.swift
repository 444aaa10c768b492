// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import GRDB
import ProxyCore
import Testing

@testable import FilterTestSupport

/// Updates of calls among the lines of a process: programs send them at once, whether their stream has come to the call
/// or not.
@Suite struct FleetUpdateTests {
    private let folder = TemporaryFolder()
    private let traffic: FleetTraffic
    /// The calls of one process, by their positions.
    private let calls: [Invocation]

    init() {
        var traffic = FleetTraffic(1)
        traffic.record(40, by: 0)
        self.traffic = traffic
        calls = traffic.calls.sorted { $0.position ?? 0 < $1.position ?? 0 }
    }

    private func lines(_ calls: some Sequence<Invocation>) -> [UInt8] {
        calls.flatMap { InvocationEncoder.encode($0) + [10] }
    }

    private func batch(_ lines: [UInt8], after: Int, through: Int) -> FleetBatch {
        FleetBatch(
            process: traffic.process(0),
            after: FleetPlace(position: UInt64(after)),
            through: FleetPlace(position: UInt64(through)),
            lines: lines,
            arrivedAtNanoseconds: 0
        )
    }

    private func commented(_ call: Invocation, _ comment: String) -> Invocation {
        var call = call
        (call.isMarked, call.comment) = (true, comment)
        return call
    }

    private func ids(_ calls: some Sequence<Invocation>) -> [String] { calls.map(\.id.description) }

    /// What a stream from the beginning has.
    private func streamed(_ recording: FleetRecording) -> (calls: [Invocation], missed: UInt64) {
        let recorder = Recorder(replaying: recording.history)
        var place = StreamPlace(position: 0, number: 0)
        var found: (calls: [Invocation], missed: UInt64) = ([], 0)
        while place != recorder.streamEnd {
            let part = recorder.streamed(after: place, limit: 100, matching: .everything)
            guard part.end != place else { break }
            found.calls += part.calls.items
            found.missed += part.calls.missed
            place = part.end
        }
        return found
    }

    /// Regression test: it was taken for the call, and the stream showed calls of other batches in its place.
    @Test func anUpdateThatComesBeforeItsCallAddsNothing() throws {
        let recording = try FleetRecording(path: folder.file().path)
        let early = lines([commented(calls[24], "early")])
        let first = try recording.write([batch(early + lines(calls[..<10]), after: 0, through: 10)], through: 1)
        #expect(first.calls == 10 && first.updates == 0 && first.missing == 0 && first.badLines == 0)
        let own = lines(calls[10..<24]) + lines([commented(calls[24], "own")]) + lines(calls[25..<30])
        let second = try recording.write([batch(own, after: 10, through: 30)], through: 2)
        #expect(second.calls == 20 && second.missing == 0)
        let found = streamed(recording)
        #expect(ids(found.calls) == ids(calls[..<30]) && found.missed == 0)
        #expect(found.calls.count > 24 && found.calls[24].comment == "own")
    }

    @Test func anUpdateBeforeItsCallInTheSameBatchLeavesEachCallInItsPlace() throws {
        let recording = try FleetRecording(path: folder.file().path)
        let gap = Array(#"{"what":"gap","from":3,"to":3,"missed":1,"reason":"tooLarge"}"#.utf8) + [10]
        let early = lines([commented(calls[14], "early")])
        let all = early + lines(calls[..<2]) + gap + lines(calls[3..<20])
        let summary = try recording.write([batch(all, after: 0, through: 20)], through: 1)
        #expect(summary.calls == 19 && summary.missing == 1)
        let found = streamed(recording)
        #expect(ids(found.calls) == ids(calls[..<2] + calls[3..<20]) && found.missed == 1)
    }

    @Test func aCallThatNeitherComesNorIsToldToBeMissingIsAGap() throws {
        let recording = try FleetRecording(path: folder.file().path)
        let summary = try recording.write([batch(lines(calls[..<10]), after: 0, through: 12)], through: 1)
        #expect(summary.calls == 10 && summary.missing == 2 && summary.badLines == 0)
    }

    @Test func neitherUpdatesNorRepetitionsBringDeletedCallsBack() throws {
        let recording = try FleetRecording(path: folder.file().path)
        try recording.write([batch(lines(calls[..<20]), after: 0, through: 20)], through: 1)
        let deleted = calls[..<5]
        let file = try DatabaseQueue(path: folder.file().path)
        try file.write { db in
            for call in deleted {
                try db.execute(
                    sql: "DELETE FROM record WHERE id & ? = ?",
                    arguments: [(1 << 40) - 1, Int64(call.seq)]
                )
            }
        }
        try file.close()
        let update = try recording.write([batch(lines(deleted), after: 20, through: 20)], through: 2)
        #expect(update.calls == 0 && update.updates == 0)
        let known = try recording.write([batch(lines(calls[5..<7]), after: 20, through: 20)], through: 3)
        #expect(known.calls == 0 && known.updates == 2)
        // From a relay to which the broker no longer told what was sent.
        let again = try recording.write([batch(lines(calls[..<30]), after: 0, through: 30)], through: 4)
        #expect(again.calls == 10 && again.updates == 15 && again.missing == 0)
        let keys = deleted.map { recording.history.key(of: $0.id) ?? 0 }
        #expect(keys.allSatisfy { recording.history.invocation(seq: $0) == nil })
    }
}
