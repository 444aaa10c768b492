// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import HTTPTestSupport
import Logging
import ProxyCore
import Testing

@testable import InspectorServer

/// What streams tell of rules and held calls, and what becomes of held calls without clients.
@Suite struct RuleStreamTests {
    private let downloads = RuledDownloads()
    private var rules: RuleBook { downloads.recorder.rules }

    private func withServer(
        _ adjust: (inout InspectorServerConfiguration) -> Void = { _ in },
        _ body: (InspectorServer, InspectorClient) throws -> Void
    ) throws {
        var configuration = InspectorServerConfiguration.withRules
        adjust(&configuration)
        let server = try InspectorServer(recorder: downloads.recorder, configuration: configuration).start()
        defer { server.stop() }
        try body(server, InspectorClient(port: server.port))
    }

    private func hold(_ limits: (inout Rule.Limits) -> Void = { _ in }) throws {
        var rule = Rule(.hold(deadline: .seconds(600)), when: try InvocationFilter("selector:*didReceive*"))
        limits(&rule.limits)
        try rules.add(rule)
    }

    /// The next event with a name.
    private func next(_ name: String, _ stream: EventReader) throws -> JSONValue? {
        while let event = try stream.next() { if event.name == name { return try event.json() } }
        return nil
    }

    @Test func everyStreamIsToldWhateverItsFilter() throws {
        try withServer { server, client in
            let streams = try ["", "?filter=selector:nothing&fields=id", "?holds=true"].map {
                try EventReader(port: server.port, $0)
            }
            let lines = try EventReader(port: server.port, "?format=text")
            for stream in streams + [lines] { _ = try stream.next() }
            _ = try client.post("/api/v1/rules", #"{"action":"hold","filter":"selector:*didReceive*"}"#)
            for stream in streams {
                let event = try stream.next()
                #expect(event?.name == "rule" && event?.id == nil)
                #expect(try event?.json()["kind"]?.text == "added" && event?.json()["rule"]?["id"]?.number == 1)
            }
            #expect(try lines.next()?.data?.hasPrefix("rule 1 added: hold ") == true)

            let pending = downloads.begin { $0.downloader("a", didReceive: 5) }
            for stream in streams {
                let held = try next("held", stream)
                #expect(held?["id"]?.number == 1 && held?["arguments"]?[1]?["json"]?.number == 5)
            }
            #expect(try lines.next()?.data?.hasPrefix("held 1 by rule 1: ") == true)
            _ = try client.post("/api/v1/held/1", #"{"action":"edit","arguments":{"bytes":6}}"#)
            #expect(pending.value() != nil)
            downloads.recorder.flush()
            let id = try downloads.lastCall(client)?["id"]?.text
            for stream in streams {
                let released = try next("released", stream)
                #expect(
                    released == [
                        "id": 1, "rule": 1, "call": .string(id ?? ""), "by": "client", "action": "edit",
                    ]
                )
            }
            _ = try client.put("/api/v1/rules/1", #"{"action":"mark","limits":{"times":1}}"#)
            downloads.proxy.downloader("a", didReceive: 1)
            _ = try client.send("DELETE", "/api/v1/rules/1")
            for stream in streams {
                let kinds = try (0..<3).map { _ in try next("rule", stream)?["kind"]?.text }
                #expect(kinds == ["changed", "exhausted", "removed"])
            }
        }
    }

    /// Calls can come faster than they are encoded: then the end of them is never reached.
    @Test func streamsAreToldBeforeAllCallsAreEncoded() throws {
        try withServer { server, client in
            let stream = try EventReader(port: server.port, "?fields=id")
            _ = try stream.next()
            for number in 0..<100_000 { downloads.proxy.downloader("a", didReceive: number) }
            downloads.recorder.flush()
            let newest = try downloads.lastCall(client)?["id"]?.text
            _ = try client.post("/api/v1/rules", #"{"action":"mark","filter":"selector:nothing"}"#)
            var calls = 0
            while let event = try stream.next(), event.name != "rule" {
                guard event.name == "invocation" else { continue }
                calls += 1
                try #require(try event.json()["id"]?.text != newest, "the last of \(calls) calls came before the rule")
            }
        }
    }

    @Test func aNewStreamBeginsWithTheHeldCalls() throws {
        try withServer { server, client in
            for number in 0..<300 { downloads.proxy.downloader("a", didReceive: number) }
            try hold()
            let pending = downloads.begin { $0.downloader("a", didReceive: 5) }
            #expect(downloads.waitUntilHeld())
            downloads.recorder.flush()
            for query in ["", "?lastEventId=earliest", "?filter=selector:nothing"] {
                let stream = try EventReader(port: server.port, query)
                #expect(try stream.next()?.name == "hello")
                let event = try stream.next()
                #expect(event?.name == "held", "\(query)")
                #expect(try event?.json()["id"]?.number == 1)
                guard query.contains("earliest") else { continue }
                let events = try stream.events(300)
                #expect(events.filter { $0.name == "invocation" }.count >= 299)
            }
            _ = try client.post("/api/v1/held", #"{"action":"continue"}"#)
            #expect(pending.value() != nil)
        }
    }

    @Test func holdsMakesNoOtherViewAndIsValidated() throws {
        try withServer { server, client in
            var counted = 0
            for value in ["true", "false"] {
                let reader = try EventReader(port: server.port, "?holds=\(value)")
                _ = try reader.next()
                #expect(rules.isConnected == (value == "true"))
                reader.socket.close()
                #expect(eventually { !rules.isConnected })
                counted += 1
            }
            #expect(counted == 2)
            let problem = try client.get("/api/v1/stream?holds=maybe", headers: [("Accept", "text/event-stream")])
            #expect(problem.status == 400)
            #expect(try problem.json()["field"]?.text == "holds")
            #expect(!rules.isConnected)
            // More streams than views are possible; a HEAD request is no client.
            let streams = try (0..<8).map { try EventReader(port: server.port, "?holds=\($0.isMultiple(of: 2))") }
            for stream in streams { _ = try stream.next() }
            #expect(rules.isConnected)
            for stream in streams { stream.socket.close() }
            #expect(eventually { !rules.isConnected })
            _ = try client.send("HEAD", "/api/v1/stream?holds=true")
            #expect(!rules.isConnected)
        }
    }

    @Test func aClientThatMayDecideNothingIsNoneThatCallsWaitFor() throws {
        try withServer({ $0.allowsRules = false }) { server, _ in
            let stream = try EventReader(port: server.port, "?holds=true")
            _ = try stream.next()
            #expect(!rules.isConnected)
        }
    }

    enum Leaving: CaseIterable { case closing, resetting, halfClosing }

    @Test(arguments: Leaving.allCases) func heldCallsGoOnWhenTheLastClientLeaves(leaving: Leaving) throws {
        try withServer { server, client in
            let stream = try EventReader(port: server.port, "?holds=true")
            let other = try EventReader(port: server.port, "?holds=true")
            _ = try stream.next()
            _ = try other.next()
            try hold { $0.connectedOnly = true }
            let pending = downloads.begin { $0.downloader("a", didReceive: 5) }
            #expect(downloads.waitUntilHeld())
            other.socket.close()
            #expect(pending.value(within: 300) == nil && rules.isConnected)
            switch leaving {
            case .closing: stream.socket.close()
            case .resetting: stream.socket.reset()
            case .halfClosing: stream.socket.endSending()
            }
            // Long before the deadline.
            #expect(pending.value() != nil)
            let late = try client.post("/api/v1/held/1", #"{"action":"continue"}"#)
            #expect(try late.json()["by"]?.text == "disconnected")
            // Without a client, such a rule holds nothing.
            #expect(eventually { !rules.isConnected })
            downloads.proxy.downloader("a", didReceive: 6)
            #expect(downloads.received == [5, 6])
        }
    }

    @Test func sixteenThreadsGoOnWhenTheServerStops() throws {
        try withServer { server, _ in
            let stream = try EventReader(port: server.port, "?holds=true")
            _ = try stream.next()
            try hold()
            let pending = (0..<16).map { number in downloads.begin { $0.downloader("a", didReceive: number) } }
            #expect(downloads.waitUntilHeld(16))
            // One more is not held.
            downloads.proxy.downloader("a", didReceive: 16)
            server.stop()
            // Long before the deadline.
            for call in pending { #expect(call.value() != nil) }
            #expect(downloads.received.sorted() == Array(0...16))
        }
    }

    @Test func theDeadlinePasses() throws {
        try withServer { server, client in
            let stream = try EventReader(port: server.port)
            _ = try stream.next()
            _ = try client.post("/api/v1/rules", #"{"action":"hold","deadlineMilliseconds":100}"#)
            let pending = downloads.begin { $0.downloader("a", didReceive: 5) }
            #expect(pending.value() != nil)
            #expect(try next("released", stream)?["by"]?.text == "deadline")
            let late = try client.post("/api/v1/held/1", #"{"action":"continue"}"#)
            #expect(try late.json()["by"]?.text == "deadline")
        }
    }

    @Test func linesOfRulesGoToTheLog() throws {
        let lines = LineLog()
        try withServer(
            { $0.logger = Logger(label: "test") { _ in lines } },
            { _, client in
                _ = try client.post("/api/v1/rules", #"{"action":"log","text":"here it is"}"#)
                downloads.proxy.downloader("a", didReceive: 5)
            }
        )
        #expect(lines.lines.contains { $0.contains("notice") && $0.contains("here it is") })
    }

    /// Rules change while clients come and go and calls are made; nothing stays held, and nothing is left.
    @Test func manyChangesAndStreamsAtOnce() throws {
        try withServer { server, client in
            let calls = downloads.begin { proxy in
                for number in 0..<4_000 { proxy.downloader("a", didReceive: number) }
                return true
            }
            for round in 0..<30 {
                let stream = try EventReader(port: server.port, "?holds=true&lastEventId=earliest")
                let reply = try client.post(
                    "/api/v1/rules",
                    #"{"action":"hold","deadlineMilliseconds":100,"limits":{"times":\#(round + 1),"connectedOnly":true}}"#
                )
                #expect(reply.status == 201)
                _ = try stream.events(3)
                if round.isMultiple(of: 2) { stream.socket.reset() } else { stream.socket.close() }
                if round.isMultiple(of: 3) { _ = try client.send("DELETE", "/api/v1/rules") }
            }
            _ = try client.send("DELETE", "/api/v1/rules")
            #expect(calls.value() == true)
            #expect(eventually { !rules.isConnected && rules.held.isEmpty })
            #expect(downloads.received == Array(0..<4_000))
        }
    }
}
