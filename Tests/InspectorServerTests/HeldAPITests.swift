// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import InspectorServer

@Suite struct HeldAPITests {
    private let downloads = RuledDownloads()

    private func withRules(_ transport: Transport = .live, _ body: (InspectorClient) throws -> Void) throws {
        try withInspector(transport, recorder: downloads.recorder, configuration: .withRules) { client in
            defer { downloads.recorder.rules.removeAll() }
            try body(client)
        }
    }

    private func hold(_ client: InspectorClient, _ filter: String, _ members: String = "") throws {
        let body = #"{"action":"hold","filter":"\#(filter)","deadlineMilliseconds":20000\#(members)}"#
        let reply = try client.post("/api/v1/rules", body)
        #expect(reply.status == 201, "\(reply.text)")
    }

    @Test(arguments: Transport.allCases) func aHeldCallIsShownAndEdited(transport: Transport) throws {
        try withRules(transport) { client in
            #expect(try client.get("/api/v1/held").text == #"{"items":[],"count":0,"limit":16}"#)
            try hold(client, "selector:*didReceive*")
            let pending = downloads.begin { $0.downloader("file", didReceive: 7) }
            #expect(downloads.waitUntilHeld())
            let list = try client.get("/api/v1/held").json()
            #expect(list["count"]?.number == 1)
            let held = try #require(list["items"]?[0])
            #expect(held["id"]?.number == 1 && held["rule"]?.number == 1 && held["point"]?.text == "before")
            #expect(held["can"] == ["continue", "edit", "skip"], "\(held.json)")
            #expect(held["call"]?["state"]?.text == "running" && held["call"]?["held"]?.number == 1)
            let bytes = try #require(held["arguments"]?[1])
            #expect(bytes == ["index": 1, "name": "bytes", "type": "Int", "editable": true, "json": 7])
            #expect(held["answerType"] == .null && held["answerReason"]?.text?.contains("skip") == true)
            #expect((1...20_000).contains(try #require(held["remainingMilliseconds"]?.number)))
            #expect(Instant.nanoseconds(try #require(held["deadline"]?.text)) != nil)

            #expect(
                try eventually {
                    let running = try client.get("/api/v1/running").json()["items"]?.elements ?? []
                    return running.contains { $0["held"]?.number == 1 && $0["id"] == held["call"]?["id"] }
                }
            )
            #expect(try client.get("/api/v1/status").json()["rules"]?["held"]?.number == 1)
            #expect(try client.get("/api/v1/rules").json()["held"]?.number == 1)

            let reply = try client.post("/api/v1/held/1", #"{"action":"edit","arguments":{"bytes":42}}"#)
            #expect(reply.status == 200 && reply.text == #"{"id":1,"rule":1,"by":"client","action":"edit"}"#)
            #expect(pending.value() != nil)
            #expect(downloads.received == [42])
            let call = try #require(try downloads.lastCall(client))
            #expect(
                call["arguments"]?[1]?["value"]?.number == 7 && call["arguments"]?[1]?["edited"]?["value"]?.number == 42
            )
            #expect(call["rule"]?.number == 1 && call["heldNanoseconds"]?.number ?? 0 > 0)

            #expect(eventually { downloads.recorder.rules.held.isEmpty })
            let late = try client.post("/api/v1/held/1", #"{"action":"continue"}"#)
            #expect(late.status == 409)
            #expect(try late.json()["code"]?.text == "alreadyReleased")
            #expect(try late.json()["by"]?.text == "client")
        }
    }

    @Test func aPersonAnswersThrowsAndSkips() throws {
        try withRules { client in
            try hold(client, "-selector:none")
            let answered = downloads.begin { $0.downloader("a", shouldRetryAfter: 9) }
            #expect(downloads.waitUntilHeld())
            #expect(try client.post("/api/v1/held/1", #"{"action":"answer","value":true}"#).status == 200)
            #expect(answered.value() == true)
            #expect(try downloads.lastCall(client)?["returnPath"]?.text == "intercept")

            let thrown = downloads.begin { proxy in Result { () throws(DownloadError) in try proxy.size(of: 3) } }
            #expect(downloads.waitUntilHeld())
            let held = try client.get("/api/v1/held").json()["items"]?[0]
            #expect(held?["errorCases"] == ["offline", "full"] && held?["answerType"]?.text == "UInt64")
            #expect(try client.post("/api/v1/held/2", #"{"action":"throw","case":"full"}"#).status == 200)
            #expect(thrown.value() == .failure(.full))

            let failed = downloads.begin { proxy in Result { try proxy.title(of: "x") }.mapError { "\($0)" as Text } }
            #expect(downloads.waitUntilHeld())
            #expect(try client.post("/api/v1/held/3", #"{"action":"throw","text":"no network"}"#).status == 200)
            #expect(failed.value() == .failure("no network"))

            let skipped = downloads.begin { $0.downloader("a", didReceive: 1) }
            #expect(downloads.waitUntilHeld())
            #expect(try client.post("/api/v1/held/4", #"{"action":"skip"}"#).status == 200)
            #expect(skipped.value() != nil && downloads.received.isEmpty)
        }
    }

    @Test func afterTheCallItsResultIsEdited() throws {
        try withRules { client in
            try hold(client, "selector:size*", #","point":"after""#)
            let pending = downloads.begin { proxy in try? proxy.size(of: 3) }
            #expect(downloads.waitUntilHeld())
            let held = try #require(try client.get("/api/v1/held").json()["items"]?[0])
            #expect(held["point"]?.text == "after" && held["answerJSON"]?.number == 3_000, "\(held.json)")
            #expect(held["arguments"] == [] && held["can"]?.elements?.contains("edit") == true)
            #expect(held["call"]?["state"]?.text == "running")
            let wrong = try client.post("/api/v1/held/1", #"{"action":"edit","arguments":{"part":1}}"#)
            #expect(wrong.status == 400 && downloads.recorder.rules.held.count == 1)
            #expect(
                try client.post("/api/v1/held/1", #"{"action":"edit","result":18446744073709551615}"#).status == 200
            )
            #expect(pending.value() == .some(.max))
            let call = try downloads.lastCallText(client)
            #expect(call.contains(#""targetResult":"#) && call.contains(#""returnPath":"intercept""#), "\(call)")
        }
    }

    @Test func allCallsGoOnAtOnce() throws {
        try withRules { client in
            try hold(client, "")
            let pending = (0..<3).map { number in downloads.begin { $0.downloader("a", didReceive: number) } }
            #expect(downloads.waitUntilHeld(3))
            #expect(try client.post("/api/v1/held", #"{"action":"skip"}"#).status == 400)
            #expect(try client.post("/api/v1/held", #"{"action":"continue"}"#).text == #"{"released":3}"#)
            for call in pending { #expect(call.value() != nil) }
            #expect(downloads.received.sorted() == [0, 1, 2])
        }
    }

    /// Body, code, member, and position; none of them lets the call go on.
    static let refused: [(String, String, String?, Int?)] = [
        ("", "malformedJSON", nil, 0),
        (#"{"action":"answer","value":NaN}"#, "malformedJSON", nil, 27),
        (#"{"action":"answer","value":1,"value":2}"#, "malformedJSON", nil, 29),
        ("[]", "invalidBody", nil, nil),
        ("{}", "invalidRule", "action", nil),
        (#"{"action":"wait"}"#, "invalidRule", "action", nil),
        (#"{"action":"continue","value":1}"#, "invalidRule", "value", nil),
        (#"{"action":"continue","colour":1}"#, "unknownMember", "colour", nil),
        (#"{"action":"answer"}"#, "invalidRule", "value", nil),
        (#"{"action":"answer","value":true}"#, "invalidValue", "value", 0),
        (#"{"action":"answer","value": "5"}"#, "invalidValue", "value", 0),
        (#"{"action":"answer","value":18446744073709551616}"#, "invalidValue", "value", 0),
        (#"{"action":"answer","value":1e400}"#, "invalidValue", "value", 0),
        (#"{"action":"answer","value":[1]}"#, "invalidValue", "value", 0),
        (#"{"action":"answer","value":null}"#, "invalidValue", "value", 0),
        (#"{"action":"throw","case":"tired"}"#, "invalidValue", "case", nil),
        (#"{"action":"throw","text":"no"}"#, "invalidRule", "text", nil),
        (#"{"action":"skip"}"#, "invalidRule", "action", nil),
        (#"{"action":"edit"}"#, "invalidRule", "arguments", nil),
        (#"{"action":"edit","arguments":[1]}"#, "invalidRule", "arguments", nil),
        (#"{"action":"edit","arguments":{"part":300}}"#, "invalidValue", "part", 0),
        (#"{"action":"edit","arguments":{"part":1,"whole":2}}"#, "invalidRule", "whole", nil),
        (#"{"action":"edit","result":1}"#, "invalidRule", "result", nil),
    ]

    @Test(arguments: refused) func refusesWhatCannotBeDecided(
        body: String,
        code: String,
        member: String?,
        position: Int?
    ) throws {
        try withRules(.direct) { client in
            try hold(client, "selector:size*")
            let pending = downloads.begin { proxy in try? proxy.size(of: 5) }
            #expect(downloads.waitUntilHeld())
            let reply = try client.post("/api/v1/held/1", body)
            #expect(reply.status == 400, "\(reply.text)")
            let problem = try reply.json()
            #expect(problem["code"]?.text == code && problem["member"]?.text == member, "\(reply.text)")
            if let position { #expect(problem["position"]?.number == position, "\(reply.text)") }
            #expect(downloads.recorder.rules.held.count == 1)
            #expect(try client.post("/api/v1/held/1", #"{"action":"continue"}"#).status == 200)
            #expect(pending.value() == 5_000)
        }
    }

    @Test(arguments: ["0", "9", "-1", "one", "99999999999999999999"]) func unknownNumbersAreNotFound(id: String) throws
    {
        try withRules(.direct) { client in
            let reply = try client.post("/api/v1/held/\(id)", #"{"action":"continue"}"#)
            #expect(reply.status == 404)
            #expect(try reply.json()["code"]?.text == "unknownHeld")
        }
    }

    @Test func aMegabyteIsTooLarge() throws {
        try withRules { client in
            try hold(client, "selector:title*")
            let pending = downloads.begin { proxy in try? proxy.title(of: "a") }
            #expect(downloads.waitUntilHeld())
            let text = String(repeating: "x", count: 1 << 20)
            #expect(try client.post("/api/v1/held/1", #"{"action":"answer","value":"\#(text)"}"#).status == 413)
            let half = String(text.prefix(60_000))
            #expect(try client.post("/api/v1/held/1", #"{"action":"answer","value":"\#(half)"}"#).status == 200)
            #expect(pending.value() == half)
        }
    }

    @Test func theRuleThatIsRemovedHoldsNothing() throws {
        try withRules { client in
            try hold(client, "selector:size*")
            let pending = downloads.begin { proxy in try? proxy.size(of: 5) }
            #expect(downloads.waitUntilHeld())
            #expect(try client.send("DELETE", "/api/v1/rules/1").status == 204)
            #expect(pending.value() == 5_000)
            let late = try client.post("/api/v1/held/1", #"{"action":"continue"}"#)
            #expect(try late.json()["by"]?.text == "ruleRemoved")
        }
    }
}

/// A text that can stand for an error.
private struct Text: Error, Equatable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    let text: String
    init(stringLiteral value: String) { text = value }
}
