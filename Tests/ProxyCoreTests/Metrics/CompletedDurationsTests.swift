// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProxyCore

@Suite struct CompletedDurationsTests {
    private let target = SampleTarget()

    private func proxy(storedCount: Int = 1_000) -> SampleProxy {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.storedCountLimit = storedCount
        let proxy = SampleProxy(recorder: Recorder(configuration))
        proxy.setForwardDelegate(target, retain: true)
        return proxy
    }

    private func call(_ proxy: SampleProxy, _ count: Int) {
        for number in 0..<count { proxy.count(number, named: "n") }
        proxy.recorder.flush()
    }

    @Test func reportsEachCallOnce() throws {
        let proxy = proxy()
        call(proxy, 3)
        _ = try? proxy.load("x")
        proxy.recorder.flush()
        let first = proxy.recorder.completedDurations(after: 0, limit: 10)
        #expect(first.bySelector.values.map(\.count).sorted() == [1, 3])
        #expect(first.missed == 0 && first.lastPosition == 4)
        let stored = proxy.recorder.completed(after: 0).items.compactMap(\.durationNanoseconds)
        #expect(first.bySelector.values.joined().sorted() == stored.sorted())
        let none = proxy.recorder.completedDurations(after: 4, limit: 10)
        #expect(none.bySelector.isEmpty && none.missed == 0 && none.lastPosition == 4)
        call(proxy, 1)
        #expect(proxy.recorder.completedDurations(after: 4, limit: 10).bySelector.values.map(\.count) == [1])
    }

    @Test func reportsTheLastOnesOfTooManyAndCountsTheOthers() {
        let proxy = proxy()
        call(proxy, 20)
        let some = proxy.recorder.completedDurations(after: 5, limit: 4)
        #expect(some.bySelector.values.map(\.count) == [4] && some.missed == 11 && some.lastPosition == 20)
        let nothing = proxy.recorder.completedDurations(after: 0, limit: 0)
        #expect(nothing.bySelector.isEmpty && nothing.missed == 20 && nothing.lastPosition == 20)
    }

    @Test func countsEvictedAndClearedCallsAsMissed() {
        let proxy = proxy(storedCount: 10)
        call(proxy, 100)
        let stored = proxy.recorder.status.stored
        let some = proxy.recorder.completedDurations(after: 0, limit: 1_000)
        #expect(some.missed == 100 - stored && UInt64(some.bySelector.values.joined().count) == stored)
        proxy.recorder.clear()
        #expect(proxy.recorder.completedDurations(after: 0, limit: 1_000).missed == 100)
    }
}
