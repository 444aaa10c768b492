// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import InspectorServer

@Suite struct BacktraceAPITests {
    private let calls = SampleCalls()
    private let route = "/api/v1/recorder/backtraces"

    @Test(arguments: Transport.allCases) func chooseCallsWhileTheProgramRunsAndSayWhoMadeThem(transport: Transport)
        throws
    {
        try withInspector(transport, recorder: calls.recorder) { client in
            #expect(try client.get(route).text == #"{"selectors":[],"frames":8}"#)
            calls.read(1)
            let change = #"{"selectors":["MeterDelegate.meter(_:didRead:)"],"frames":5}"#
            #expect(try client.patch(route, change).text == change)
            #expect(try client.get(route).text == change)
            calls.read(1)
            _ = calls.ask(2)
            #expect(try client.get("/api/v1/invocations/1/backtrace").text == #"{"items":[]}"#)
            #expect(try client.get("/api/v1/invocations/3/backtrace").text == #"{"items":[]}"#)

            let raw = try client.get("/api/v1/invocations/2").json()
            #expect(raw["backtrace"]?.elements?.isEmpty == false)
            let frames = try client.get("/api/v1/invocations/2/backtrace").json()["items"]?.elements ?? []
            let caller = try #require(frames.first)
            #expect(caller["function"]?.text?.contains("SampleCalls.read") == true, "\(caller)")
            #expect(caller["file"]?.text?.hasSuffix(".swift") == true)
            #expect(caller["line"]?.number ?? 0 > 0)

            #expect(try client.patch(route, #"{"selectors":[]}"#).text == #"{"selectors":[],"frames":5}"#)
            calls.read(1)
            #expect(try client.get("/api/v1/invocations/4").json()["backtrace"] == nil)
        }
    }

    @Test(arguments: [
        ("{}", "invalidBody"), (#"{"selectors":"*"}"#, "invalidMember"), (#"{"selectors":[1]}"#, "invalidMember"),
        (#"{"selectors":[""]}"#, "invalidMember"), (#"{"frames":0}"#, "invalidMember"),
        (#"{"frames":65}"#, "invalidMember"), (#"{"frames":9223372036854775807}"#, "invalidMember"),
        (#"{"frames":null}"#, "invalidMember"), (#"{"selectors":["*"],"depth":1}"#, "unknownMember"),
    ])
    func changeNothingWhenAnyPartIsWrong(body: String, code: String) throws {
        try withInspector(.direct, recorder: calls.recorder) { client in
            let reply = try client.patch(route, body)
            #expect(reply.status == 400)
            #expect(try reply.json()["code"]?.text == code)
            #expect(calls.recorder.backtraces == nil)
        }
    }

    @Test func areInExportsWithFunctionsAlthoughNobodyAsked() throws {
        calls.recorder.backtraces = BacktraceCapture()
        calls.read(1)
        for format in [ExportFormat.ndjson, .trace, .html] {
            var bytes: [UInt8] = []
            try InvocationExport(calls.recorder, as: format).write { bytes += $0 }
            #expect(String(decoding: bytes, as: UTF8.self).contains("SampleCalls.read"), "\(format)")
        }
    }

    @Test func areInExportsWithFunctionsWhileTheCallRuns() throws {
        calls.recorder.backtraces = BacktraceCapture()
        var bytes: [UInt8] = []
        calls.settle { [recorder = calls.recorder] in
            recorder.flush()
            // Nothing that writes into an array throws.
            try! InvocationExport(recorder, as: .ndjson, running: true).write { bytes += $0 }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(#""state":"running""#) && text.contains("SampleCalls.settle"), "\(text)")
    }

    @Test func areNotFoundForCallsThatAreNotThere() throws {
        try withInspector(.direct, recorder: calls.recorder) { client throws in
            #expect(try client.get("/api/v1/invocations/7/backtrace").status == 404)
            #expect(try client.get("/api/v1/invocations/other-7/backtrace").status == 410)
        }
    }
}

extension InspectorClient {
    fileprivate func patch(_ target: String, _ body: String) throws -> Reply {
        try send("PATCH", target, headers: [("Content-Type", "application/json")], body: body)
    }
}
