// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import CallExport
@testable import FilterTestSupport
@testable import InspectorServer

@Suite struct ProfileExportTests {
    private func bytes(
        _ format: ExportFormat,
        of recorder: Recorder,
        _ filter: InvocationFilter = .everything,
        _ stacks: StackOptions = StackOptions()
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try InvocationExport(recorder, as: format, matching: filter, stacks: stacks).write { bytes += $0 }
        return bytes
    }

    private func folded(
        _ recorder: Recorder,
        _ filter: InvocationFilter = .everything,
        _ stacks: StackOptions = StackOptions(weight: .calls)
    ) throws -> [String] {
        String(decoding: try bytes(.folded, of: recorder, filter, stacks), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    private func encoded(_ calls: TimedCalls, by encoder: any ExportEncoder) -> [UInt8] {
        encoded(calls.calls, by: encoder)
    }

    private func encoded(_ calls: [Invocation], by encoder: any ExportEncoder) -> [UInt8] {
        var encoder = encoder
        var bytes = encoder.begin()
        for call in calls { bytes += encoder.encode(call) }
        return bytes + encoder.end()
    }

    private let context = ExportContext(
        epoch: "0a1b2c3d",
        filter: "",
        startedAtNanoseconds: 0,
        counters: Recorder().status
    )

    // MARK: Folded stacks

    @Test func aLineIsAStackWithItsSelfTime() {
        var calls = TimedCalls()
        let outer = calls.add("a", 0..<100)
        calls.add("b", 10..<40, in: outer)
        calls.add("b", 50..<60)
        let text = { (stacks: StackOptions) in
            String(decoding: encoded(calls, by: FoldedEncoder(stacks)), as: UTF8.self)
        }
        #expect(text(StackOptions()) == "P.a 70\nP.a;P.b 30\nP.b 10\n")
        #expect(text(StackOptions(weight: .calls)) == "P.a 1\nP.a;P.b 1\nP.b 1\n")
        #expect(text(StackOptions(direction: .bottomUp)) == "P.a 70\nP.b;P.a 30\nP.b 10\n")
    }

    @Test func noNameEndsAFrameOrALine() {
        #expect(FoldedEncoder.escaped("f(_:)") == "f(_:)")
        #expect(FoldedEncoder.escaped("a;b\nc\u{0}d%e\u{7F}ü") == "a%3Bb%0Ac%00d%25e%7Fü")
        #expect(FoldedEncoder.escaped("two words 7") == "two words%207")
        #expect(FoldedEncoder.escaped("7") == "7" && FoldedEncoder.escaped("f(A, B)") == "f(A, B)")
    }

    @Test func aRunningCallIsAFrameOfTheCallsInside() throws {
        let calls = SampleCalls()
        calls.settle {
            calls.read(3)
            let lines = try? folded(calls.recorder)
            #expect(lines == ["MeterDelegate.meterDidSettle();MeterDelegate.meter(_:didRead:) 3"])
        }
        #expect(try folded(calls.recorder).count == 2)
    }

    @Test func aCallWhoseCallerIsFilteredOutIsInsideTheNextOne() throws {
        let calls = SampleCalls()
        calls.settle { calls.settle { calls.read(2) } }
        let filter = try InvocationFilter("selector:*didRead* OR seq:1")
        #expect(
            try folded(calls.recorder, filter) == [
                "MeterDelegate.meterDidSettle() 1",
                "MeterDelegate.meterDidSettle();MeterDelegate.meter(_:didRead:) 2",
            ]
        )
    }

    // MARK: Cut stacks

    @Test func profilesOfStacksThatAreTooDeepHaveAllCallsAndSayThatStacksAreCut() throws {
        var calls = TimedCalls()
        var parent: Int?
        let count = CallTreeBuilder.depthLimit + 50
        for depth in 0..<count { parent = calls.add("f", UInt64(depth)..<UInt64(1_000 - depth), in: parent) }
        let lines = String(decoding: encoded(calls, by: FoldedEncoder(StackOptions(weight: .calls))), as: UTF8.self)
        let weights = lines.split(separator: "\n").compactMap { Int($0.split(separator: " ").last ?? "") }
        #expect(weights.reduce(0, +) == count && weights.max() == 51)
        let file = try JSONValue(parsing: encoded(calls, by: SpeedscopeEncoder(context)))
        let profile = try #require(file["profiles"]?[1])
        #expect(profile["name"]?.text == "Calls, folded, stacks cut" && profile["endValue"]?.number == count)
        var encoder = PprofEncoder(context)
        for call in calls.calls { _ = encoder.encode(call) }
        #expect(
            String(decoding: encoder.profile, as: UTF8.self).contains("their calls and time are those of their callers")
        )
    }

    // MARK: speedscope

    @Test func timelinesOpenAndCloseCallsLikeBrackets() throws {
        var calls = TimedCalls()
        let outer = calls.add("a", 0..<100_000)
        calls.add("b", 10_000..<40_000, in: outer)
        calls.add("b", 50_000..<60_000, in: outer)
        // This one overlaps: it has no place on the thread's timeline.
        calls.add("c", 90_000..<150_000)
        calls.add("a", 200_000..<210_000)
        let file = try JSONValue(parsing: encoded(calls, by: SpeedscopeEncoder(context)))
        let profile = try #require(file["profiles"]?[2])
        #expect(profile["type"]?.text == "evented" && profile["name"]?.text == "Thread worker (7)")
        let events = try #require(profile["events"]?.elements).map { event in
            "\(event["type"]?.text ?? "") \(event["frame"]?.number ?? -1) \(event["at"]?.number ?? -1)"
        }
        #expect(
            events == [
                "O 0 0", "O 1 10000", "C 1 40000", "O 1 50000", "C 1 60000", "C 0 100000", "O 0 200000", "C 0 210000",
            ]
        )
        #expect(file["shared"]?["frames"]?.elements?.map { $0["name"]?.text } == ["a", "b", "c"])
    }

    /// Regression test: a thread of another process with the same id shared the timeline.
    @Test func eachProcessHasTimelinesOfItsOwn() throws {
        var calls = TimedCalls()
        calls.add("a", 0..<100_000)
        // The third is the first one's container, started again.
        let made = ["web-1", "web-2", "web-1"].enumerated().flatMap { index, host in
            calls.made(by: ProcessFacts(service: "shop", version: "1.4", host: host, id: 1), run: UInt64(index + 1))
        }
        let file = try JSONValue(parsing: encoded(made, by: SpeedscopeEncoder(context)))
        let timelines = try #require(file["profiles"]?.elements).dropFirst(2)
        #expect(
            timelines.map { $0["name"]?.text } == [
                "Thread worker (7) of shop@1.4 web-1 1", "Thread worker (7) of shop@1.4 web-2 1",
                "Thread worker (7) of shop@1.4 web-1 1 (0a1b2c33)",
            ]
        )
        #expect(timelines.map { $0["events"]?.elements?.count } == [2, 2, 2])
    }

    @Test func foldedProfilesHaveTheWeightsOfTheTree() throws {
        var traffic = FilterTraffic(seed: 5)
        traffic.record(400)
        let tree = traffic.recorder.foldedCalls(matching: .everything, within: .seconds(60)).tree
        let file = try JSONValue(parsing: try bytes(.speedscope, of: traffic.recorder))
        let sums = [tree.nanoseconds, tree.calls]
        for (index, sum) in sums.enumerated() {
            let profile = try #require(file["profiles"]?[index])
            #expect(profile["type"]?.text == "sampled")
            #expect(profile["weights"]?.elements?.compactMap(\.number).reduce(0, +) == Int(sum))
            #expect(profile["endValue"]?.number == Int(sum))
            #expect(profile["samples"]?.elements?.count == profile["weights"]?.elements?.count)
        }
        let times = try folded(traffic.recorder, .everything, StackOptions()).compactMap { line in
            line.split(separator: " ").last.flatMap { UInt64($0) }
        }
        #expect(times.reduce(0, +) == tree.nanoseconds && tree.calls == traffic.recorder.status.recorded)
    }

    @Test func aRecordingWithoutCallsIsAnEmptyProfile() throws {
        let file = try JSONValue(parsing: try bytes(.speedscope, of: Recorder()))
        #expect(file["profiles"]?.elements?.count == 2)
        #expect(try bytes(.folded, of: Recorder()).isEmpty)
        #expect(try !bytes(.pprof, of: Recorder()).isEmpty)
    }

    // MARK: Over HTTP

    @Test(arguments: Transport.allCases) func theServerTakesOptionsForFoldedStacksOnly(transport: Transport) throws {
        let calls = SampleCalls()
        calls.read(3)
        try withInspector(transport, recorder: calls.recorder) { client in
            let reply = try client.get("/api/v1/export?format=folded&weight=calls&direction=bottomUp")
            #expect(reply.text == "MeterDelegate.meter(_:didRead:) 3\n")
            #expect(reply.headers["Content-Type"] == "text/plain; charset=utf-8")
            #expect(reply.headers["Content-Disposition"]?.contains(".folded.txt\"") == true)
            for format in ExportFormat.allCases where format != .folded {
                let refused = try client.get("/api/v1/export?format=\(format.rawValue)&weight=calls")
                #expect(try refused.status == 400 && refused.json()["field"]?.text == "weight")
            }
            #expect(try client.get("/api/v1/export?format=folded&weight=bytes").status == 400)
            #expect(try client.get("/api/v1/export?format=folded&direction=up").status == 400)
        }
    }
}
