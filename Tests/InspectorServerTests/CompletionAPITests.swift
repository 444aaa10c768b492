// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import FilterTestSupport
@testable import InspectorServer

@Suite struct CompletionAPITests {
    private let recorder: Recorder
    private let proxy: AskingProxy
    private let answerer = LateAnswerer()

    init() {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        recorder = Recorder(configuration)
        proxy = AskingProxy(recorder: recorder, ownerName: "Questions")
        proxy.setForwardDelegate(answerer, retain: true)
    }

    @Test(arguments: Transport.allCases) func tellsWhatBecameOfAClosure(transport: Transport) throws {
        proxy.ask("when?") { _, _ in }
        recorder.flush()
        try withInspector(transport, recorder: recorder) { client in
            let before = try client.get("/api/v1/invocations/1").json()
            #expect(before["completion"]?.text == "pending")
            answerer.takeAnswer()?(7, nil)
            recorder.flush()
            let after = try client.get("/api/v1/invocations/1").json()
            #expect(after["completion"]?.text == "called")
            let completion = try #require(after["completions"]?[0])
            #expect(completion["argument"]?.number == 1 && completion["count"]?.number == 1)
            #expect(completion["calls"]?[0]?["arguments"]?[0]?["value"]?.number == 7)
            #expect(completion["calls"]?[0]?["thread"]?["id"]?.number ?? 0 > 0)
            let found = try client.get("/api/v1/invocations?filter=completion:called").json()
            #expect(found["matched"]?.number == 1)
        }
    }

    @Test func listsCallsThatWereNeverCompletedAsUnanswered() throws {
        for _ in 0..<3 { proxy.ask("never?") { _, _ in } }
        while answerer.takeAnswer() != nil {}
        recorder.flush()
        try withInspector(.direct, recorder: recorder) { client in
            let json = try client.get("/api/v1/unanswered").json()
            #expect(json["count"]?.number == 1 && json["unanswered"]?.number == 0)
            let row = try #require(json["items"]?[0])
            #expect(row["selector"]?.text == "ask(_:answer:)")
            #expect(row["unanswered"]?.number == 0 && row["neverCompleted"]?.number == 3)
            #expect(row["reason"]?.text == "notCompleted")
            #expect(row["owners"]?[0]?.text == "Questions")
            #expect(row["last"]?.text == "\(recorder.epoch)-3")
        }
    }

    @Test func listsTheUnansweredCallsThatPassAFilter() throws {
        for _ in 0..<3 { proxy.ask("never?") { _, _ in } }
        while answerer.takeAnswer() != nil {}
        let others = AskingProxy(recorder: recorder, ownerName: "Others")
        others.ask("nobody?") { _, _ in }
        recorder.flush()
        try withInspector(.direct, recorder: recorder) { client in
            let taken = try client.get("/api/v1/unanswered?filter=owner:Questions").json()
            #expect(taken["count"]?.number == 1 && taken["unanswered"]?.number == 0)
            #expect(taken["isComplete"] == .boolean(true) && taken["filterPartial"] == .boolean(false))
            let row = try #require(taken["items"]?[0])
            #expect(row["unanswered"]?.number == 0 && row["neverCompleted"]?.number == 3)
            #expect(row["calls"]?.number == 3 && row["owners"]?.elements?.compactMap(\.text) == ["Questions"])
            #expect(row["reason"]?.text == "notCompleted" && row["lastAt"]?.text != nil)
            let missed = try client.get("/api/v1/unanswered?filter=owner:Others").json()
            #expect(missed["unanswered"]?.number == 1 && missed["items"]?[0]?["neverCompleted"]?.number == 0)
            #expect(missed["items"]?[0]?["reason"]?.text == "noTarget")
            #expect(missed["items"]?[0]?["last"]?.text == "\(recorder.epoch)-4")
            let called = try client.get("/api/v1/unanswered?filter=completion:called").json()
            #expect(called["count"]?.number == 0)
            #expect(try client.get("/api/v1/unanswered?filter=ownr:Others").status == 400)
        }
    }

    @Test func aStreamGetsAnUpdateOfACallThatItAlreadyHas() throws {
        var configuration = InspectorServerConfiguration()
        configuration.port = 0
        let server = try InspectorServer(recorder: recorder, configuration: configuration).start()
        defer { server.stop() }
        let reader = try EventReader(port: server.port)
        _ = try reader.next()
        proxy.ask("late?") { _, _ in }
        let first = try #require(try reader.next())
        #expect(first.name == "invocation")
        #expect(try first.json()["completion"]?.text == "pending")
        answerer.takeAnswer()?(1, nil)
        let update = try #require(try reader.next())
        #expect(update.name == "update" && update.id == nil)
        #expect(try update.json()["completion"]?.text == "called")
        #expect(try update.json()["id"] == first.json()["id"])
    }
}
