// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import InspectorServer

@Suite struct APITests {
    private let calls = SampleCalls()

    private func withCalls(_ transport: Transport, _ body: (InspectorClient) throws -> Void) throws {
        try withInspector(transport, recorder: calls.recorder, body)
    }

    // MARK: List

    @Test(arguments: Transport.allCases) func listsInPagesWithoutLossOrRepeat(transport: Transport) throws {
        calls.read(250)
        try withCalls(transport) { client in
            for order in ["desc", "asc"] {
                var seqs: [Int] = []
                var target: String? = "/api/v1/invocations?order=\(order)&limit=101"
                while let next = target {
                    let page = try client.get(next).json()
                    seqs += page["items"]?.elements?.compactMap { $0["seq"]?.number } ?? []
                    let cursor = order == "desc" ? "before" : "after"
                    target = page["next"]?.text.map { "/api/v1/invocations?order=\(order)&limit=101&\(cursor)=\($0)" }
                }
                #expect(seqs == (order == "asc" ? Array(1...250) : Array(1...250).reversed()))
            }
        }
    }

    @Test(arguments: InvocationSort.allCases) func listsSortedInPages(sort: InvocationSort) throws {
        calls.read(250)
        try withCalls(.direct) { client in
            var places: [SortPlace] = []
            var target: String? = "/api/v1/invocations?sort=\(sort)&limit=101"
            while let next = target {
                let page = try client.get(next).json()
                #expect(page["isComplete"] == .boolean(true))
                for item in page["items"]?.elements ?? [] {
                    let seq = try #require(item["seq"]?.number)
                    guard case .found(let call) = calls.recorder.invocation(seq: UInt64(seq)) else { continue }
                    places.append(SortPlace(of: call, by: sort))
                }
                target = page["next"]?.text.map { "/api/v1/invocations?sort=\(sort)&limit=101&before=\($0)" }
            }
            #expect(places.count == 250 && places == places.sorted(by: >))
        }
    }

    @Test func aSortedListIsRefusedWhereItsPlaceIsUnknown() throws {
        calls.read(5)
        try withCalls(.direct) { client in
            #expect(try client.get("/api/v1/invocations?sort=duration&before=77").status == 404)
            let lines = [("Accept", "application/x-ndjson")]
            let reply = try client.get("/api/v1/invocations?sort=duration", headers: lines)
            #expect(try reply.status == 400 && reply.json()["field"]?.text == "sort")
            #expect(try client.get("/api/v1/invocations?sort=start", headers: lines).status == 200)
        }
    }

    @Test(arguments: Transport.allCases) func saysWhereAListStands(transport: Transport) throws {
        calls.read(5)
        try withCalls(transport) { client in
            let reply = try client.get("/api/v1/invocations?limit=2")
            #expect(reply.headers["Content-Type"] == "application/json")
            let page = try reply.json()
            #expect(
                page.keys == [
                    "items", "next", "continue", "isComplete", "gap", "stored", "matched", "matchedAtLeast",
                    "filterPartial",
                    "evicted",
                    "oldest", "newest", "epoch", "streamFrom",
                ]
            )
            #expect(page["next"]?.text == "\(calls.epoch)-4")
            #expect(page["stored"]?.number == 5)
            #expect(page["epoch"]?.text == calls.epoch)
            #expect(page["streamFrom"]?.text == "\(calls.epoch)-5")
        }
    }

    @Test(arguments: Transport.allCases) func writesAnInvocationAsTheDesignHasIt(transport: Transport) throws {
        calls.read(1, from: 7)
        try withCalls(transport) { client in
            let item = try client.get("/api/v1/invocations/1").json()
            #expect(
                item.keys == [
                    "id", "seq", "position", "parent", "depth", "proxy", "owner", "target", "protocol", "selector",
                    "arguments", "thread", "startedAt", "durationNanoseconds", "targetNanoseconds", "state",
                    "returnPath",
                    "result", "error", "children", "previous", "next",
                ]
            )
            #expect(item["selector"]?.text == "meter(_:didRead:)")
            #expect(item["arguments"]?[1]?["label"]?.text == "didRead")
            #expect(item["arguments"]?[1]?["value"]?.number == 7)
            #expect(item["result"] == .null)
            #expect(item["returnPath"]?.text == "target")
        }
    }

    @Test(arguments: Transport.allCases) func streamsAllAsLines(transport: Transport) throws {
        calls.read(2_345)
        try withCalls(transport) { client in
            let accept = [("Accept", "application/x-ndjson")]
            let reply = try client.get("/api/v1/invocations?order=asc", headers: accept)
            #expect(reply.headers["Content-Type"] == "application/x-ndjson")
            let lines = reply.text.split(separator: "\n")
            #expect(lines.count == 2_345)
            let first = try JSONValue(parsing: Array(try #require(lines.first).utf8))
            let last = try JSONValue(parsing: Array(try #require(lines.last).utf8))
            #expect(first["seq"]?.number == 1)
            #expect(last["seq"]?.number == 2_345)
            let some = try client.get("/api/v1/invocations?limit=1500&before=2000", headers: accept)
            #expect(some.text.split(separator: "\n").count == 1_500)
            #expect(some.text.hasPrefix(#"{"id":"\#(calls.epoch)-1999""#))
        }
    }

    @Test(arguments: Transport.allCases) func printsAlignedColumns(transport: Transport) throws {
        calls.read(1, from: 7)
        _ = calls.ask(-1)
        try withCalls(transport) { client in
            let reply = try client.get("/api/v1/invocations?order=asc", headers: [("Accept", "text/plain")])
            #expect(reply.headers["Content-Type"] == "text/plain; charset=utf-8")
            let lines = reply.text.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(lines[0].hasPrefix("TIME"))
            #expect(lines[1].contains(#"meter(_: "m", didRead: 7)"#))
            #expect(lines[2].contains("threw Refusal(code: -1)"))
            let call = lines[0].firstRange(of: "CALL")?.lowerBound.utf16Offset(in: lines[0])
            #expect(lines[1].firstRange(of: "meter")?.lowerBound.utf16Offset(in: lines[1]) == call)
        }
    }

    @Test(arguments: [
        ("limit=0", "limit"), ("limit=1001", "limit"), ("limit=x", "limit"), ("order=up", "order"),
        ("sort=size", "sort"), ("before=nonsense", "before"), ("after=-1", "after"),
    ])
    func refusesParametersOutOfRange(query: String, field: String) throws {
        try withCalls(.direct) { client in
            let reply = try client.get("/api/v1/invocations?\(query)")
            #expect(reply.status == 400)
            #expect(try reply.json()["field"]?.text == field)
        }
    }

    // MARK: One

    @Test(arguments: Transport.allCases) func tellsEvictedFromUnknown(transport: Transport) throws {
        let small = SampleCalls { $0.storedCountLimit = 100 }
        small.read(20_000)
        try withInspector(transport, recorder: small.recorder) { client in
            let expected = ["1": 410, "20000": 200, "20001": 404, "0": 404, "00000000-1": 410, "nonsense": 400]
            for (id, status) in expected {
                let reply = try client.get("/api/v1/invocations/\(id)")
                #expect(reply.status == status, "\(id)")
            }
        }
    }

    @Test(arguments: Transport.allCases) func leadsToTheNeighboursOfTheSameSelector(transport: Transport) throws {
        calls.read(1)
        _ = calls.ask(1)
        calls.read(1)
        try withCalls(transport) { client in
            let first = try client.get("/api/v1/invocations/1").json()
            #expect(first["previous"] == .null)
            #expect(first["next"]?.text == "\(calls.epoch)-3")
        }
    }

    @Test(arguments: Transport.allCases) func servesAnArgumentInParts(transport: Transport) throws {
        _ = calls.ask(12_345)
        try withCalls(transport) { client in
            let path = "/api/v1/invocations/1/arguments/1"
            #expect(try client.get(path).text == "12345")
            let part = try client.get(path + "?offset=1&length=3")
            #expect(part.text == "234")
            #expect(part.headers["Inspector-Total-Bytes"] == "5")
            #expect(try client.get(path + "?offset=5").text == "")
            #expect(try client.get(path + "?offset=6").status == 416)
            #expect(try client.get("/api/v1/invocations/1/arguments/2").status == 404)
            #expect(try client.get("/api/v1/invocations/1/arguments/x").status == 404)
            #expect(try client.get("/api/v1/invocations/9/arguments/0").status == 404)
        }
    }

    @Test(arguments: Transport.allCases) func clears(transport: Transport) throws {
        calls.read(3)
        try withCalls(transport) { client in
            #expect(try client.send("DELETE", "/api/v1/invocations").status == 204)
            #expect(try client.get("/api/v1/invocations").json()["items"]?.elements?.isEmpty == true)
            let counters = try client.get("/api/v1/status").json()["counters"]
            #expect(counters?["cleared"]?.number == 3)
            #expect(counters?["recorded"]?.number == 3)
        }
    }

    // MARK: Everything else

    @Test(arguments: Transport.allCases) func ranksSelectors(transport: Transport) throws {
        calls.read(4)
        _ = calls.ask(-1)
        calls.readUnanswered()
        try withCalls(transport) { client in
            let json = try client.get("/api/v1/selectors").json()
            #expect(json["count"]?.number == 2)
            #expect(json["calls"]?.number == 6)
            let rows = try #require(json["items"]?.elements)
            let ask = try #require(rows.first { $0["selector"]?.text == "meter(_:shouldRepeat:)" })
            #expect(ask["errors"]?.number == 1)
            #expect(ask["histogram"]?.elements?.reduce(0) { $0 + ($1["count"]?.number ?? 0) } == 1)
            let unanswered = try client.get("/api/v1/unanswered").json()
            #expect(unanswered["count"]?.number == 1)
            #expect(unanswered["items"]?[0]?["selector"]?.text == "meter(_:didRead:)")
            #expect(unanswered["items"]?[0]?["unanswered"]?.number == 1)
            #expect(unanswered["items"]?[0]?["owners"]?[0]?.text == "Meter")
            #expect(unanswered["items"]?[0]?["reason"]?.text == "noTarget")
            #expect(unanswered["items"]?[0]?["last"]?.text == "\(calls.epoch)-6")
        }
    }

    @Test(arguments: Transport.allCases) func pausesAndResumes(transport: Transport) throws {
        try withCalls(transport) { client in
            let json = [("Content-Type", "application/json")]
            let paused = try client.send("PATCH", "/api/v1/recorder", headers: json, body: #"{"recording":false}"#)
            #expect(paused.text == #"{"recording":false,"include":[],"exclude":[],"transforms":false}"#)
            calls.read(2)
            let status = try client.get("/api/v1/status").json()
            #expect(status["recording"] == .boolean(false))
            #expect(status["counters"]?["suppressed"]?.number == 2)
            let counts = ["calls", "recorded", "dropped", "suppressed", "unaccounted"].map {
                status["counters"]?[$0]?.number
            }
            #expect(counts == [2, 0, 0, 2, 0])
            _ = try client.send("PATCH", "/api/v1/recorder", headers: json, body: #"{"recording":true}"#)
            calls.read(1)
            #expect(try client.get("/api/v1/status").json()["counters"]?["stored"]?.number == 1)
        }
    }

    @Test(arguments: [
        (#"{"recording":1}"#, "invalidMember"), ("{}", "invalidBody"), (#"{"recordin":true}"#, "unknownMember"),
        (#"{"exclude":"*"}"#, "invalidMember"), (#"{"exclude":null}"#, "invalidMember"),
        (#"{"include":[""]}"#, "invalidMember"), (#"{"recording":false,"exclude":["a",["b"]]}"#, "invalidMember"),
        (#"{"exclude":["*"],"include":[1]}"#, "invalidMember"), (#"{"exclude":["*"],"recording":0}"#, "invalidMember"),
        (#"{"exclude":["*"],"transforms":true}"#, "unknownMember"),
        ("[]", "invalidBody"), ("{", "malformedJSON"), (#"{"recording":true,"recording":false}"#, "malformedJSON"),
        (#"{"recording":true,"x":1}"#, "unknownMember"), ("", "malformedJSON"),
    ])
    func changesNothingOnABodyThatIsWrong(body: String, code: String) throws {
        try withCalls(.direct) { client in
            let headers = [("Content-Type", "application/json")]
            let reply = try client.send("PATCH", "/api/v1/recorder", headers: headers, body: body)
            #expect(reply.status == 400)
            #expect(try reply.json()["code"]?.text == code)
            #expect(calls.recorder.isRecording && calls.recorder.captureRules.isEmpty)
        }
    }

    @Test(arguments: Transport.allCases) func leavesOutCallsOnceItIsTold(transport: Transport) throws {
        try withCalls(transport) { client in
            let headers = [("Content-Type", "application/json")]
            func patch(_ body: String) throws -> String {
                try client.send("PATCH", "/api/v1/recorder", headers: headers, body: body).text
            }
            let told = #"{"recording":true,"include":[],"exclude":["didread*","other"],"transforms":false}"#
            #expect(try patch(#"{"exclude":["didread*","other","didread*"]}"#) == told)
            #expect(try client.get("/api/v1/recorder").text == told)
            calls.read(2)
            let status = try client.get("/api/v1/status").json()
            #expect(status["exclude"]?[1]?.text == "other" && status["transforms"] == .boolean(false))
            let counters = ["calls", "recorded", "suppressed", "unaccounted"].map { status["counters"]?[$0]?.number }
            #expect(counters == [2, 0, 2, 0])
            #expect(try patch(#"{"include":["m*"],"exclude":[]}"#).contains(#""include":["m*"],"exclude":[]"#))
            calls.read(1)
            #expect(try client.get("/api/v1/status").json()["counters"]?["stored"]?.number == 1)
            calls.recorder.transform = { _ in nil }
            #expect(try client.get("/api/v1/recorder").json()["transforms"] == .boolean(true))
        }
    }

    @Test func saysWhichPatternIsWrongAndHow() throws {
        try withCalls(.direct) { client in
            func problem(_ body: String) throws -> JSONValue {
                let headers = [("Content-Type", "application/json")]
                let reply = try client.send("PATCH", "/api/v1/recorder", headers: headers, body: body)
                #expect(reply.status == 400)
                return try reply.json()
            }
            let number = try problem(#"{"exclude":["a","b",3]}"#)
            #expect(number["field"]?.text == "exclude" && number["index"]?.number == 2)
            #expect(number["detail"]?.text == "“exclude” must have texts only (item 2).")
            let long = try problem(#"{"include":["\#(String(repeating: "é", count: 257))"]}"#)
            #expect(long["index"]?.number == 0 && long["detail"]?.text?.contains("512 bytes, not 514") == true)
            let many = try problem(#"{"include":[\#(Array(repeating: #""a""#, count: 257).joined(separator: ","))]}"#)
            #expect(many["field"]?.text == "include" && many["detail"]?.text?.contains("256 patterns, not 257") == true)
            #expect(try problem(#"{"includes":[]}"#)["candidates"]?[1]?.text == "include")
        }
    }

    @Test(arguments: Transport.allCases) func showsCallsUnderWay(transport: Transport) throws {
        try withCalls(transport) { client in
            calls.settle {
                calls.recorder.flush()
                let running = try? client.get("/api/v1/running").json()
                #expect(running?["count"]?.number == 1)
                #expect(running?["items"]?[0]?["state"]?.text == "running")
                #expect(running?["items"]?[0]?["durationNanoseconds"] == .null)
            }
            let running = try client.get("/api/v1/running").json()
            #expect(running["count"]?.number == 0)
        }
    }

    // MARK: The table

    /// With a token, every route requires it; only the page's files do not, because they contain no data.
    @Test func letsNobodyInWithoutTheToken() throws {
        var configuration = InspectorServerConfiguration()
        configuration.token = .random()
        let routes = APIRoutes.all(recorder: calls.recorder, server: { ServerStatus() })
        try withInspector(.direct, recorder: calls.recorder, configuration: configuration) { client in
            for route in routes {
                let target = route.path.split(separator: "/").map { $0.hasPrefix("{") ? "1" : $0 }.joined(
                    separator: "/"
                )
                let reply = try client.send(route.method.name, "/" + target)
                #expect(reply.status == 401, "\(route.method) \(route.path)")
                #expect(try reply.json()["code"]?.text == "tokenRequired")
            }
            for target in ["/api/v1/stream", "/nothing", "//"] {
                #expect(try client.get(target).status == 401, "\(target)")
            }
        }
    }

    @Test func refusesUnknownParametersOnEveryRoute() throws {
        let routes = APIRoutes.all(recorder: calls.recorder, server: { ServerStatus() })
        try withCalls(.direct) { client in
            for route in routes {
                let target = route.path.split(separator: "/").map { $0.hasPrefix("{") ? "1" : $0 }.joined(
                    separator: "/"
                )
                let reply = try client.send(route.method.name, "/\(target)?surely_unknown=1")
                #expect(reply.status == 400, "\(route.method) \(route.path)")
                #expect(try reply.json()["field"]?.text == "surely_unknown")
            }
        }
    }
}
