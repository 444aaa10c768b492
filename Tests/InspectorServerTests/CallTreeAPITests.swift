// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import InspectorServer

@Suite struct CallTreeAPITests {
    private func calls() -> SampleCalls {
        let calls = SampleCalls()
        calls.settle {
            calls.read(3)
            _ = calls.ask(-1)
        }
        calls.read(1)
        return calls
    }

    /// A tree as lines: selector, calls and errors, indented by the callers.
    private func lines(_ nodes: JSONValue?, _ indent: String = "") -> [String] {
        (nodes?.elements ?? []).flatMap { node in
            let numbers = "\(node["calls"]?.number ?? -1) \(node["errors"]?.number ?? -1)"
            return ["\(indent)\(node["selector"]?.text ?? "") \(numbers)"] + lines(node["children"], indent + " ")
        }
    }

    @Test(arguments: Transport.allCases) func callsAreInsideTheirCallers(transport: Transport) throws {
        let calls = calls()
        try withInspector(transport, recorder: calls.recorder) { client in
            let tree = try client.get("/api/v1/call-tree").json()
            #expect(tree.keys == ["direction", "isComplete", "calls", "nanoseconds", "isCut", "nodes"])
            #expect(tree["direction"]?.text == "topDown" && tree["isComplete"] == .boolean(true))
            #expect(tree["calls"]?.number == 6 && tree["isCut"] == .boolean(false))
            let settled = try #require(tree["nodes"]?.elements?.first { $0["selector"]?.text == "meterDidSettle()" })
            #expect(
                settled.keys == [
                    "protocol", "selector", "calls", "errors", "totalNanoseconds", "selfNanoseconds", "children",
                ]
            )
            #expect(settled["protocol"]?.text == "MeterDelegate")
            #expect(Set(lines(settled["children"])) == ["meter(_:didRead:) 3 0", "meter(_:shouldRepeat:) 1 1"])
            #expect(lines(tree["nodes"]).contains("meter(_:didRead:) 1 0"))
        }
    }

    @Test(arguments: Transport.allCases) func fromTheBottomUpCallersAreInsideTheirCalls(transport: Transport) throws {
        let calls = calls()
        try withInspector(transport, recorder: calls.recorder) { client in
            let tree = try client.get("/api/v1/call-tree?direction=bottomUp").json()
            #expect(tree["direction"]?.text == "bottomUp" && tree["calls"]?.number == 6)
            let read = try #require(tree["nodes"]?.elements?.first { $0["selector"]?.text == "meter(_:didRead:)" })
            #expect(read["calls"]?.number == 4 && lines(read["children"]) == ["meterDidSettle() 3 0"])
            #expect(try client.get("/api/v1/call-tree").json()["nanoseconds"] == tree["nanoseconds"])
        }
    }

    @Test func nodesAreSortedByTotalTime() throws {
        let calls = calls()
        try withInspector(.direct, recorder: calls.recorder) { client in
            for direction in StackDirection.allCases {
                let tree = try client.get("/api/v1/call-tree?direction=\(direction.rawValue)").json()
                func check(_ nodes: JSONValue?) {
                    let totals = nodes?.elements?.compactMap { $0["totalNanoseconds"]?.number } ?? []
                    #expect(totals == totals.sorted(by: >))
                    nodes?.elements?.forEach { check($0["children"]) }
                }
                check(tree["nodes"])
            }
        }
    }

    @Test(arguments: Transport.allCases) func aFilterChoosesTheCalls(transport: Transport) throws {
        let calls = calls()
        try withInspector(transport, recorder: calls.recorder) { client in
            let tree = try client.get("/api/v1/call-tree?filter=selector:*didRead*").json()
            #expect(lines(tree["nodes"]) == ["meter(_:didRead:) 4 0"])
            #expect(try client.get("/api/v1/call-tree?filter=state:").status == 400)
            #expect(try client.get("/api/v1/call-tree?direction=sideways").status == 400)
        }
    }

    @Test func aRunningCallIsTheCallerOfTheCallsInside() throws {
        let calls = SampleCalls()
        try withInspector(.direct, recorder: calls.recorder) { client in
            calls.settle {
                calls.read(2)
                let tree = try? client.get("/api/v1/call-tree").json()
                #expect(lines(tree?["nodes"]) == ["meterDidSettle() 0 0", " meter(_:didRead:) 2 0"])
            }
        }
    }

    @Test func theFeatureIsAnnounced() throws {
        try withInspector(.direct) { client in
            let features = try client.get("/api/v1/status").json()["features"]?.elements
            #expect(features?.contains(.string("callTree")) == true)
        }
    }
}
