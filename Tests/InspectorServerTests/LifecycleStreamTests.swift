// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import HTTPTestSupport
import ProxyCore
import Testing

@testable import InspectorServer

/// Events of proxies among the calls of a stream.
@Suite struct LifecycleStreamTests {
    private func withServer(
        _ calls: SampleCalls = SampleCalls(),
        _ adjust: (inout InspectorServerConfiguration) -> Void = { _ in },
        _ body: (SampleCalls, InspectorServer) throws -> Void
    ) throws {
        var configuration = InspectorServerConfiguration()
        configuration.port = 0
        adjust(&configuration)
        let server = try InspectorServer(recorder: calls.recorder, configuration: configuration).start()
        defer { server.stop() }
        try body(calls, server)
    }

    private func stream(_ server: InspectorServer, _ query: String = "", after id: String? = nil) throws -> EventReader
    {
        try EventReader(port: server.port, query, headers: id.map { ["Last-Event-ID: \($0)"] } ?? [])
    }

    /// The events without the epoch: `3` is a call, `3.2` the second event, after that call.
    private func ids(_ events: [ReceivedEvent], _ calls: SampleCalls) -> [String] {
        events.map { ($0.id ?? "").replacing(calls.epoch + "-", with: "") }
    }

    @Test func eventsStandBetweenTheCallsWithIDsThatResume() throws {
        try withServer { calls, server in
            let live = try stream(server)
            _ = try live.next()
            calls.read(2)
            calls.readUnanswered()
            calls.read(1)
            let events = try live.events(6)
            #expect(ids(events, calls) == ["1", "2", "2.2", "3", "3.3", "4"])
            #expect(
                events.map(\.name) == [
                    "invocation", "invocation", "lifecycle", "invocation", "lifecycle", "invocation",
                ]
            )
            let event = try events[2].json()
            #expect(event["id"]?.text == "\(calls.epoch)-e2")
            #expect(event["number"]?.number == 2 && event["seq"]?.number == 2 && event["position"]?.number == 2)
            for (index, event) in events.enumerated() where index < 5 {
                let resumed = try stream(server, after: event.id)
                #expect(try ids(resumed.events(5 - index), calls) == ids(Array(events[(index + 1)...]), calls))
            }
        }
    }

    @Test func whatWasMissedComesInOrderWithoutLossOrRepetition() throws {
        try withServer { calls, server in
            let live = try stream(server)
            _ = try live.next()
            for _ in 0..<300 {
                calls.read(5)
                calls.readUnanswered()
            }
            let all = ids(try live.events(2_400), calls)
            #expect(Set(all).count == 2_400)
            #expect(all.filter { $0.contains(".") }.count == 600)
            #expect(all.compactMap { UInt64($0) } == Array(1...1_800))
            // A view of its own has never seen the events.
            for start in [0, 1, 5, 6, 7, 1_203, 2_398] {
                let filter = start.isMultiple(of: 2) ? "?filter=-state:running" : ""
                let resumed = try stream(server, filter, after: "\(calls.epoch)-\(all[start])")
                #expect(try ids(resumed.events(2_399 - start), calls) == Array(all[(start + 1)...]))
            }
        }
    }

    @Test func aStreamFromTheBeginningHasTheEventsFromBeforeTheFirstCall() throws {
        try withServer { calls, server in
            calls.read(2)
            let earliest = try stream(server, "?lastEventId=earliest")
            #expect(try ids(earliest.events(3), calls) == ["0.1", "1", "2"])
            let none = try stream(server, "?lastEventId=earliest&lifecycle=none")
            #expect(try ids(none.events(2), calls) == ["1", "2"])
        }
    }

    @Test func anIDOfACallStandsForAllEventsBeforeTheCall() throws {
        try withServer { calls, server in
            calls.read(2)
            calls.readUnanswered()
            calls.read(2)
            let resumed = try stream(server, after: "\(calls.epoch)-2")
            #expect(try ids(resumed.events(5), calls) == ["2.2", "3", "3.3", "4", "5"])
            let later = try stream(server, after: "\(calls.epoch)-3")
            #expect(try ids(later.events(3), calls) == ["3.3", "4", "5"])
        }
    }

    @Test func idsThatNoStreamHasGivenAreFollowedAllTheSame() throws {
        try withServer { calls, server in
            calls.read(2)
            calls.readUnanswered()
            calls.read(2)
            // All events are known, but only the first call; and the other way round.
            let calls1 = try stream(server, after: "\(calls.epoch)-1.3")
            #expect(try ids(calls1.events(4), calls) == ["2", "3", "4", "5"])
            let events = try stream(server, after: "\(calls.epoch)-5.0")
            #expect(try ids(events.events(3), calls) == ["5.1", "5.2", "5.3"])
            for wrong in ["5.4", "6.1", "5.18446744073709551615"] {
                let reader = try stream(server, after: "\(calls.epoch)-\(wrong)")
                #expect(try reader.events(1).first?.json()["reason"]?.text == "future", "\(wrong)")
            }
            for wrong in ["5.", "5.1.1", ".1", "5.x"] {
                let reader = try stream(server, after: "\(calls.epoch)-\(wrong)")
                #expect(try reader.events(1).first?.json()["reason"]?.text == "malformed", "\(wrong)")
            }
        }
    }

    @Test func eventsThatAreNoLongerStoredAreAGap() throws {
        try withServer { calls, server in
            calls.read(1)
            for _ in 0..<600 { calls.readUnanswered() }
            let reader = try stream(server, "?filter=proxy:%3E0&lifecycle=all", after: "\(calls.epoch)-1.1")
            let events = try reader.events(2)
            let gap = try events[0].json()
            #expect(events[0].name == "gap")
            #expect(gap["missed"]?.number == 0 && gap["from"] == .null && gap["to"] == .null)
            #expect(gap["missedEvents"]?.number == 1_201 - 1_024 - 1)
            #expect(gap["reason"]?.text == "evicted")
            // The calls between the missed events are all there.
            #expect(ids([events[1]], calls) == ["2"])
            let again = try stream(server, "?filter=proxy:%3E0&lifecycle=all", after: events[0].id)
            #expect(try again.events(1).first?.id == events[1].id)
        }
    }

    @Test func anEventWhoseCallsAreGoneComesAfterTheirGap() throws {
        try withServer(SampleCalls { $0.storedCountLimit = 500 }) { calls, server in
            calls.read(10)
            calls.readUnanswered()
            calls.read(20_000)
            let oldest = try #require(calls.recorder.oldestPosition)
            let reader = try stream(server, after: "\(calls.epoch)-5")
            let events = try reader.events(4)
            #expect(events.map(\.name) == ["gap", "lifecycle", "lifecycle", "invocation"])
            #expect(try events[0].json()["missed"]?.number == Int(oldest) - 6)
            #expect(ids(events, calls) == ["\(oldest - 1).1", "\(oldest - 1).2", "\(oldest - 1).3", "\(oldest)"])
            for index in 0..<3 {
                let again = try stream(server, after: events[index].id)
                #expect(try again.events(1).first?.id == events[index + 1].id)
            }
        }
    }

    @Test func aQuietStreamResumesAfterTheLastEventToo() throws {
        try withServer(SampleCalls(), { $0.heartbeatInterval = .milliseconds(20) }) { calls, server in
            let reader = try stream(server, "?filter=state:threw")
            _ = try reader.next()
            calls.readUnanswered()
            var last: ReceivedEvent?
            repeat { last = try reader.next() } while last?.id != "\(calls.epoch)-1.3"
            #expect(last?.data == nil)
            let resumed = try stream(server, after: last?.id)
            _ = try resumed.next()
            calls.read(1)
            #expect(try ids(resumed.events(1), calls) == ["2"])
        }
    }

    @Test func clearedEventsAreNotSentAgain() throws {
        try withServer { calls, server in
            calls.readUnanswered()
            calls.recorder.clear()
            calls.read(1)
            let reader = try stream(server, "?lastEventId=earliest")
            #expect(try ids(reader.events(1), calls) == ["2"])
        }
    }

    /// Regression test: for ids of calls, the events that were cleared counted as received.
    @Test(arguments: [("0", 2, 3), ("1", 1, 2), ("2", 0, 1), ("0.1", 2, 2), ("2.2", 0, 1)])
    func clearedEventsAreAGapForClientsThatHaveNotReceivedThem(id: String, missed: Int, missedEvents: Int) throws {
        try withServer { calls, server in
            calls.read(1)
            calls.readUnanswered()
            // Asking for the events gives them their places: 0, 1 and 2.
            #expect(calls.recorder.proxyEvents(ProxyEventQuery()).items.map(\.position) == [2, 1, 0])
            calls.recorder.clear()
            let gap = try #require(try stream(server, after: "\(calls.epoch)-\(id)").events(1).first)
            #expect(gap.name == "gap")
            #expect(try gap.json()["missed"]?.number == missed)
            #expect(try gap.json()["missedEvents"]?.number == missedEvents)
            // Once told, it is not told again.
            let again = try stream(server, after: gap.id)
            _ = try again.next()
            calls.read(1)
            #expect(try ids(again.events(1), calls) == ["3"])
        }
    }

    @Test func theHeaderFieldTellsThePlaceToo() throws {
        try withServer { calls, server in
            // A stream that is opened at once may begin before the last events.
            func begins(at place: String) throws -> Bool {
                let deadline = ContinuousClock.now + .seconds(20)
                while ContinuousClock.now < deadline {
                    let head = try stream(server).head
                    if head.header("Inspector-Resume-From") == "\(calls.epoch)-\(place)" { return true }
                }
                return false
            }
            calls.readUnanswered()
            let isAfterEvents = try begins(at: "1.3")
            calls.read(1)
            let isAfterCall = try begins(at: "2")
            #expect(isAfterEvents && isAfterCall)
        }
    }

    @Test func eventsWhileCallsGoOnAreInTheSamePlacesForAll() throws {
        try withServer { calls, server in
            let readers = try ["", "?filter=-state:running", "?filter=-depth:%3E5"].map { try stream(server, $0) }
            for reader in readers { _ = try reader.next() }
            for _ in 0..<400 { calls.readUnanswered() }
            let seen = try readers.map { ids(try $0.events(1_200), calls) }
            #expect(seen[0] == seen[1] && seen[1] == seen[2])
            let replayed = try stream(server, after: "\(calls.epoch)-0.1")
            #expect(try ids(replayed.events(1_200), calls) == seen[0])
        }
    }
}
