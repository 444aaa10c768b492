// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ProxyCore
import Synchronization
import Testing

@testable import InspectorServer

/// Messages, tools and limits of the Model Context Protocol. `CommandTests/test_mcp.py` has the official client.
@Suite struct MCPTests {
    /// Programs that a test sets.
    private struct Programs: MCPPrograms {
        var all: [MCPProgram] = []
    }

    private func program(_ id: String, status: Int = 200, _ body: String) -> MCPProgram {
        MCPProgram(id: id, name: "Reader", place: "here") { _, _ in
            MCPProgram.Reply(status: status, body: Array(body.utf8))
        }
    }

    private func call(_ tool: String, _ arguments: JSONValue = [:], of programs: [MCPProgram]) throws -> JSONValue {
        let request = MCPRequest(
            id: .number(1),
            method: "tools/call",
            parameters: ["name": .string(tool), "arguments": arguments]
        )
        return try MCPService(Programs(all: programs)).respond(to: request).result.get()
    }

    private func text(_ result: JSONValue) -> String { result["content"]?[0]?["text"]?.text ?? "" }

    @Test func theGuideListsEachToolAndNoOther() throws {
        let rows = try Guide.lines("agents.md").filter { $0.hasPrefix("| `") }
        let names = rows.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
        #expect(names == MCPService.tools.map(\.name))
    }

    @Test func anAnswerIsCutAtALineAndSaysHowMuchIsMissing() {
        var text = MCPText("first")
        for _ in 0..<1_000 { text.line(String(repeating: "x", count: 99)) }
        #expect(text.whole.utf8.count < MCPText.limitBytes + 200 && text.isFull)
        let last = "\n(401 more lines are left out: an answer has at most 60000 bytes. Ask for less.)"
        #expect(text.whole.hasSuffix(last))
    }

    @Test func whatAnsweringProgramsWriteCannotActOnATerminalOrHide() {
        #expect(MCPText("a\u{1B}[2Jb\u{202E}c\nd").whole == "a\\u{1b}[2Jb\\u{202e}c\\nd")
    }

    @Test func aProgramIsChosenByItsIdOrByANameThatOnlyItHas() throws {
        let status = #"{"epoch":"9f2c11ab","counters":{"calls":3,"stored":3}}"#
        let selectors = #"{"items":[],"isComplete":true,"filterPartial":false}"#
        #expect(text(try call("list_programs", of: [program("1", status)])).contains("run 9f2c11ab: 3 calls, 3 stored"))
        let both = [program("1", selectors), program("2", selectors)]
        #expect(text(try call("statistics", ["program": "2"], of: both)) == "Reader (2): 0 calls of 0 selectors")
        #expect(text(try call("statistics", ["program": "Reader"], of: [both[0]])).hasPrefix("Reader (1)"))
        let ambiguous = try call("statistics", ["program": "Reader"], of: both)
        #expect(ambiguous["isError"] == true && text(ambiguous).hasPrefix("“Reader” is the name of several programs."))
        #expect(text(try call("statistics", of: both)).hasSuffix("  1  Reader  here\n  2  Reader  here"))
    }

    @Test func aServerThatIsNoInspectorAndAProblemAreToldInWords() throws {
        let other = try call("statistics", of: [program("1", "<html>")])
        #expect(other["isError"] == true && text(other).contains("something that is not JSON"))
        let detail = #"{"detail":"No.","field":"filter","position":4,"candidates":["a","b"]}"#
        let refused = try call("statistics", of: [program("1", status: 400, detail)])
        #expect(text(refused) == "No. (argument filter, at character 5) Possible: a, b.")
        let secret = text(try call("statistics", of: [program("1", status: 401, "{}")]))
        #expect(secret.hasSuffix("status 401. Use the URL with the token that the program printed."))
    }

    /// Regression test: the sum of what a program had answered ended the process.
    @Test func countsOfAProgramThatHaveNoSumEndAtTheGreatestNumber() throws {
        let row = #"{"protocol":"P","selector":"f()","calls":18446744073709551615}"#
        let selectors = #"{"items":[\#(row),\#(row)],"isComplete":true,"filterPartial":false}"#
        let answer = text(try call("statistics", of: [program("1", selectors)]))
        #expect(answer.hasPrefix("Reader (1): 18446744073709551615 calls of 2 selectors"))
    }

    @Test func anExplanationSaysThatThereWasNoTimeToLookAtAllCalls() throws {
        let part = #"{"items":[],"matched":null,"matchedAtLeast":7,"isComplete":false}"#
        let cut = text(try call("explain_no_answer", ["selector": "feed"], of: [program("1", part)]))
        #expect(cut.contains("At least 7 stored calls of selectors that contain “feed”."))
        #expect(cut.contains("search_calls with the filter selector:\"feed\" (path:none | path:default)"))
        let all = #"{"items":[],"matched":0,"matchedAtLeast":0,"isComplete":true}"#
        let whole = text(try call("explain_no_answer", ["selector": "feed"], of: [program("1", all)]))
        #expect(whole.contains("0 stored calls of") && !whole.contains("least") && !whole.contains("search_calls"))
    }

    /// The explanation for a selector of a program that answers every request with these proxies.
    private func explanation(of selector: String, _ proxy: String) throws -> String {
        let body = #"{"items":[\#(proxy)],"matched":0,"matchedAtLeast":0,"isComplete":true}"#
        return text(try call("explain_no_answer", ["selector": .string(selector)], of: [program("1", body)]))
    }

    /// Regression test: there was said to be no proxy, because the proxies were searched otherwise than the calls.
    @Test func anExplanationFindsProxiesWhateverTheCaseOfTheSelector() throws {
        let proxy = #"{"id":3,"protocol":"P","owner":"Feed","requirements":[{"selector":"feed(_:didReceive:)"}]}"#
        for selector in ["didReceive", "DIDreceive"] {
            let told = try explanation(of: selector, proxy)
            #expect(told.contains("Proxy 3, P of Feed") && !told.contains("No proxy"), "\(selector)")
        }
        #expect(try explanation(of: "didSend", proxy).contains("No proxy has a requirement with this name"))
    }

    /// Regression test: a proxy of a recording has a requirement that was never called, and was said not to have it.
    @Test func anExplanationOfARecordingDoesNotTellWhatItsProxiesDoNotHave() throws {
        let requirements = #"[{"selector":"feed(_:didReceive:)"}]"#
        let proxy = #"{"id":3,"isRecorded":true,"protocol":"P","owner":"Feed","requirements":\#(requirements)}"#
        let told = try explanation(of: "didSend", proxy)
        #expect(told.contains("The recording lists only requirements that were called") && !told.contains("No proxy"))
    }

    /// Regression test: the explanation told of proxies in a program, although no program runs.
    @Test func anExplanationOfARecordingWithoutProxiesSaysThatItHasNone() throws {
        func explanation(isComplete: Bool) throws -> String {
            let body = #"{"replay":{},"items":[],"matched":0,"matchedAtLeast":0,"isComplete":\#(isComplete)}"#
            return text(try call("explain_no_answer", ["selector": "feed"], of: [program("1", body)]))
        }
        let told = try explanation(isComplete: true)
        #expect(told.contains("The recording has no proxies: ") && !told.contains("No proxy"), "\(told)")
        #expect(try explanation(isComplete: false).hasSuffix("\nNot all servers answered, so proxies may be missing."))
    }

    /// Regression test: an id with capitals or a long epoch, which imported runs may have, was refused.
    @Test(arguments: ["9F2C11AB-42", String(repeating: "Run1", count: 16) + "-18446744073709551615"])
    func aCallIsAskedForByEachIdThatItCanHave(id: String) throws {
        let program = MCPProgram(id: "1", name: "Reader", place: "here") { path, _ in
            MCPProgram.Reply(status: 404, body: Array(#"{"detail":"Nothing at \#(path)."}"#.utf8))
        }
        for tool in ["get_call", "explain_no_answer"] {
            let told = text(try call(tool, ["id": .string(id)], of: [program]))
            #expect(told == "Nothing at /api/v1/invocations/\(id).")
        }
    }

    /// Regression test: the name of a run in another file has its path, whose slashes and spaces were left as they are.
    @Test func aListedRunCanBeRead() throws {
        let name = "d e/100% größer?.sqlite#1806f05d"
        let runs = #"{"items":[{"name":"\#(name)","stored":3,"isPresent":false}]}"#
        let service = MCPService(Programs(all: [program("d e/r1.sqlite", runs)]))
        let request = MCPRequest(id: .number(1), method: "resources/list", parameters: [:])
        let listed = try #require(try service.respond(to: request).result.get()["resources"]?[0])
        #expect(listed["name"]?.text == name)
        let uri = try #require(listed["uri"]?.text)
        let run = "d%20e%2F100%25%20gr%C3%B6%C3%9Fer%3F.sqlite%231806f05d"
        #expect(uri == "delegate-inspector://d%20e%2Fr1.sqlite/runs/\(run)")
        let reading = MCPRequest(id: .number(2), method: "resources/read", parameters: ["uri": .string(uri)])
        let content = try service.respond(to: reading).result.get()["contents"]?[0]
        #expect(content?["uri"]?.text == uri)
        #expect(content?["text"]?.text?.hasPrefix("Run \(name) of Reader (d e/r1.sqlite): 3 stored calls") == true)
    }

    @Test func aWaitThatTheClientGaveUpEndsWithinItsSlice() throws {
        let recorder = Recorder()
        let program = MCPProgram(id: "1", name: "Reader", place: "here", recorder: recorder)
        let asked = Atomic<Int>(0)
        let request = MCPRequest(
            id: .text("a"),
            method: "tools/call",
            parameters: ["name": "wait_for_calls", "arguments": ["filter": "x", "seconds": 60]]
        )
        let start = ContinuousClock.now
        let response = MCPService(Programs(all: [program])).respond(to: request) {
            asked.add(1, ordering: .relaxed).newValue == 1
        }
        #expect(text(try response.result.get()).hasPrefix("No: 0 matching calls in Reader (1)"))
        #expect(asked.load(ordering: .relaxed) == 1 && .now - start < .seconds(50))
    }

    /// Regression test: calls that were in time when a wait began were not counted when it ended, and the answer was no.
    @Test func aWaitCountsAgesBackFromItsStart() throws {
        let filters = Mutex<[String]>([])
        let program = MCPProgram(id: "1", name: "Reader", place: "here") { _, query in
            let filter = query.first { $0.name == "filter" }?.value ?? ""
            let asked = filters.withLock {
                $0.append(filter)
                return $0.count
            }
            let isEnough = asked == 3
            let body = #"{"seen":\#(isEnough ? 1 : 0),"words":"calls, as asked \#(asked)","evicted":0,"items":[]}"#
            return MCPProgram.Reply(status: isEnough ? 200 : 409, body: Array(body.utf8))
        }
        let arguments: JSONValue = ["filter": "-since:10s state:threw", "seconds": 60]
        let answer = text(try call("wait_for_calls", arguments, of: [program]))
        #expect(answer.hasPrefix("Yes: 1 matching call") && answer.contains("The filter means: calls, as asked 1."))
        let asked = filters.withLock { $0 }
        #expect(asked.count == 3 && asked.first == "-since:10s state:threw")
        let ages = asked.dropFirst().compactMap { filter in
            filter.wholeMatch(of: #/-since:(\d+)ns state:threw/#).flatMap { Int64($0.1) }
        }
        #expect(ages.count == 2 && ages[0] > 10_000_000_000 && ages[1] > ages[0])
    }

    /// Posts a message to `/mcp` and does the deferred work.
    private func post(
        _ body: String,
        batchTime: Duration = .seconds(60),
        hasLeft: @escaping @Sendable () -> Bool
    ) throws -> HTTPResponse {
        let program = MCPProgram(id: "1", name: "Reader", place: "here", recorder: Recorder())
        let route = MCPEndpoint.route(MCPService(Programs(all: [program])), batchTime: batchTime)
        let target = HTTPTarget(path: "/mcp", segments: ["mcp"], query: [])
        var request = HTTPRequest(.post, target, body: Array(body.utf8))
        request.clientHasLeft = hasLeft
        let call = HTTPCall(request: request, variables: [:], parameters: [:], representation: "application/json")
        let response = try route.handler(call)
        guard case .deferred(let work, _) = response.body else { return response }
        return work()
    }

    /// Regression test: clients that had left kept the places of all tools, those of a batch for up to 50 minutes.
    @Test func aWaitOverHTTPEndsWhenItsClientLeaves() throws {
        let start = ContinuousClock.now
        #expect(try post(wait("a")) { true }.status == 200)
        let batch = (1...50).map { wait("\($0)") }.joined(separator: ",")
        // It may have closed its sending side alone.
        #expect(try answers(of: post("[\(batch)]") { true }).elements?.count == 50)
        // The client leaves during the first wait.
        let asked = Atomic<Int>(0)
        _ = try post("[\(batch)]") { asked.add(1, ordering: .relaxed).newValue > 2 }
        #expect(.now - start < .seconds(50))
    }

    @Test func theRequestsOfABatchHaveATimeTogether() throws {
        let start = ContinuousClock.now
        let response = try post("[\(wait("a")),\(wait("b"))]", batchTime: .seconds(1)) { false }
        #expect(.now - start < .seconds(50))
        let answers = try answers(of: response)
        #expect(answers.elements?.count == 2)
        #expect(answers[1]?["id"]?.text == "b")
        #expect(answers[1]?["error"]?["message"]?.text?.hasPrefix("The time of the batch was used up") == true)
    }

    private func answers(of response: HTTPResponse) throws -> JSONValue {
        guard case .bytes(let bytes) = response.body else { throw MCPError(.internalError, "no bytes") }
        return try JSONValue(parsing: bytes)
    }

    @Test func aWholeNumberMayBeWrittenWithAPoint() throws {
        let line = #"{"jsonrpc": "2.0", "id": 1.0, "method": "ping"}"#
        guard case .request(let request) = try MCPMessage(JSONValue(parsing: Array(line.utf8))) else {
            Issue.record("not a request")
            return
        }
        #expect(request.id == .number(1))
        let page = #"{"items":[],"matched":0,"evicted":0,"isComplete":true}"#
        let whole = try call("search_calls", ["limit": .real(2)], of: [program("1", page)])
        #expect(whole["isError"] == false)
        let part = try call("search_calls", ["limit": .real(2.5)], of: [program("1", page)])
        #expect(part["isError"] == true && text(part).hasSuffix("must be a whole number from 1 to 100."))
        #expect(MCPRequest.ID(.real(1.5)) == nil && MCPRequest.ID(.real(1e300)) == nil)
    }

    /// A line for a server over lines.
    private func line(_ message: String) -> [UInt8] { Array(message.utf8) }

    private func wait(_ id: String) -> String {
        #"{"jsonrpc":"2.0","id":"\#(id)","method":"tools/call","params":{"name":"wait_for_calls","#
            + #""arguments":{"filter":"x","seconds":60}}}"#
    }

    @Test func batchesCountTowardsTheLimitAndCanBeCancelled() throws {
        let answers = Mutex<[String]>([])
        let program = MCPProgram(id: "1", name: "Reader", place: "here", recorder: Recorder())
        let server = MCPLineServer(Programs(all: [program])) { bytes in
            answers.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
        }
        for number in 1...32 { server.receive(line("[\(wait("a\(number)")),\(wait("b\(number)"))]")) }
        server.receive(line("[\(wait("c"))]"))
        server.receive(line(wait("d")))
        for number in 1...32 {
            for batch in ["a", "b"] {
                let parameters = #"{"requestId":"\#(batch)\#(number)"}"#
                let message = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":\#(parameters)}"#
                server.receive(line(message))
            }
        }
        server.finish(withinSeconds: 60)
        // Nothing of the cancelled ones, and no wait for those that were not at work yet.
        let all = answers.withLock { $0 }
        #expect(all.count == 2 && all.allSatisfy { $0.contains("32 requests are at work") })
        #expect(all.map { $0.contains(#""id":"c""#) } == [true, false])
    }

    @Test func anIdIsUsedOnceInABatch() {
        let answers = Mutex<[String]>([])
        let server = MCPLineServer(Programs()) { bytes in
            answers.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
        }
        server.receive(line("[\(wait("a")),\(wait("a"))]"))
        server.finish(withinSeconds: 60)
        #expect(answers.withLock { $0.count == 1 && $0[0].contains("still at work") })
    }

    @Test func aClientThatReadsNoAnswersIsNotAskedForMore() {
        let mayRead = DispatchSemaphore(value: 0)
        let hasSent = DispatchSemaphore(value: 0)
        let server = MCPLineServer(Programs(), outputLimitBytes: 10_000) { _ in
            mayRead.wait()
            mayRead.signal()
        }
        let ping = line(#"{"jsonrpc":"2.0","id":"\#(String(repeating: "x", count: 1_000))","method":"ping"}"#)
        DispatchQueue.global().async {
            for _ in 0..<100 { server.receive(ping) }
            hasSent.signal()
        }
        // A server that keeps all answers in memory is through in that time.
        #expect(hasSent.wait(timeout: .now() + .seconds(1)) == .timedOut)
        mayRead.signal()
        hasSent.wait()
        server.finish(withinSeconds: 60)
    }

    /// Regression test: no line was taken while the answers waited.
    @Test func aRequestIsCancelledAlsoWhileItsClientReadsNoAnswers() {
        let mayRead = DispatchSemaphore(value: 0)
        let isCancelled = DispatchSemaphore(value: 0)
        let answers = Mutex<[String]>([])
        let program = MCPProgram(id: "1", name: "Reader", place: "here", recorder: Recorder())
        let server = MCPLineServer(Programs(all: [program]), outputLimitBytes: 1_000) { bytes in
            mayRead.wait()
            mayRead.signal()
            answers.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
        }
        server.receive(line(wait("a")))
        let id = String(repeating: "x", count: 2_000)
        server.receive(line(#"{"jsonrpc":"2.0","id":"\#(id)","method":"ping"}"#))
        let cancel = line(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}"#)
        DispatchQueue.global().async {
            server.receive(cancel)
            isCancelled.signal()
        }
        #expect(isCancelled.wait(timeout: .now() + .seconds(10)) == .success)
        mayRead.signal()
        server.finish(withinSeconds: 60)
        #expect(answers.withLock { $0.count == 1 && $0[0].contains(id) })
    }

    @Test func theEndOfTheInputDoesNotWaitForAClientThatReadsNoAnswers() {
        let isBlocked = DispatchSemaphore(value: 0)
        let mayRead = DispatchSemaphore(value: 0)
        defer { mayRead.signal() }
        let server = MCPLineServer(Programs()) { _ in
            isBlocked.signal()
            mayRead.wait()
        }
        server.receive(line(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#))
        isBlocked.wait()
        server.finish(withinSeconds: 0)
    }

    @Test func aBatchHasALimitAndOneBadMessageRefusesIt() throws {
        let ping: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": "ping"]
        #expect(try MCPBatch.messages(Array(repeating: ping, count: 50)).count == 50)
        #expect(throws: MCPMessage.Fault.self) { try MCPBatch.messages(Array(repeating: ping, count: 51)) }
        #expect(throws: MCPMessage.Fault.self) { try MCPBatch.messages([ping, "ping"]) }
    }
}
