// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import ProxyCore
import Testing

@testable import FilterTestSupport
@testable import InspectorServer

/// The last unanswered calls of several processes, whose keys are in no order.
@Suite struct FleetUnansweredTests {
    private let folder = TemporaryFolder()
    private let instant: Int64 = 1_700_000_000_000_000_000

    /// A process with one call of `ask`, which a delegate took and never completed, or which reached nobody.
    private func batch(isTaken: Bool, at start: Int64) throws -> FleetBatch {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        let recorder = Recorder(configuration)
        let proxy = AskingProxy(recorder: recorder, ownerName: "Questions")
        let answerer = LateAnswerer()
        if isTaken { proxy.setForwardDelegate(answerer, retain: true) }
        proxy.ask("why?") { _, _ in }
        _ = answerer.takeAnswer()
        recorder.flush()
        var call = try #require(recorder.invocations(InvocationQuery()).items.first)
        call.startedAtNanoseconds = start
        return FleetBatch(
            process: FleetProcess(
                epoch: recorder.epoch,
                facts: ProcessFacts(service: "shop", version: nil, host: "web", id: 4_000),
                program: "shop",
                startedAtNanoseconds: start
            ),
            after: .start,
            through: FleetPlace(position: 1),
            lines: InvocationEncoder.encode(call) + [10],
            arrivedAtNanoseconds: start
        )
    }

    private func unanswered(_ recorder: Recorder) throws -> JSONValue {
        let router = HTTPRouter(routes: [UnansweredEndpoint.route(recorder)])
        var response = router.respond(to: HTTPRequest(.get, try HTTPTarget(parsing: "/api/v1/unanswered")))
        while case .deferred(let work, _) = response.body { response = work() }
        guard case .bytes(let bytes) = response.body else { throw FleetTraffic.Nothing() }
        return try JSONValue(parsing: bytes)
    }

    @Test(arguments: [true, false]) func theLastCallIsTheNewestOfAllProcesses(isTaken: Bool) throws {
        let newer = try batch(isTaken: isTaken, at: instant + 1_000_000_000)
        let older = try batch(isTaken: !isTaken, at: instant)
        let recording = try FleetRecording(path: folder.file().path)
        // The process that comes second has the greater keys.
        try recording.write([newer], through: 1)
        try recording.write([older], through: 2)
        guard case .array(let rows)? = try unanswered(Recorder(replaying: recording.history))["items"] else {
            throw FleetTraffic.Nothing()
        }
        let row = try #require(rows.first)
        #expect(rows.count == 1 && row["unanswered"] == .integer(1) && row["neverCompleted"] == .integer(1))
        #expect(row["last"]?.text == "\(newer.process.epoch)-1")
        #expect(row["lastAt"]?.text == Instant.text(instant + 1_000_000_000))
        #expect(row["reason"]?.text == (isTaken ? "notCompleted" : "noTarget"))
    }

    private func row(_ run: UInt64, _ seq: UInt64, at start: Int64) -> UnansweredSelector {
        row(last: (InvocationID(epoch: "", seq: seq, run: run).key, start))
    }

    private func row(last: (UInt64, Int64)?) -> UnansweredSelector {
        let ask = Selector(protocolName: "AskingDelegate", name: "ask(_:answer:)")
        return UnansweredSelector(selector: ask, isOptional: true, owners: [], calls: 1, last: last)
    }

    @Test func theRowsOfServersAddUpToOneWithTheNewestCall() {
        var sum = row(2, 9, at: 100)
        sum.add(row(1, 3, at: 200))
        #expect(sum.lastSeq == row(1, 3, at: 0).lastSeq && sum.calls == 2)
        sum.add(row(3, 4, at: 150))
        sum.add(row(last: nil))
        #expect(sum.lastSeq == row(1, 3, at: 0).lastSeq && sum.calls == 4)
        // The clock of a process can be set back; its numbers tell the order.
        sum.add(row(1, 4, at: 50))
        #expect(sum.lastSeq == row(1, 4, at: 0).lastSeq)
        var unknown = row(last: nil)
        unknown.add(row(3, 4, at: .min))
        #expect(unknown.lastSeq == row(3, 4, at: 0).lastSeq)
    }
}
