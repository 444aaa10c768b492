// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CThread
import Dispatch
import Glibc
import ProxyTestSupport
import Synchronization
import Testing

@testable import ProxyCore

/// States that are replaced while calls use them.
@Suite struct RetirementTests {
    @Test func nothingIsReleasedThatACallUnderWayMayBeUsing() async {
        let stage = RetirementStage()
        await onThreads(6) { number in
            switch number {
            case 0: stage.replaceStates()
            case 1: stage.callUntilDone()
            default: stage.comeAndGoUntilDone()
            }
        }
        #expect(stage.usesAfterRelease.load(ordering: .relaxed) == 0)
        #expect(stage.releases.load(ordering: .relaxed) == RetirementStage.stateCount - 1)
    }

    /// Keeps a call under way on another thread until it is let go.
    private final class BlockingTarget: SampleDelegate, Sendable {
        let entered = DispatchSemaphore(value: 0)
        let leave = DispatchSemaphore(value: 0)
        let died: Guarded<UInt32>

        init(_ died: Guarded<UInt32>) { self.died = died }

        deinit { died.change { $0 = cthread_id() } }

        func count(_ number: Int, named name: String) {
            entered.signal()
            leave.wait()
        }
        func answer(to question: String) -> Int { 0 }
        func load(_ path: String) throws -> [String] { [] }
        func changed(_ values: [String: Int], _ object: AnyObject, _ optional: String?) {}
    }

    /// Blocks a call, and then replaces its target. The call's thread ends after the call.
    ///
    /// - Parameter nested: Number of calls around it, of other proxies.
    private func blockedCall(of proxy: SampleProxy, nested: Int) async -> BlockedCall {
        let died = Guarded<UInt32>(0)
        let thread = Guarded<UInt32>(0)
        let target = BlockingTarget(died)
        proxy.setForwardDelegate(target, retain: true)
        let outer = (0..<nested).map { _ in SampleProxy(recorder: proxy.recorder) }
        let call = Dispatched {
            thread.change { $0 = cthread_id() }
            func enter(_ level: Int) {
                guard level < nested else { return proxy.count(0, named: "blocks") }
                let target = SampleTarget()
                target.onCount = { enter(level + 1) }
                outer[level].setForwardDelegate(target, retain: true)
                outer[level].count(level, named: "outer")
            }
            enter(0)
        }
        await onThread { [entered = target.entered] in entered.wait() }
        proxy.setForwardDelegate(SampleTarget(), retain: true)
        return BlockedCall(leave: target.leave, call: call, thread: thread, died: died)
    }

    private struct BlockedCall {
        let leave: DispatchSemaphore
        let call: Dispatched
        let thread: Guarded<UInt32>
        /// The thread that released the target, 0 while it lives.
        let died: Guarded<UInt32>
    }

    /// Looks at the mark that makes a call take the lock when it leaves.
    @Test(arguments: [0, 3]) func onlyTheCallUnderWayPaysForTheStateThatItUses(nested: Int) async {
        let proxy = SampleProxy(recorder: Recorder())
        let blocked = await blockedCall(of: proxy, nested: nested)
        await onThread {
            let context = ThreadContext.current
            for number in 0..<100 {
                proxy.count(number, named: "n")
                #expect(context.pointee.awaited.load(ordering: .relaxed) == 0)
            }
        }
        #expect(blocked.died.value == 0)
        blocked.leave.signal()
        await onThread { blocked.call.wait() }
        #expect(blocked.died.value == blocked.thread.value)
    }

    /// States that wait for calls at this depth wait for those of all proxies, so no thread must be blocked there. Those
    /// of other tests would wait too, hence the process.
    @Test func aCallNestedTooDeeplyToTellItsProxyKeepsItsTarget() async {
        await #expect(processExitsWith: .success) {
            let proxy = SampleProxy(recorder: Recorder())
            let outer = SampleProxy(recorder: proxy.recorder)
            weak var weakTarget: SampleTarget?
            do {
                let target = SampleTarget()
                weakTarget = target
                proxy.setForwardDelegate(target, retain: true)
            }
            weakTarget?.onCount = { [weak weakTarget] in
                proxy.setForwardDelegate(nil, retain: false)
                #expect(weakTarget != nil)
            }
            var level = 0
            let nesting = SampleTarget()
            nesting.onCount = {
                level += 1
                guard level <= ThreadContext.frameCount else { return proxy.count(0, named: "inner") }
                outer.count(level, named: "outer")
            }
            outer.setForwardDelegate(nesting, retain: true)
            outer.count(0, named: "outer")
            nesting.onCount = nil
            // The thread that reclaims states may have it in its hands.
            let deadline = ContinuousClock.Instant.patience
            while weakTarget != nil, ContinuousClock.now < deadline { sched_yield() }
            #expect(level == ThreadContext.frameCount + 1 && weakTarget == nil)
        }
    }

    @Test func laterCallsDoNotDelayARelease() async {
        let proxy = SampleProxy(recorder: Recorder())
        let first = await blockedCall(of: proxy, nested: 0)
        let second = await blockedCall(of: proxy, nested: 0)
        #expect(first.died.value == 0 && second.died.value == 0)
        first.leave.signal()
        await onThread { first.call.wait() }
        // The second call is still under way, but it began after the first target was replaced.
        #expect(first.died.value == first.thread.value && second.died.value == 0)
        second.leave.signal()
        await onThread { second.call.wait() }
        #expect(second.died.value == second.thread.value)
    }
}

/// States of one proxy that exists by its mark alone, so that a release can be seen instead of crashing.
private final class RetirementStage: Sendable {
    static let stateCount = 4_000

    private final class State: Sendable {
        let isReleased = Atomic<Bool>(false)
    }

    private let states = (0..<stateCount).map { _ in State() }
    private let published = Atomic<Int>(0)
    private let used = Atomic<Int>(-1)
    private let isDone = Atomic<Bool>(false)
    let usesAfterRelease = Atomic<Int>(0)
    let releases = Atomic<Int>(0)

    private var proxy: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

    func replaceStates() {
        for next in 1..<Self.stateCount {
            // Each state is replaced while a call uses it.
            while used.load(ordering: .acquiring) != next - 1 { sched_yield() }
            let old = states[published.exchange(next, ordering: .acquiringAndReleasing)]
            Retirement.retire(proxy: proxy) { [self] in
                old.isReleased.store(true, ordering: .releasing)
                releases.add(1, ordering: .relaxed)
            }
        }
        isDone.store(true, ordering: .releasing)
    }

    func callUntilDone() {
        let context = ThreadContext.current
        while !isDone.load(ordering: .acquiring) {
            let depth = ThreadContext.enter(context, ObjectIdentifier(self))
            let number = published.load(ordering: .acquiring)
            let state = states[number]
            used.store(number, ordering: .releasing)
            // Long enough for other threads to interleave, both inside and outside of the call.
            for _ in 0..<500 where state.isReleased.load(ordering: .acquiring) {
                usesAfterRelease.add(1, ordering: .relaxed)
            }
            ThreadContext.leave(context, to: depth)
            for _ in 0..<500 where isDone.load(ordering: .acquiring) { return }
        }
    }

    /// Calls that use no state.
    func comeAndGoUntilDone() {
        let context = ThreadContext.current
        while !isDone.load(ordering: .acquiring) {
            ThreadContext.leave(context, to: ThreadContext.enter(context, ObjectIdentifier(self)))
        }
    }
}
