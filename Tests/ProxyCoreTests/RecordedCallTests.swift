// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Testing

@Suite struct RecordedCallTests {
    let recorder = Recorder(.unhurried)
    let target = SampleTarget()

    func makeProxy(retain: Bool = true) -> SampleProxy {
        let proxy = SampleProxy(recorder: recorder, ownerName: "Owner")
        proxy.setForwardDelegate(target, retain: retain)
        return proxy
    }

    func recorded() -> [Invocation] {
        recorder.flush()
        var query = InvocationQuery()
        query.order = .ascending
        return recorder.invocations(query).items
    }

    @Test(arguments: [true, false]) func forwardsToTheTargetAndRecordsTheArguments(retain: Bool) throws {
        let proxy = makeProxy(retain: retain)
        proxy.count(7, named: "seven")
        #expect(target.calls == ["count 7 seven"])
        let call = try #require(recorded().first)
        #expect(call.selector.name == "count(_:named:)")
        #expect(call.selector.protocolName == "SampleDelegate")
        #expect(call.arguments.map(\.label) == [nil, "named"])
        #expect(call.arguments.map(\.name) == ["number", "name"])
        #expect(call.arguments.map(\.value.content) == [.signed(7), .text("seven")])
        #expect(call.arguments.map(\.value.typeName) == ["Int", "String"])
        #expect(call.owner == "Owner")
        #expect(call.target == "SampleTarget")
        #expect(call.returnPath == .target)
        #expect(call.state == .returned)
        #expect(call.position == 1 && call.seq == 1)
        #expect(call.result == nil)
        let duration = try #require(call.durationNanoseconds)
        #expect(try #require(call.targetNanoseconds) <= duration)
    }

    @Test func recordsTheResultAndTheDefault() {
        let proxy = makeProxy()
        #expect(proxy.answer(to: "four") == 4)
        proxy.setForwardDelegate(nil, retain: false)
        #expect(proxy.answer(to: "four") == 42)
        let calls = recorded()
        #expect(calls.map(\.result?.content) == [.signed(4), .signed(42)])
        #expect(calls.map(\.returnPath) == [.target, .default])
        #expect(calls.map(\.target) == ["SampleTarget", nil])
    }

    @Test func passesAnErrorUnchangedAndRecordsIt() throws {
        let proxy = makeProxy()
        #expect(throws: SampleError(code: 2)) { try proxy.load("") }
        let call = try #require(recorded().first)
        #expect(call.state == .threw)
        #expect(call.error?.typeName == "SampleError")
        #expect(call.error?.children.first?.content == .signed(2))
        #expect(call.result == nil)
    }

    @Test func recordsStructuredArguments() throws {
        let proxy = makeProxy()
        proxy.changed(["a": 1], self.target, nil)
        let arguments = try #require(recorded().first).arguments.map(\.value)
        #expect(arguments[0].kind == .map && arguments[0].count == 1)
        #expect(arguments[0].children.map(\.content) == [.text("a"), .signed(1)])
        #expect(arguments[0].children.map(\.typeName) == ["String", "Int"])
        #expect(arguments[1].kind == .object && arguments[1].typeName == "SampleTarget")
        #expect(arguments[1].identity?.hasPrefix("SampleTarget@") == true)
        #expect(arguments[2].kind == .nil && arguments[2].typeName == "String?")
    }

    @Test func recordsNoOneWhenThereIsNoTarget() {
        let proxy = SampleProxy(recorder: recorder)
        proxy.count(1, named: "x")
        #expect(recorded().map(\.returnPath) == [.none])
    }

    @Test func nestsCallsMadeInsideCalls() {
        let proxy = makeProxy()
        let inner = makeProxy()
        var depth = 0
        target.onCount = {
            depth += 1
            if depth < 3 { inner.count(depth, named: "inner") }
        }
        proxy.count(0, named: "outer")
        let calls = recorded()
        #expect(calls.map(\.depth) == [0, 1, 2])
        #expect(calls.map(\.parent?.seq) == [nil, 1, 2])
        #expect(calls.map(\.position) == [3, 2, 1])
        #expect(recorder.children(of: 1) == [2])
    }

    @Test func showsACallThatIsRunningWithItsArguments() throws {
        let proxy = makeProxy()
        var running: [Invocation] = []
        target.onCount = { [recorder] in
            recorder.flush()
            running = recorder.running
        }
        proxy.count(5, named: "five")
        #expect(running.map(\.state) == [.running])
        #expect(running.first?.arguments.last?.value.content == .text("five"))
        #expect(running.first?.durationNanoseconds == nil)
        recorder.flush()
        #expect(recorder.running.isEmpty)
    }

    @Test func countsCallsMadeWhilePausedAsSuppressed() {
        let proxy = makeProxy()
        recorder.pause()
        for number in 0..<10 { proxy.count(number, named: "paused") }
        recorder.resume()
        proxy.count(10, named: "recorded")
        recorder.flush()
        let status = recorder.status
        #expect(status.suppressed == 10 && status.recorded == 1 && status.calls == 11)
    }
}
