// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Synchronization
import Testing

@testable import CallExport

@Suite struct SpanPlacesTests {
    private let epoch = SpanEpoch("0a1b2c3d")

    /// Regression test: calls inside a running one that didn't pass yet were roots, and stayed so when it passed.
    @Test func anAnswerMadeFromARunningCallIsNotKept() {
        var calls = TimedCalls()
        let outer = calls.addRunning("a", from: 0)
        let middle = calls.add("left out", 10..<50, in: outer)
        let first = calls.add("b", 20..<30, in: middle)
        let second = calls.add("b", 32..<40, in: middle)
        let all = calls.calls
        let isRunning = Mutex(true)
        var places = SpanPlaces(epoch) { seq in
            let isOpen = seq == outer && isRunning.withLock { $0 }
            return SurroundingCall(all[Int(seq) - 1], isSent: seq == outer && !isOpen, isSettled: !isOpen)
        }
        let trace = TraceID(ofRoot: UInt64(outer), in: epoch)
        #expect(places.awaited(by: all[first - 1]) == UInt64(outer))
        #expect(places.place(of: all[first - 1]) == SpanPlaces.Place(trace: trace, parent: nil))
        isRunning.withLock { $0 = false }
        places.forgetUnsettled()
        #expect(places.awaited(by: all[second - 1]) == nil)
        let parent = SpanID(of: UInt64(outer), in: epoch)
        #expect(places.place(of: all[second - 1]) == SpanPlaces.Place(trace: trace, parent: parent))
    }

    /// Regression test: each call inside looked all of them up, twice.
    @Test func runningCallsAroundAreLookedUpOnceForAllCallsInside() {
        var calls = TimedCalls()
        let outer = calls.addRunning("a", from: 0)
        let middle = calls.add("a", 1..<500, in: outer)
        let inside = (0..<100).map { calls.add("b", UInt64(10 + $0)..<UInt64(11 + $0), in: middle) }
        let all = calls.calls
        let lookups = Mutex(0)
        var places = SpanPlaces(epoch) { seq in
            lookups.withLock { $0 += 1 }
            return SurroundingCall(all[Int(seq) - 1], isSent: true, isSettled: false)
        }
        for seq in inside {
            #expect(places.awaited(by: all[seq - 1]) == UInt64(middle))
            #expect(places.place(of: all[seq - 1]).parent == SpanID(of: UInt64(middle), in: epoch))
        }
        #expect(lookups.withLock { $0 } == 2)
        places.forgetUnsettled()
        #expect(places.awaited(by: all[inside[0] - 1]) == UInt64(middle) && lookups.withLock { $0 } == 4)
    }

    /// Regression test: an export looked nothing up, so calls inside one that it had forgotten were roots.
    @Test func aCallThatIsForgottenIsLookedUp() {
        var calls = TimedCalls()
        let root = calls.add("a", 0..<1_000_000)
        for index in 0..<(1 << 16 + 10) { calls.add("b", UInt64(index)..<UInt64(index + 1), in: root) }
        let all = calls.calls
        var places = SpanPlaces(epoch) { SurroundingCall(all[Int($0) - 1], isSent: true) }
        let parents = Set(all.map { places.place(of: $0).parent })
        #expect(parents == [nil, SpanID(of: UInt64(root), in: epoch)])
    }
}
