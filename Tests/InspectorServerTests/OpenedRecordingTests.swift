// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import HTTPTestSupport
import ProxyCore
import Testing

@testable import InspectorServer

/// What the API of an opened recording answers to requests that only a running program can fulfil, and how its stream
/// resumes.
@Suite struct OpenedRecordingTests {
    private static let json = [("Content-Type", "application/json")]

    @Test(arguments: [
        ("PATCH", "/api/v1/invocations/1", #"{"marked":true,"comment":"odd"}"#),
        ("DELETE", "/api/v1/invocations?all=true", ""), ("DELETE", "/api/v1/invocations", ""),
        ("PATCH", "/api/v1/recorder", #"{"recording":true}"#), ("PATCH", "/api/v1/recorder", #"{"exclude":["Other"]}"#),
        ("PATCH", "/api/v1/recorder/backtraces", #"{"selectors":["Other.*"]}"#),
        ("DELETE", "/api/v1/interposers/1", ""), ("DELETE", "/api/v1/rules", ""),
    ])
    func refusesWhatWouldHaveNoEffect(method: String, target: String, body: String) throws {
        let recorder = Recorder(replaying: ShortHistory())
        try withInspector(.direct, recorder: recorder) { client in
            let before = try client.get("/api/v1/recorder").text
            let reply = try client.send(method, target, headers: body.isEmpty ? [] : Self.json, body: body)
            #expect(reply.status == 409)
            #expect(try reply.json()["code"]?.text == "noProcess")
            #expect(try client.get("/api/v1/recorder").text == before)
        }
    }

    @Test func tellsNoStreamOfAChangeThatItRefuses() throws {
        let recorder = Recorder(replaying: ShortHistory())
        let routes = InvocationEndpoints.routes(recorder) { Issue.record("told of \($0)") }
        try withService(.direct, routes: routes) { client in
            let marked = try client.send(
                "PATCH",
                "/api/v1/invocations/1",
                headers: Self.json,
                body: #"{"marked":true}"#
            )
            #expect(marked.status == 409)
            #expect(try client.send("DELETE", "/api/v1/invocations?all=true").status == 409)
        }
    }

    /// Regression test: headers told of missing calls, no event did, and the stream broke off.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("earliest", ["gap"], 1), ("0badc0de-3", ["gap"], 4), ("0badc0de-0", ["gap"], 1),
            ("ba5eba11-2", ["reset", "gap"], 1),
        ]
    )
    func aResumePointIsAnsweredByAGap(point: String, names: [String], from: Int) throws {
        try withServer { server in
            let missed = 9 - from
            let reader = try EventReader(port: server.port, "?lastEventId=\(point)")
            #expect(reader.head.header("Inspector-Resume-From") == "0badc0de-8")
            #expect(reader.head.header("Inspector-Missed") == "\(missed)")
            let hello = try #require(try reader.next())
            #expect(hello.name == "hello")
            #expect(try hello.json()["newest"]?.number == 8)
            let events = try reader.events(names.count)
            #expect(events.map(\.name) == names)
            let gap = try #require(events.last)
            #expect(gap.id == "0badc0de-8")
            let json = try gap.json()
            #expect(json["reason"]?.text == "recording")
            #expect(json["from"]?.number == from)
            #expect(json["to"]?.number == 8)
            #expect(json["missed"]?.number == missed)
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["latest", "0badc0de-8"])
    func nothingIsMissingAfterTheLastCall(point: String) throws {
        try withServer { server in
            let reader = try EventReader(port: server.port, "?lastEventId=\(point)")
            #expect(reader.head.header("Inspector-Missed") ?? "0" == "0")
            // The streams share a view, but not the gap.
            let other = try EventReader(port: server.port, "?lastEventId=earliest")
            #expect(try other.events(1).first?.name == "gap")
            server.stop()
            #expect(try reader.events(1).first?.name == "bye")
        }
    }

    private func withServer(_ body: (InspectorServer) throws -> Void) throws {
        var configuration = InspectorServerConfiguration()
        configuration.port = 0
        let recorder = Recorder(replaying: ShortHistory())
        let server = try InspectorServer(recorder: recorder, configuration: configuration).start()
        defer { server.stop() }
        try body(server)
    }
}

/// The history of a run with eight calls, of which only the number is known.
final class ShortHistory: InvocationHistory {
    private let nothing = HistoryScan(end: .complete, matched: 0, reached: nil, isPartial: false)

    var extent: HistoryExtent {
        var extent = HistoryExtent(epoch: "0badc0de", startedAtNanoseconds: 0)
        (extent.count, extent.oldest, extent.newest, extent.lastPosition) = (8, 1, 8, 8)
        return extent
    }

    func scan(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan { nothing }
    func count(_ request: HistoryRequest) -> HistoryScan { nothing }
    func invocation(seq: UInt64) -> Invocation? { nil }
    var selectors: [SelectorStatistics] { [] }
    var proxies: [RecordedProxy] { [] }
    func selectors(ofRun name: String) -> [RunSelector]? { nil }
    var runs: [RecordedRun] { [] }
}
