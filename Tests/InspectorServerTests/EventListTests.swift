// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import InspectorServer

/// `GET /api/v1/events`.
@Suite struct EventListTests {
    private func calls() -> SampleCalls {
        let calls = SampleCalls()
        calls.read(2)
        calls.readUnanswered()
        return calls
    }

    @Test(arguments: Transport.allCases) func listsEventsNewestFirstWithTheirPlaces(transport: Transport) throws {
        let calls = calls()
        try withInspector(transport, recorder: calls.recorder) { client in
            let reply = try client.get("/api/v1/events")
            #expect(reply.status == 200 && reply.headers["Cache-Control"] == "no-store")
            let page = try reply.json()
            let items = try #require(page["items"]?.elements)
            #expect(items.map { $0["id"]?.text } == ["e3", "e2", "e1"].map { "\(calls.epoch)-\($0)" })
            #expect(items.map { $0["position"]?.number } == [3, 2, 0])
            #expect(items.map { $0["seq"]?.number } == [3, 2, 0])
            #expect(
                items.allSatisfy { $0["what"]?.text == "targetReplaced" && $0["protocol"]?.text == "MeterDelegate" }
            )
            #expect(page["next"] == .null && page["oldest"]?.number == 1 && page["newest"]?.number == 3)
            #expect(page["epoch"]?.text == calls.epoch)
        }
    }

    @Test func pagesFollowEachOtherInBothOrders() throws {
        let calls = calls()
        for _ in 0..<10 { calls.readUnanswered() }
        try withInspector(.direct, recorder: calls.recorder) { client in
            for (order, name) in [("asc", "after"), ("desc", "before")] {
                var numbers: [Int] = []
                var next: String? = ""
                while let place = next {
                    let bound = place.isEmpty ? "" : "&\(name)=\(place)"
                    let page = try client.get("/api/v1/events?limit=5&order=\(order)\(bound)").json()
                    numbers += (page["items"]?.elements ?? []).compactMap { $0["number"]?.number }
                    next = page["next"]?.text
                }
                #expect(numbers == (order == "asc" ? Array(1...23) : Array((1...23).reversed())))
            }
        }
    }

    @Test(arguments: [
        ("owner:Meter", 3), ("proxy:>0", 3), ("owner:Other", 0), ("selector:meter*", 0), ("-thread:main", 3),
        ("duration:>0ns", 0), ("MeterDelegate", 3),
    ])
    func eventsObeyTheFilterAsInTheStream(filter: String, count: Int) throws {
        let calls = calls()
        defer { withExtendedLifetime(calls) {} }
        try withInspector(.direct, recorder: calls.recorder) { client in
            let text = filter.replacing(">", with: "%3E")
            let page = try client.get("/api/v1/events?filter=\(text)").json()
            #expect(page["items"]?.elements?.count == count)
        }
    }

    @Test(arguments: [
        ("after=x", 400, "malformedId"), ("after=\u{2d}1", 400, "malformedId"),
        ("before=9f2c11ab-1", 400, "malformedId"),
        ("before=00000000-e1", 410, "otherEpoch"), ("limit=0", 400, "invalidParameter"),
        ("limit=1001", 400, "invalidParameter"), ("order=up", 400, "invalidParameter"),
        ("filter=nokey:b", 400, "invalidFilter"), ("lifecycle=all", 400, "unknownParameter"),
    ])
    func whatCannotBeAskedIsRefused(query: String, status: Int, code: String) throws {
        try withInspector(.direct, recorder: calls().recorder) { client in
            let reply = try client.get("/api/v1/events?\(query)")
            #expect(reply.status == status)
            #expect(try reply.json()["code"]?.text == code)
        }
    }

    @Test func theHistoryOfAProxyHasTheSameEvents() throws {
        let calls = calls()
        try withInspector(.direct, recorder: calls.recorder) { client in
            let events = try client.get("/api/v1/events?order=asc").json()["items"]
            let number = try #require(calls.recorder.proxies.first?.number)
            #expect(try client.get("/api/v1/proxies/\(number)").json()["history"] == events)
        }
    }

    @Test func aServerSaysThatItListsEvents() throws {
        try withInspector(.direct) { client in
            let features = try client.get("/api/v1/status").json()["features"]?.elements
            #expect(features?.contains(.string("events")) == true)
        }
    }
}
