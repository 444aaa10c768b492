// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import InspectorServer

private final class EmptySink: InvocationSink {
    func write(_ batch: SinkBatch) {}
    func finish() {}
}

/// A history with one call.
private final class OneCall: InvocationHistory {
    private let call: Invocation

    init(_ call: Invocation) { self.call = call }

    var extent: HistoryExtent { HistoryExtent(epoch: call.id.epoch, startedAtNanoseconds: 0) }
    func scan(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan {
        HistoryScan(end: .complete, matched: 0, reached: nil, isPartial: false)
    }
    func invocation(seq: UInt64) -> Invocation? { seq == call.seq ? call : nil }
    var selectors: [SelectorStatistics] { [] }
    var proxies: [RecordedProxy] { [] }
    func selectors(ofRun name: String) -> [RunSelector]? { nil }
    var runs: [RecordedRun] { [] }
}

@Suite struct MarkAPITests {
    private let calls = SampleCalls()

    @Test(arguments: Transport.allCases) func marksAndNotes(transport: Transport) throws {
        calls.read(2)
        try withInspector(transport, recorder: calls.recorder) { client in
            let marked = try client.mark(#"{"marked":true,"comment":"odd"}"#)
            #expect(marked.status == 200)
            #expect(try marked.json()["marked"] == .boolean(true))
            let listed = try client.get("/api/v1/invocations?order=asc").json()
            #expect(listed["items"]?[0]?["marked"] == .boolean(true))
            #expect(listed["items"]?[0]?["comment"]?.text == "odd")
            #expect(listed["items"]?[1]?["marked"] == nil)
            #expect(try client.mark(#"{"comment":null}"#).json()["comment"] == nil)
            #expect(try client.mark(#"{"marked":false}"#, id: "\(calls.epoch)-1").json()["marked"] == nil)
        }
    }

    @Test(arguments: [
        (#"{"marked":true,"colour":"red"}"#, "unknownMember"), (#"{"marked":1}"#, "invalidMember"),
        ("{}", "invalidBody"),
        (#"{"marked":true,"marked":true}"#, "malformedJSON"), (#"{"marked":true,"comment":7}"#, "invalidMember"),
        (#"[true]"#, "invalidBody"), ("", "malformedJSON"),
    ])
    func changesNothingWhenAnyPartIsWrong(body: String, code: String) throws {
        calls.read(1)
        try withInspector(.direct, recorder: calls.recorder) { client in
            let reply = try client.mark(body)
            #expect(reply.status == 400)
            #expect(try reply.json()["code"]?.text == code)
            #expect(try client.get("/api/v1/invocations/1").json()["marked"] == nil)
        }
    }

    @Test func refusesACommentThatIsTooLongInsteadOfCuttingIt() throws {
        calls.read(1)
        try withInspector(.direct, recorder: calls.recorder) { client in
            let text = String(repeating: "é", count: Recorder.commentBytesLimit / 2 + 1)
            let refused = try client.mark(#"{"comment":"\#(text)"}"#)
            #expect(refused.status == 400)
            let accepted = try client.mark(#"{"comment":"\#(text.dropLast())"}"#)
            #expect(accepted.status == 200)
        }
    }

    @Test(arguments: Transport.allCases) func wantsJSONOfABoundedSizeForAnInvocationThatIsThere(transport: Transport)
        throws
    {
        calls.read(1)
        var configuration = InspectorServerConfiguration()
        configuration.bodyLimitBytes = 1_024
        try withInspector(transport, recorder: calls.recorder, configuration: configuration) { client in
            let plain = [("Content-Type", "text/plain")]
            let untyped = try client.send("PATCH", "/api/v1/invocations/1", headers: plain, body: "{}")
            #expect(untyped.status == 415)
            #expect(try client.mark(#"{"marked":true}"#, id: "2").status == 404)
            #expect(try client.mark(#"{"marked":true}"#, id: "0badf00d-1").status == 410)
            #expect(try client.mark(#"{"marked":true}"#, id: "x").status == 400)
            if case .live = transport {
                let large = #"{"comment":"\#(String(repeating: "a", count: 2_000))"}"#
                #expect(try client.mark(large).status == 413)
            }
        }
    }

    /// Regression test: it answered 200, with the record as it was.
    @Test func refusesToMarkACallThatOnlyTheRecordingHas() throws {
        let calls = SampleCalls { $0.storedCountLimit = 16 }
        calls.read(1)
        let first = try #require(calls.recorder.invocations().items.first)
        calls.recorder.attach(EmptySink(), history: OneCall(first))
        calls.read(100)
        try withInspector(.direct, recorder: calls.recorder) { client in
            #expect(try client.get("/api/v1/invocations/1").status == 200)
            let refused = try client.mark(#"{"marked":true}"#)
            #expect(refused.status == 410)
            #expect(try refused.json()["code"]?.text == "evicted")
        }
        calls.recorder.detachSink()
    }

    @Test func keepsMarkedOnesWhenClearingUnlessAllAreMeant() throws {
        calls.read(3)
        try withInspector(.direct, recorder: calls.recorder) { client in
            _ = try client.mark(#"{"marked":true}"#, id: "2")
            #expect(try client.send("DELETE", "/api/v1/invocations").status == 204)
            #expect(try client.get("/api/v1/invocations").json()["items"]?[0]?["seq"]?.number == 2)
            #expect(try client.send("DELETE", "/api/v1/invocations?all=true").status == 204)
            #expect(try client.get("/api/v1/invocations").json()["stored"]?.number == 0)
            #expect(try client.send("DELETE", "/api/v1/invocations?all=yes").status == 400)
        }
    }
}

extension InspectorClient {
    fileprivate func mark(_ body: String, id: String = "1") throws -> Reply {
        try send("PATCH", "/api/v1/invocations/\(id)", headers: [("Content-Type", "application/json")], body: body)
    }
}
