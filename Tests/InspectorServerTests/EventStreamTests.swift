// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HTTPTestSupport
import ProxyCore
import ProxyTestSupport
import Testing

@testable import InspectorServer

@Suite struct EventStreamTests {
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

    private func ids(_ calls: SampleCalls, _ positions: ClosedRange<Int>) -> [String?] {
        positions.map { "\(calls.epoch)-\($0)" }
    }

    private func get(_ server: InspectorServer, _ target: String) throws -> Reply {
        let socket = try TestSocket(port: server.port)
        try socket.send("GET \(target) HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n")
        let reply = try socket.reply()
        let headers = HTTPHeaders(reply.headers.map { (name: $0.name, value: $0.value) })
        return Reply(status: reply.status, headers: headers, text: reply.body)
    }

    @Test func saysHelloWithTheRightHeaders() throws {
        try withServer { calls, server in
            calls.read(3)
            let reader = try EventReader(port: server.port)
            #expect(reader.head.status == 200)
            #expect(reader.head.header("Content-Type") == "text/event-stream")
            #expect(reader.head.header("Cache-Control") == "no-store")
            #expect(reader.head.header("X-Accel-Buffering") == "no")
            #expect(reader.head.header("Content-Length") == nil)
            let hello = try #require(try reader.next())
            #expect(hello.name == "hello")
            #expect(hello.id == nil)
            let json = try hello.json()
            #expect(json["epoch"]?.text == calls.epoch)
            #expect(json["newest"]?.number == 3)
        }
    }

    /// A server that gives its clients the time that they need on a busy machine.
    private static func stopPatiently(_ configuration: inout InspectorServerConfiguration) {
        configuration.catchUpTime = .seconds(60)
        configuration.stopGrace = .seconds(60)
    }

    /// Regression test: a short program under `exec --wait` ended before its calls had reached the client.
    @Test func deliversWhatWasRecordedBeforeTheServerStops() throws {
        // What fits into the buffers of the sockets: nobody reads before the server has stopped.
        for count in [1, 100] {
            for _ in 0..<10 {
                try withServer(SampleCalls(), Self.stopPatiently) { calls, server in
                    let reader = try EventReader(port: server.port)
                    // Without waiting for the stream's first event.
                    calls.read(count)
                    server.stop()
                    var names: [String?] = []
                    while let event = try reader.next() { names.append(event.name) }
                    #expect(names.count { $0 == "invocation" } == count)
                    #expect(names.last == "bye")
                }
            }
        }
    }

    @Test func deliversEachCompletedCallOnceAndInOrder() throws {
        try withServer { calls, server in
            calls.read(2)
            let readers = try (0..<3).map { _ in try EventReader(port: server.port) }
            for reader in readers { _ = try reader.next() }
            calls.read(1_500, from: 100)
            for reader in readers {
                let events = try reader.events(1_500)
                #expect(events.map(\.id) == ids(calls, 3...1_502))
                #expect(events.allSatisfy { $0.name == "invocation" })
            }
        }
    }

    @Test func carriesTheRecordAsTheListHasIt() throws {
        try withServer { calls, server in
            let reader = try EventReader(port: server.port)
            _ = try reader.next()
            calls.read(1)
            _ = calls.ask(-7)
            let listed = try get(server, "/api/v1/invocations?order=asc").json()
            for (index, event) in try reader.events(2).enumerated() {
                #expect(try event.json() == listed["items"]?[index])
            }
        }
    }

    @Test func resumesExactlyAfterTheLastEvent() throws {
        try withServer { calls, server in
            calls.read(1_200)
            let headers = ["Last-Event-ID: \(calls.epoch)-5"]
            let reader = try EventReader(port: server.port, headers: headers)
            #expect(try reader.events(1_195).map(\.id) == ids(calls, 6...1_200))
            calls.read(2)
            #expect(try reader.events(2).map(\.id) == ids(calls, 1_201...1_202))
            let again = try EventReader(port: server.port, "?lastEventId=\(calls.epoch)-1201")
            #expect(try again.events(1).map(\.id) == ids(calls, 1_202...1_202))
        }
    }

    @Test func letsTheHeaderWinOverTheParameter() throws {
        try withServer { calls, server in
            calls.read(10)
            let headers = ["Last-Event-ID: \(calls.epoch)-9"]
            let reader = try EventReader(port: server.port, "?lastEventId=\(calls.epoch)-1", headers: headers)
            #expect(try reader.events(1).map(\.id) == ids(calls, 10...10))
        }
    }

    @Test func joinsAListWithoutLossOrRepeatWhileCallsGoOn() throws {
        try withServer { calls, server in
            let total = 6_000
            let producer = DispatchQueue(label: "producer")
            producer.async { calls.read(total) }
            for _ in 0..<10 {
                let list = try get(server, "/api/v1/invocations?limit=1").json()
                let from = try #require(list["streamFrom"]?.text)
                let start = try #require(from.split(separator: "-").last.flatMap { Int($0) })
                let reader = try EventReader(port: server.port, "?lifecycle=none&lastEventId=\(from)")
                let wanted = min(400, total - start)
                let expected = (0..<wanted).map { "\(calls.epoch)-\(start + 1 + $0)" as String? }
                #expect(try reader.events(wanted).map(\.id) == expected)
            }
            producer.sync {}
        }
    }

    @Test func resetsOnAnotherEpochAndReplaysWhatIsStored() throws {
        try withServer { calls, server in
            calls.read(3)
            let reader = try EventReader(port: server.port, headers: ["Last-Event-ID: 0badf00d-77"])
            let events = try reader.events(5)
            #expect(events[0].name == "reset")
            #expect(events[0].id == nil)
            #expect(try events[0].json()["reason"]?.text == "restarted")
            #expect(try events[0].json()["oldEpoch"]?.text == "0badf00d")
            #expect(events[1].id == "\(calls.epoch)-0.1" && events[1].name == "lifecycle")
            #expect(events.dropFirst(2).map(\.id) == ids(calls, 1...3))
        }
    }

    /// The text before the last dash has to be an epoch: no run is named `9f2c11ab-`.
    @Test(arguments: [("-99", "future"), ("x", "malformed"), ("--1", "malformed"), (".-1", "malformed")])
    func resetsOnWhatCannotBe(suffix: String, reason: String) throws {
        try withServer { calls, server in
            calls.read(3)
            let reader = try EventReader(port: server.port, headers: ["Last-Event-ID: \(calls.epoch)\(suffix)"])
            #expect(try reader.events(1).first?.json()["reason"]?.text == reason)
            calls.read(1)
            #expect(try reader.events(1).map(\.id) == ids(calls, 4...4))
        }
    }

    @Test func refusesAMalformedParameterAndAnUnknownOne() throws {
        try withServer { _, server in
            #expect(try get(server, "/api/v1/stream?lastEventId=nonsense").status == 400)
            #expect(try get(server, "/api/v1/stream?lastEventId=6cbef464--1").status == 400)
            let unknown = try get(server, "/api/v1/stream?last_event_id=1")
            #expect(unknown.status == 400)
            #expect(try unknown.json()["field"]?.text == "last_event_id")
        }
    }

    @Test func givesTheExactGapForWhatIsNoLongerStored() throws {
        try withServer(SampleCalls { $0.storedCountLimit = 500 }) { calls, server in
            calls.read(20_000)
            let oldest = try #require(calls.recorder.oldestPosition)
            #expect(oldest > 11)
            let reader = try EventReader(port: server.port, headers: ["Last-Event-ID: \(calls.epoch)-10"])
            let events = try reader.events(2)
            #expect(events[0].name == "gap")
            #expect(events[0].id == "\(calls.epoch)-\(oldest - 1)")
            let gap = try events[0].json()
            #expect(gap["missed"]?.number == Int(oldest) - 11)
            #expect(gap["from"]?.number == 11)
            #expect(gap["to"]?.number == Int(oldest) - 1)
            #expect(events[1].id == "\(calls.epoch)-\(oldest)")
        }
    }

    @Test func tellsOfCallsThatRunForLong() throws {
        try withServer(SampleCalls { $0.runningNoticeAge = .milliseconds(5) }) { calls, server in
            let reader = try EventReader(port: server.port)
            _ = try reader.next()
            let call = LongCall(calls)
            defer { call.end() }
            let running = try #require(try reader.events(1).first)
            #expect(running.name == "running")
            #expect(running.id == nil)
            #expect(try running.json()["state"]?.text == "running")
            call.end()
            let completed = try #require(try reader.events(1).first)
            #expect(completed.name == "invocation")
            #expect(try completed.json()["id"] == running.json()["id"])
        }
    }

    @Test func movesTheResumePointOfAQuietStream() throws {
        try withServer(SampleCalls(), { $0.heartbeatInterval = .milliseconds(20) }) { calls, server in
            calls.read(3)
            let reader = try EventReader(port: server.port)
            _ = try reader.next()
            let quiet = try #require(try reader.next())
            #expect(quiet.data == nil)
            #expect(quiet.id == "\(calls.epoch)-3")
        }
    }

    @Test func aRunningCallIsToldAlthoughTheResumePointHasLongBeenMoved() throws {
        let make = { SampleCalls { $0.runningNoticeAge = .milliseconds(5) } }
        try withServer(make(), { $0.heartbeatInterval = .milliseconds(20) }) { calls, server in
            let reader = try EventReader(port: server.port, "?filter=selector:*settle*")
            _ = try reader.next()
            calls.read(3)
            var last: ReceivedEvent?
            repeat { last = try reader.next() } while last?.id != "\(calls.epoch)-3"
            let call = LongCall(calls)
            defer { call.end() }
            let deadline = ContinuousClock.Instant.patience
            repeat { last = try reader.next() } while last?.data == nil && ContinuousClock.now < deadline
            #expect(last?.name == "running")
        }
    }

    @Test func limitsTheNumberOfStreams() throws {
        let limit = { (configuration: inout InspectorServerConfiguration) in
            configuration.streamCountLimit = 1
            configuration.origins = ["https://dashboard.test"]
        }
        try withServer(SampleCalls(), limit) { _, server in
            let first = try EventReader(port: server.port)
            _ = try first.next()
            let second = try EventReader(port: server.port, headers: ["Origin: https://dashboard.test"])
            #expect(second.head.status == 503)
            // Else the page could not read why.
            #expect(second.head.header("Access-Control-Allow-Origin") == "https://dashboard.test")
            #expect(second.head.header("Retry-After") == "5")
            #expect(second.head.header("Content-Type") == "application/problem+json")
            #expect(second.head.header("X-Content-Type-Options") == "nosniff")
        }
    }

    @Test func saysByeWhenTheServerStops() throws {
        try withServer(SampleCalls(), Self.stopPatiently) { calls, server in
            let readers = try (0..<5).map { _ in try EventReader(port: server.port) }
            for reader in readers { _ = try reader.next() }
            let duration = ContinuousClock().measure { server.stop() }
            // As they read, it waits for nothing.
            #expect(duration < .seconds(30))
            for reader in readers {
                #expect(try reader.next()?.name == "bye")
                #expect(try reader.next()?.name == nil)
            }
        }
    }

    @Test func stopsWithinASecondThoughNobodyReadsItsStreams() throws {
        let standard = InspectorServerConfiguration()
        #expect(standard.catchUpTime + standard.stopGrace <= .milliseconds(800))
        func wait(_ configuration: inout InspectorServerConfiguration) {
            configuration.catchUpTime = .milliseconds(150)
            configuration.stopGrace = .milliseconds(150)
        }
        let time = try quickest {
            var time = Duration.zero
            try withServer(SampleCalls(), wait) { calls, server in
                let readers = try (0..<3).map { _ in try EventReader(port: server.port) }
                calls.read(20_000)
                time = ContinuousClock().measure { server.stop() }
                // Optimised code would otherwise close them after their last use.
                withExtendedLifetime(readers) {}
            }
            return time
        }
        #expect(time < .seconds(1))
    }

    @Test func servesAgainAfterARestart() throws {
        try withServer { calls, server in
            let first = try EventReader(port: server.port)
            _ = try first.next()
            calls.read(1)
            #expect(try first.events(1).count == 1)
            server.stop()
            try server.start()
            let second = try EventReader(port: server.port, headers: ["Last-Event-ID: \(calls.epoch)-1"])
            calls.read(1)
            #expect(try second.events(1).map(\.id) == ids(calls, 2...2))
        }
    }
}

/// A call that runs until it is told to end.
private struct LongCall {
    private let isOver = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "caller")

    init(_ calls: SampleCalls) {
        queue.async { [isOver] in calls.settle { isOver.wait() } }
    }

    /// Returns when it has ended.
    func end() {
        isOver.signal()
        queue.sync {}
    }
}
