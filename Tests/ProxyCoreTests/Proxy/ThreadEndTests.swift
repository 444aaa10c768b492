// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

/// Threads that end inside a delegate, where nothing behind the call runs any more.
@Suite struct ThreadEndTests {
    @Test(arguments: ThreadEnd.allCases)
    func theCallsOfAThreadThatEndsInsideThemEndToo(end: ThreadEnd) throws {
        let recorder = Recorder()
        let proxy = SampleProxy(recorder: recorder)
        let target = SampleTarget()
        proxy.setForwardDelegate(target, retain: true)
        target.onCount = {
            target.onCount = { end.happen() }
            proxy.count(2, named: "inner")
        }
        onJoinedThread { proxy.count(1, named: "outer") }
        recorder.flush()
        #expect(recorder.status.running == 0 && recorder.status.recorded == 2)
        let calls = recorder.invocations().items
        #expect(calls.map(\.depth) == [1, 0] && calls[0].parent == calls[1].id)
        for call in calls {
            #expect(call.state == .threw && call.error?.typeName == "ThreadEnded")
            #expect(call.error?.content == .text("the thread ended inside the call"))
            #expect(call.targetNanoseconds == call.durationNanoseconds)
        }
        target.onCount = nil
        // The next thread, which takes over what this one had, is in no call.
        onJoinedThread { proxy.count(3, named: "next") }
        recorder.flush()
        let next = try #require(recorder.invocations().items.first)
        #expect(next.depth == 0 && next.state == .returned)
    }

    @Test func whatACallKeptIsLetGoOfWhenItsThreadEnds() {
        let proxy = SampleProxy(recorder: Recorder())
        let target = SampleTarget()
        proxy.setForwardDelegate(target, retain: true)
        weak var held: SampleTarget?
        // What the thread's own frames hold is lost with them, so they hold nothing of it.
        func handleOnce() {
            let other = SampleTarget()
            held = other
            // Replaced while a call is under way, so it is let go of when that has come back.
            proxy.handle(SampleProxy.Selectors.answer) { other.answer(to: $0) }.dispose()
        }
        target.onCount = {
            handleOnce()
            ThreadEnd.exit.happen()
        }
        onJoinedThread { proxy.count(1, named: "n") }
        target.onCount = nil
        #expect(proxy.answer(to: "who") == 3)
        // The thread that reclaims states may have it in its hands.
        let deadline = ContinuousClock.Instant.patience
        while held != nil, ContinuousClock.now < deadline { sched_yield() }
        #expect(held == nil)
    }

    @Test func aThreadThatOutlivesItsRecorderMayEndInACall() {
        let target = SampleTarget()
        onJoinedThread {
            SampleProxy(recorder: Recorder()).count(1, named: "n")
            let proxy = SampleProxy(recorder: Recorder())
            proxy.setForwardDelegate(target, retain: true)
            target.onCount = { ThreadEnd.exit.happen() }
            proxy.count(2, named: "n")
        }
        #expect(target.calls == ["count 2 n"])
        target.onCount = nil
    }
}
