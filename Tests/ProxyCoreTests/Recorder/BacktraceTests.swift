// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CThread
import FrameTestSupport
import ProxyCore
import Testing

// Functions that call a proxy. The optimiser would inline the proxy, leave frames out, and merge functions that differ
// little.

@inline(never) @_optimize(none)
private func outerCaller(_ proxy: any SampleDelegate) -> Int { innerCaller(proxy) &+ 1 }

@inline(never) @_optimize(none)
private func innerCaller(_ proxy: any SampleDelegate) -> Int {
    proxy.answer(to: "where") &+ 1
}

/// The line of the call above.
private let lineOfCall = #line - 4

@inline(never) @_optimize(none)
private func deepCaller(_ depth: Int, _ proxy: any SampleDelegate) -> Int {
    (depth == 0 ? proxy.answer(to: "deep") : deepCaller(depth - 1, proxy)) &+ 1
}

@inline(never) @_optimize(none)
private func awaitingCaller(_ proxy: any AsyncDelegate) async -> Int {
    await proxy.rank(of: "name") &+ 1
}

@inline(never) @_optimize(none)
private func unaskedCaller(_ proxy: any SampleDelegate) { proxy.count(1, named: "unasked") }

@Suite struct BacktraceTests {
    private func recorder(_ capture: BacktraceCapture?) -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.backtraces = capture
        return Recorder(configuration)
    }

    private func proxy(_ recorder: Recorder) -> SampleProxy {
        let proxy = SampleProxy(recorder: recorder)
        proxy.setForwardDelegate(SampleTarget(), retain: true)
        return proxy
    }

    private func calls(_ recorder: Recorder) -> [Invocation] {
        recorder.flush()
        var query = InvocationQuery()
        query.order = .ascending
        query.limit = 1_000
        return recorder.invocations(query).items
    }

    private func functions(_ invocation: Invocation) -> [String] { invocation.backtrace.map { $0.function ?? "?" } }

    // MARK: Frames

    @Test func namesTheFunctionsThatCalledInnermostFirst() throws {
        let recorder = recorder(BacktraceCapture())
        _ = outerCaller(proxy(recorder))
        let call = recorder.symbolicated(try #require(calls(recorder).first))
        let functions = functions(call)
        #expect(functions.first?.contains("innerCaller") == true, "\(functions)")
        #expect(functions.dropFirst().first?.contains("outerCaller") == true, "\(functions)")
    }

    @Test func saysTheLineOfEachCallIfThereIsDebugInformation() throws {
        let recorder = recorder(BacktraceCapture())
        _ = outerCaller(proxy(recorder))
        let call = try #require(calls(recorder).first)
        let caller = try #require(recorder.symbolicated(call).backtrace.first)
        #expect(caller.file == #filePath)
        #expect(caller.line == lineOfCall)
    }

    @Test func recordsAtLeastTheWantedFramesOutsideOfTheProxy() throws {
        for count in [1, 8, 64] {
            let recorder = recorder(BacktraceCapture(frames: count))
            _ = deepCaller(100, proxy(recorder))
            let call = try #require(calls(recorder).first)
            let functions = functions(recorder.symbolicated(call))
            #expect(functions.count >= count && functions.count <= count + 8)
            #expect(functions.allSatisfy { $0.contains("deepCaller") }, "\(functions)")
        }
    }

    @Test func looksNothingUpBeforeSomebodyAsks() throws {
        let recorder = recorder(BacktraceCapture())
        unaskedCaller(proxy(recorder))
        let raw = try #require(calls(recorder).first)
        #expect(!raw.backtrace.isEmpty)
        #expect(raw.backtrace.allSatisfy { $0.function == nil && $0.file == nil && !$0.module.isEmpty })
        let named = recorder.symbolicated(raw)
        #expect(named.backtrace.first?.function?.contains("unaskedCaller") == true)
        // What was found stays known.
        #expect(calls(recorder).first?.backtrace == named.backtrace)
    }

    @Test func isThatOfARunningCallToo() throws {
        let recorder = recorder(BacktraceCapture())
        let proxy = SampleProxy(recorder: recorder)
        let target = SampleTarget()
        nonisolated(unsafe) var running: [Invocation] = []
        target.onCount = {
            recorder.flush()
            running = recorder.running
        }
        proxy.setForwardDelegate(target, retain: true)
        proxy.count(1, named: "n")
        let seen = try #require(running.first)
        let stored = try #require(calls(recorder).first)
        #expect(seen.backtrace == stored.backtrace)
        #expect(!seen.backtrace.isEmpty)
    }

    @Test func keepsArgumentsAndResultsAsTheyAre() throws {
        for count in [0, 1, 64] {
            let recorder = recorder(count == 0 ? nil : BacktraceCapture(frames: count))
            let proxy = proxy(recorder)
            for length in 0..<20 {
                #expect(proxy.answer(to: String(repeating: "é", count: length)) == length)
            }
            for (length, call) in calls(recorder).enumerated() {
                #expect(call.arguments.first?.value.content == .text(String(repeating: "é", count: length)))
                #expect(call.result?.content == .signed(Int64(length)))
            }
        }
    }

    @Test func followsTheFunctionsThatAwaitAnAsyncCall() async throws {
        let recorder = recorder(BacktraceCapture())
        let proxy = AsyncProxy(recorder: recorder)
        _ = await awaitingCaller(proxy)
        let call = recorder.symbolicated(try #require(calls(recorder).first))
        let found = call.backtrace.first { $0.function?.contains("awaitingCaller") == true }
        let caller = try #require(found, "\(functions(call))")
        #expect(caller.isResumption)
        #expect(caller.file == #filePath && caller.line == lineOfCall + 13)
        await proxy.finish()
        let last = recorder.symbolicated(try #require(calls(recorder).last))
        #expect(last.backtrace.contains { $0.function?.contains("followsTheFunctions") == true }, "\(functions(last))")
    }

    // MARK: Choice

    @Test func recordsNothingUnlessAsked() {
        let recorder = recorder(nil)
        _ = outerCaller(proxy(recorder))
        #expect(calls(recorder).allSatisfy { $0.backtrace.isEmpty })
        #expect(recorder.backtraces == nil)
    }

    @Test func followsPatternsThatChangeWhileTheProgramRuns() {
        let recorder = recorder(nil)
        let proxy = proxy(recorder)
        let choices: [BacktraceCapture?] = [
            nil, BacktraceCapture(of: ["answer(to:)"]), BacktraceCapture(of: ["sampledelegate.count*"]),
            BacktraceCapture(of: []), BacktraceCapture(of: ["nobody", "*"]), nil,
            BacktraceCapture(of: ["sampledelegate"]), BacktraceCapture(of: ["delegate", "named"]),
        ]
        for choice in choices {
            recorder.backtraces = choice
            _ = proxy.answer(to: "a")
            proxy.count(1, named: "b")
        }
        let captured = calls(recorder).map { $0.backtrace.isEmpty ? "-" : "+" }.joined()
        #expect(captured == "--" + "+-" + "-+" + "--" + "++" + "--" + "++" + "--")
    }

    @Test func clampsTheNumberOfFrames() {
        #expect(recorder(BacktraceCapture(frames: 0)).backtraces?.frames == 1)
        let recorder = recorder(BacktraceCapture(frames: .max))
        #expect(recorder.backtraces?.frames == 64 && recorder.configuration.backtraces?.frames == 64)
    }

    // MARK: Stacks

    /// Calls `body` in a C function.
    private func through(
        _ way: (@convention(c) (UnsafeMutableRawPointer) -> Void, UnsafeMutableRawPointer) -> Void,
        _ body: @escaping () -> Void
    ) {
        var body = body
        withUnsafeMutablePointer(to: &body) { pointer in
            way({ $0.assumingMemoryBound(to: (() -> Void).self).pointee() }, pointer)
        }
    }

    @Test func survivesAnyFramePointer() {
        let recorder = recorder(BacktraceCapture(frames: 64))
        let proxy = proxy(recorder)
        var word = 0
        let here = withUnsafePointer(to: &word) { UInt(bitPattern: $0) }
        let values: [UInt] = [
            0, 1, 8, .max, .max - 7, 1 << 47, 1 << 60, here, here + 1, here + 64, here - 4_096, here | 1 << 60,
            here + 1 << 20, here + 1 << 30,
        ]
        for value in values {
            through({ frame_test_call(value, $0, $1) }) { _ = proxy.answer(to: "broken") }
        }
        #expect(calls(recorder).count == values.count)
    }

    @Test func takesNoFramesOnAnotherStack() throws {
        let recorder = recorder(BacktraceCapture())
        let proxy = proxy(recorder)
        through({ frame_test_call_elsewhere($0, $1) }) { _ = proxy.answer(to: "elsewhere") }
        #expect(calls(recorder).first?.backtrace.isEmpty == true)
        _ = outerCaller(proxy)
        #expect(calls(recorder).last?.backtrace.isEmpty == false)
    }

    @Test func endsAtTheEndOfTheStack() {
        var frames = [UInt](repeating: 0, count: 200)
        let all = cthread_frames(&frames, frames.count, nil, false)
        #expect(all > 2 && all < frames.count)
        #expect(cthread_frames(&frames, 2, nil, false) == 2)
        #expect(cthread_frames(&frames, 0, nil, false) == 0)
    }
}
