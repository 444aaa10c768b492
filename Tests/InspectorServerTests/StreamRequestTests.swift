// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import HTTPTestSupport
import ProxyCore
import Testing

@testable import InspectorServer

/// Streams with filters, selected fields, or other formats.
@Suite struct StreamRequestTests {
    private func withServer(
        _ adjust: (inout InspectorServerConfiguration) -> Void = { _ in },
        _ body: (SampleCalls, InspectorServer) throws -> Void
    ) throws {
        let calls = SampleCalls()
        var configuration = InspectorServerConfiguration()
        configuration.port = 0
        adjust(&configuration)
        let server = try InspectorServer(recorder: calls.recorder, configuration: configuration).start()
        defer { server.stop() }
        try body(calls, server)
    }

    @Test func deliversOnlyWhatPassesTheFilterFromThePastAndFromNowOn() throws {
        try withServer { calls, server in
            calls.read(700)
            _ = calls.ask(-1)
            let threw = try EventReader(port: server.port, "?filter=state:threw&lastEventId=earliest")
            let all = try EventReader(port: server.port, "?lastEventId=latest")
            let hello = try #require(try threw.next()).json()
            #expect(hello["filter"]?.text == "state:threw")
            #expect(hello["words"]?.text == InvocationFilter.plainWords("state:threw"))
            let past = try threw.events(1)
            #expect(past.map(\.id) == ["\(calls.epoch)-701"])
            calls.read(600)
            _ = calls.ask(-2)
            let later = try threw.events(1)
            #expect(later.map(\.id) == ["\(calls.epoch)-1302"])
            let everything = try all.events(601)
            #expect(everything.last?.id == later.last?.id)
        }
    }

    @Test func movesTheResumePointOfAClientWhoseFilterLetsNothingThrough() throws {
        try withServer {
            $0.heartbeatInterval = .milliseconds(20)
        } _: { calls, server in
            let reader = try EventReader(port: server.port, "?filter=state:threw")
            _ = try reader.next()
            calls.read(40)
            var last: ReceivedEvent?
            repeat { last = try reader.next() } while last?.id != "\(calls.epoch)-40"
            #expect(last?.data == nil)
        }
    }

    @Test func sharesOneRingAmongStreamsThatAskTheSameInOtherWords() throws {
        try withServer { calls, server in
            let filters = ["state:threw", "%20state:threw%20", "(state:threw)"]
            let readers = try (0..<60).map { _ in filters }.joined().prefix(24).map {
                try EventReader(port: server.port, "?filter=\($0)")
            }
            for reader in readers { _ = try reader.next() }
            _ = calls.ask(-1)
            for reader in readers { #expect(try reader.events(1).first?.id == "\(calls.epoch)-1") }
        }
    }

    /// Regression test: a stream got the calls that were in time for an earlier one with an equal filter.
    @Test func countsAnAgeBackFromTheStartOfEachStream() throws {
        try withServer { calls, server in
            let filter = "since:200ms"
            let request = "?lifecycle=none&filter=\(filter)"
            let earlier = try EventReader(port: server.port, request)
            _ = try earlier.next()
            calls.read(1)
            #expect(try earlier.events(1).map(\.id) == ["\(calls.epoch)-1"])
            let isTooOld = {
                calls.recorder.invocations(InvocationQuery(try InvocationFilter(filter))).items.isEmpty
            }
            #expect(try eventually(isTooOld))
            let later = try EventReader(port: server.port, "\(request)&lastEventId=earliest")
            _ = try later.next()
            calls.read(1)
            let second = "\(calls.epoch)-2"
            #expect(try later.events(1).map(\.id) == [second])
            #expect(try earlier.events(1).map(\.id) == [second])
        }
    }

    @Test func refusesMoreViewsThanItCanServeAndServesThoseThatLeaveRoom() throws {
        try withServer {
            $0.connectionCountLimit = 128
            $0.streamCountLimit = 64
        } _: { calls, server in
            var readers = try (0..<EventViews.viewLimit).map { index in
                try EventReader(port: server.port, "?filter=depth:%3E\(index)")
            }
            for reader in readers { _ = try reader.next() }
            let refused = try EventReader(port: server.port, "?filter=state:threw")
            #expect(refused.head.status == 503)
            #expect(refused.head.header("Retry-After") == "5")
            let known = try EventReader(port: server.port, "?filter=depth:%3E0")
            #expect(known.head.status == 200)
            readers.removeAll()
            var status = 503
            while status == 503 {
                calls.read(1)
                status = try EventReader(port: server.port, "?filter=state:threw").head.status
            }
            #expect(status == 200)
        }
    }

    /// Regression test: without calls, views were kept after their streams had ended, and every new filter was refused.
    @Test func streamsThatLeaveMakeRoomForOtherFiltersThoughTheProgramMakesNoCalls() throws {
        try withServer { _, server in
            var readers = try (0..<EventViews.viewLimit).map { index in
                try EventReader(port: server.port, "?filter=depth:%3E\(index)")
            }
            for reader in readers { _ = try reader.next() }
            readers.removeAll()
            let isServed = { try EventReader(port: server.port, "?filter=state:threw").head.status == 200 }
            #expect(try eventually(isServed))
        }
    }

    /// Regression test: a valid filter whose words are longer than what a stream takes at once got a 500.
    @Test func saysHelloAlsoWithTheWordsOfALongFilter() throws {
        try withServer { calls, server in
            let filter = Array(repeating: "-qq", count: 1_024).joined(separator: "%20")
            let reader = try EventReader(port: server.port, "?filter=\(filter)", headers: ["Last-Event-ID: x"])
            #expect(reader.head.status == 200)
            let hello = try #require(try reader.next())
            #expect(hello.name == "hello")
            // Else this shows nothing.
            #expect(try #require(hello.data).utf8.count > 64 << 10)
            #expect(try reader.next()?.name == "reset")
            calls.read(1)
            #expect(try reader.events(1).map(\.id) == ["\(calls.epoch)-1"])
        }
    }

    @Test func trimsEventsToTheFieldsThatAreWanted() throws {
        try withServer { calls, server in
            let reader = try EventReader(port: server.port, "?fields=selector,id,durationNanoseconds")
            _ = try reader.next()
            calls.read(1)
            let event = try #require(try reader.events(1).first)
            #expect(try event.json().keys == ["id", "selector", "durationNanoseconds"])
            #expect(event.id == "\(calls.epoch)-1")
        }
    }

    @Test func writesALinePerEventForPeople() throws {
        try withServer { calls, server in
            let reader = try EventReader(port: server.port, "?format=text")
            _ = try reader.next()
            calls.read(1, from: 7)
            let event = try #require(try reader.events(1).first)
            #expect(event.name == "invocation")
            #expect(event.data?.contains("meter(_: \"m\", didRead: 7)") == true)
        }
    }

    @Test(arguments: [
        ("fields=id,sel", "unknownField"), ("fields=", "invalidParameter"), ("format=xml", "invalidParameter"),
        ("filter=selecto:x", "invalidFilter"), ("filter=a&filter=a", "repeatedParameter"),
    ])
    func refusesViewsThatAreNone(query: String, code: String) throws {
        try withServer { _, server in
            let reader = try EventReader(port: server.port, "?\(query)")
            #expect(reader.head.status == 400)
            let length = try #require(reader.head.header("Content-Length").flatMap { Int($0) })
            let problem = try JSONValue(parsing: try reader.socket.bytes(length))
            #expect(problem["code"]?.text == code)
        }
    }

    @Test func tellsWhatHappensToProxies() throws {
        try withServer { calls, server in
            let reader = try EventReader(port: server.port, "?filter=state:threw&lifecycle=all")
            _ = try reader.next()
            calls.readUnanswered()
            let events = try reader.events(2)
            #expect(events.map(\.name) == ["lifecycle", "lifecycle"])
            #expect(events.map(\.id) == ["\(calls.epoch)-0.2", "\(calls.epoch)-1.3"])
            let lost = try events[0].json()
            #expect(lost["what"]?.text == "targetReplaced")
            #expect(lost["target"] == .null)
            #expect(try events[1].json()["previousTarget"] == .null)
        }
    }

    @Test(arguments: [
        ("filter=owner:Meter", true), ("filter=protocol:=MeterDelegate", true), ("filter=proxy:>0", true),
        ("filter=-thread:main", true), ("filter=since:1h", true), ("", true), ("filter=owner:Other", false),
        ("filter=selector:meter*", false), ("filter=duration:>0ns", false), ("filter=proxy:0", false),
        ("lifecycle=none", false), ("filter=owner:Other&lifecycle=all", true), ("filter=-owner:Meter", false),
    ])
    func tellsOfProxiesWhatPassesTheFilter(query: String, isShown: Bool) throws {
        try withServer { calls, server in
            let reader = try EventReader(port: server.port, "?\(query)")
            _ = try reader.next()
            calls.readUnanswered()
            // A mark is sent regardless of the filter, after all earlier events.
            calls.read(1)
            let json = "Content-Type: application/json\r\n"
            #expect(try send(server, "PATCH", "/api/v1/invocations/1", json, #"{"marked":true}"#) == 200)
            var names: [String] = []
            while names.last != "update" { names.append(try #require(try reader.next()).name) }
            #expect(names.contains("lifecycle") == isShown)
        }
    }

    @Test func tellsEveryStreamOfMarksAndOfClearing() throws {
        try withServer { calls, server in
            calls.read(1)
            let readers = [
                try EventReader(port: server.port), try EventReader(port: server.port, "?filter=state:threw"),
            ]
            for reader in readers { _ = try reader.next() }
            let json = "Content-Type: application/json\r\n"
            let body = #"{"marked":true}"#
            #expect(try send(server, "PATCH", "/api/v1/invocations/1", json, body) == 200)
            #expect(try send(server, "DELETE", "/api/v1/invocations?all=true") == 204)
            for reader in readers {
                let events = try reader.events(2)
                #expect(events.map(\.name) == ["update", "reset"])
                #expect(events.allSatisfy { $0.id == nil })
                #expect(try events[0].json()["marked"] == .boolean(true))
                #expect(try events[1].json()["reason"]?.text == "cleared")
            }
        }
    }

    private func send(
        _ server: InspectorServer,
        _ method: String,
        _ target: String,
        _ fields: String = "",
        _ body: String = ""
    ) throws -> Int {
        let socket = try TestSocket(port: server.port)
        let head = "\(method) \(target) HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\(fields)"
        try socket.send(head + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return try socket.reply().status
    }

    @Test func saysInItsHeaderFieldsWhereTheStreamBegins() throws {
        let calls = SampleCalls { $0.storedCountLimit = 500 }
        calls.read(20_000)
        let oldest = try #require(calls.recorder.oldestPosition)
        var configuration = InspectorServerConfiguration()
        configuration.port = 0
        let server = try InspectorServer(recorder: calls.recorder, configuration: configuration).start()
        defer { server.stop() }
        let cases: [(String, UInt64, String?)] = [
            ("10", oldest - 1, "\(oldest - 11)"), ("\(oldest - 1)", oldest - 1, "0"), ("\(oldest)", oldest, "0"),
            ("20000", 20_000, "0"), ("20001", 20_000, nil),
        ]
        for (position, begin, missed) in cases {
            let reader = try EventReader(port: server.port, headers: ["Last-Event-ID: \(calls.epoch)-\(position)"])
            #expect(reader.head.header("Inspector-Resume-From") == "\(calls.epoch)-\(begin)")
            #expect(reader.head.header("Inspector-Missed") == missed)
        }
    }
}
