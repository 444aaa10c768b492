// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
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
            default: stage.reclaimUntilDone()
            }
        }
        #expect(stage.usesAfterRelease.load(ordering: .relaxed) == 0)
        #expect(stage.releases.load(ordering: .relaxed) == RetirementStage.stateCount - 1)
    }
}

/// States of one proxy that exists by its mark alone, so that a release can be seen instead of crashing.
private final class RetirementStage: Sendable {
    static let stateCount = 10_000

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
            Retirement.reclaim(proxy)
            for _ in 0..<500 where isDone.load(ordering: .acquiring) { return }
        }
    }

    func reclaimUntilDone() {
        while !isDone.load(ordering: .acquiring) { Retirement.reclaim(proxy) }
    }
}
