// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import ProxyCore
import Testing

@testable import FilterTestSupport
@testable import InspectorServer

/// The tools for agents over the calls of several processes, which have the same numbers.
@Suite struct FleetToolsTests {
    private struct Programs: MCPPrograms {
        var all: [MCPProgram]
    }

    private let folder = TemporaryFolder()

    private func recorder() throws -> Recorder {
        var traffic = FleetTraffic(2)
        let recording = try FleetRecording(path: folder.file().path)
        for index in 0..<2 {
            traffic.record(20, by: index)
            try recording.write([try traffic.someBatch(of: index)], through: UInt64(index + 1))
        }
        return Recorder(replaying: recording.history)
    }

    private func call(_ tool: String, _ arguments: JSONValue, of recorder: Recorder) throws -> String {
        let program = MCPProgram(id: "1", name: "fleet", place: "here", recorder: recorder)
        let parameters: JSONValue = ["name": .string(tool), "arguments": arguments]
        let request = MCPRequest(id: .number(1), method: "tools/call", parameters: parameters)
        let result = try MCPService(Programs(all: [program])).respond(to: request).result.get()
        guard case .array(let parts)? = result["content"] else { return "" }
        return parts.first?["text"]?.text ?? ""
    }

    /// Regression test: calls were listed by their numbers, by which none was found.
    @Test func aCallIsFoundByTheNameThatAListShows() throws {
        let recorder = try recorder()
        let lines = try call("search_calls", ["limit": 20], of: recorder).split(separator: "\n").dropFirst()
        let names = lines.compactMap { $0.split(separator: " ").first.map(String.init) }
            .filter { InvocationID($0) != nil }
        let calls = recorder.invocations().items
        #expect(!names.isEmpty && names == calls.prefix(20).map(\.id.description))
        for name in names {
            #expect(try call("get_call", ["id": .string(name)], of: recorder).contains("of fleet (1), id \(name)"))
        }
        let next = try call("search_calls", ["before": .string(names[0]), "limit": 1], of: recorder)
        #expect(next.contains("\n\(names[1]) "))
    }

    /// Regression test: the proxy was asked for by its number, and the explanation had nothing of it.
    @Test func anExplanationTellsOfTheProxyInTheProcessOfTheCall() throws {
        let recorder = try recorder()
        let asked = try #require(recorder.invocations().items.first { $0.proxy > 0 })
        let told = try call("explain_no_answer", ["id": .string(asked.id.description)], of: recorder)
        #expect(told.contains("Proxy \(asked.id.epoch)-\(asked.proxy), "))
    }

    /// Regression test: a number was taken for that of no call, which was said to be no longer stored.
    @Test(arguments: ["/10", "?before=10", "?after=10"]) func aNumberOfSeveralCallsIsRefused(path: String) throws {
        let router = HTTPRouter(routes: APIRoutes.all(recorder: try recorder()) { ServerStatus() })
        let target = try HTTPTarget(parsing: "/api/v1/invocations\(path)")
        var response = router.respond(to: HTTPRequest(.get, target))
        while case .deferred(let work, _) = response.body { response = work() }
        guard case .bytes(let bytes) = response.body else { throw FleetTraffic.Nothing() }
        let problem = try JSONValue(parsing: bytes)
        #expect(response.status == 400 && problem["code"]?.text == "malformedId")
        let detail = "“10” is not an id; ids look like <epoch>-10, with the epoch of the process."
        #expect(problem["detail"]?.text == detail)
    }
}
