// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import InspectorServer

/// Filters in all routes that accept one.
@Suite struct FilterAPITests {
    private let calls = SampleCalls()

    private func withCalls(_ transport: Transport = .direct, _ body: (InspectorClient) throws -> Void) throws {
        try withInspector(transport, recorder: calls.recorder, body)
    }

    private func seqs(_ page: JSONValue) -> [Int] { page["items"]?.elements?.compactMap { $0["seq"]?.number } ?? [] }

    @Test(arguments: Transport.allCases) func listsWhatPassesAndCountsAllThatDoes(transport: Transport) throws {
        calls.read(10)
        _ = calls.ask(-1)
        _ = calls.ask(2)
        try withCalls(transport) { client in
            let threw = try client.get("/api/v1/invocations?filter=state:threw").json()
            #expect(seqs(threw) == [11])
            #expect(threw["matched"]?.number == 1)
            #expect(threw["matchedAtLeast"]?.number == 1)
            #expect(threw["stored"]?.number == 12)
            let page = try client.get("/api/v1/invocations?filter=selector:didRead&limit=3&before=9").json()
            #expect(seqs(page) == [8, 7, 6])
            #expect(page["matched"]?.number == 10)
            #expect(page["next"]?.text == "\(calls.epoch)-6")
            #expect(page["continue"] == .null)
        }
    }

    @Test(arguments: Transport.allCases) func pagesThroughAFilteredListWithoutLossOrRepeat(transport: Transport) throws
    {
        for value in 0..<300 { _ = calls.ask(value.isMultiple(of: 3) ? -1 : value) }
        try withCalls(transport) { client in
            for (order, cursor) in [("asc", "after"), ("desc", "before")] {
                var found: [Int] = []
                let base = "/api/v1/invocations?filter=state:threw&limit=7&order=\(order)"
                var target: String? = base
                while let next = target {
                    let page = try client.get(next).json()
                    found += seqs(page)
                    target = (page["next"]?.text ?? page["continue"]?.text).map { "\(base)&\(cursor)=\($0)" }
                }
                let expected = (0..<100).map { $0 * 3 + 1 }
                #expect(found == (order == "asc" ? expected : expected.reversed()))
            }
        }
    }

    @Test(arguments: Transport.allCases) func writesAllThatPassAsLines(transport: Transport) throws {
        calls.read(2_500)
        for _ in 0..<3 { _ = calls.ask(-1) }
        try withCalls(transport) { client in
            let headers = [("Accept", "application/x-ndjson")]
            for (query, count) in [("", 2_503), ("?filter=state:threw", 3), ("?filter=-state:threw&limit=2", 2)] {
                for order in ["asc", "desc"] {
                    let target = "/api/v1/invocations\(query)\(query.isEmpty ? "?" : "&")order=\(order)"
                    let reply = try client.get(target, headers: headers)
                    let lines = reply.text.split(separator: "\n")
                    let seqs = try lines.map { try JSONValue(parsing: Array($0.utf8))["seq"]?.number ?? 0 }
                    #expect(seqs.count == count, "\(target)")
                    #expect(seqs == seqs.sorted { order == "asc" ? $0 < $1 : $0 > $1 })
                }
            }
        }
    }

    @Test func narrowsTheColumnsOfTheTextForm() throws {
        calls.read(2)
        _ = calls.ask(-1)
        try withCalls { client in
            let text = try client.get("/api/v1/invocations?filter=state:threw", headers: [("Accept", "text/plain")])
                .text
            #expect(text.split(separator: "\n").count == 2)
            #expect(text.contains("threw Refusal"))
        }
    }

    @Test(arguments: Transport.allCases) func tellsWhereAFilterIsWrongOnEveryRouteThatTakesOne(transport: Transport)
        throws
    {
        let targets = APIRoutes.all(recorder: calls.recorder, server: { ServerStatus() })
            .filter { $0.parameters.contains("filter") }.map(\.path)
        #expect(targets.count >= 4)
        try withCalls(transport) { client in
            for target in targets {
                let reply = try client.get(target + "?filter=a%20selecto:x")
                #expect(reply.status == 400, "\(target)")
                let problem = try reply.json()
                #expect(problem["code"]?.text == "invalidFilter")
                #expect(problem["reason"]?.text == "unknownKey")
                #expect(problem["field"]?.text == "filter")
                #expect(problem["position"]?.number == 2)
                #expect(problem["length"]?.number == 7)
                #expect(problem["candidates"]?[0]?.text == "selector")
            }
        }
    }

    @Test(arguments: Transport.allCases) func saysWhatAFilterMeans(transport: Transport) throws {
        try withCalls(transport) { client in
            let json = try client.get("/api/v1/filter?expr=state:threw%20duration:%3E1ms").json()
            #expect(json["canonical"]?.text == "state:threw duration:>1ms")
            #expect(json["words"]?.text == InvocationFilter.plainWords("state:threw duration:>1ms"))
            #expect(json["isEverything"] == .boolean(false))
            #expect(try client.get("/api/v1/filter?expr=").json()["isEverything"] == .boolean(true))
            let refused = try client.get("/api/v1/filter?expr=(a")
            #expect(refused.status == 400)
            #expect(try refused.json()["field"]?.text == "expr")
            let missing = try client.get("/api/v1/filter")
            #expect(try missing.json()["code"]?.text == "missingParameter")
        }
    }

    @Test func listsEveryKeyWithAnExampleThatIsAccepted() throws {
        try withCalls { client in
            let help = try client.get("/api/v1/filter/help").json()
            let entries = (help["items"]?.elements ?? []) + (help["syntax"]?.elements ?? [])
            #expect(entries.count == FilterHelp.keys.count + FilterHelp.syntax.count)
            for entry in entries {
                let example = try #require(entry["example"]?.text)
                #expect(throws: Never.self) { try InvocationFilter(example) }
                #expect(entry["description"]?.text?.isEmpty == false)
            }
        }
    }

    @Test(arguments: Transport.allCases) func givesStatisticsOfWhatPasses(transport: Transport) throws {
        calls.read(4)
        _ = calls.ask(-1)
        _ = calls.ask(1)
        try withCalls(transport) { client in
            let json = try client.get("/api/v1/selectors?filter=state:threw").json()
            #expect(json["calls"]?.number == 1)
            #expect(json["count"]?.number == 1)
            #expect(json["items"]?[0]?["errors"]?.number == 1)
            #expect(json["isComplete"] == .boolean(true))
        }
    }

    @Test(arguments: Transport.allCases) func spreadsCallsOverTime(transport: Transport) throws {
        calls.read(50)
        _ = calls.ask(-1)
        try withCalls(transport) { client in
            let all = try client.get("/api/v1/timeline?buckets=10").json()
            let buckets = try #require(all["items"]?.elements)
            #expect((1...10).contains(buckets.count))
            #expect(buckets.reduce(0) { $0 + ($1["count"]?.number ?? 0) } == 51)
            #expect(buckets.reduce(0) { $0 + ($1["errors"]?.number ?? 0) } == 1)
            #expect(buckets.first?["startedAt"] == all["from"])
            #expect(all["matched"]?.number == 51)
            let some = try client.get("/api/v1/timeline?buckets=10&filter=state:threw").json()
            #expect(some["matched"]?.number == 1)
            #expect(some["from"] == all["from"])
            for wrong in ["0", "10001", "x"] {
                #expect(try client.get("/api/v1/timeline?buckets=\(wrong)").status == 400)
            }
        }
    }

    @Test func hasAnEmptyTimelineWhileNothingIsStored() throws {
        try withCalls { client in
            let json = try client.get("/api/v1/timeline").json()
            #expect(json["items"]?.elements?.isEmpty == true)
            #expect(json["from"] == .null)
        }
    }
}

extension InvocationFilter {
    /// The words for a valid filter.
    static func plainWords(_ text: String) -> String? { (try? InvocationFilter(text))?.words }
}
