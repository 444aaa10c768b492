// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@Suite struct RateLimitTests {
    let target = SampleTarget()

    /// A proxy whose recorder keeps the first `first` calls of each second and one in `keepOneIn` of the others.
    private func proxy(first: Int, keepOneIn: Int) -> SampleProxy {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.rateLimit = RateLimit(callsPerSecond: first, keepOneIn: keepOneIn)
        let proxy = SampleProxy(recorder: Recorder(configuration))
        proxy.setForwardDelegate(target, retain: true)
        return proxy
    }

    private func stored(_ recorder: Recorder) -> [Invocation] {
        recorder.flush()
        var query = InvocationQuery()
        query.order = .ascending
        query.limit = 1_000
        return recorder.invocations(query).items
    }

    private func statistics(_ recorder: Recorder, _ name: String) throws -> SelectorStatistics {
        try #require(recorder.selectors.first { $0.selector.name == name })
    }

    @Test func keepsOneInSoManyAndSaysHowManyWentBefore() {
        let proxy = proxy(first: 10, keepOneIn: 20)
        for number in 0..<500 { proxy.count(number, named: "n") }
        let calls = stored(proxy.recorder)
        // A new second may have begun in between, so more calls are kept.
        #expect(calls.count < 60 && calls.count >= 10 + 490 / 20)
        #expect(calls.prefix(10).allSatisfy { $0.skipped == 0 })
        var next: Int64 = 0
        for call in calls {
            next += Int64(call.skipped)
            #expect(call.arguments.first?.value.content == .signed(next))
            next += 1
        }
    }

    @Test func countsEveryCallAndWhatBecameOfIt() throws {
        let proxy = proxy(first: 1, keepOneIn: 1_000)
        for number in 0..<300 { _ = try? proxy.load(number % 3 == 0 ? "" : "x") }
        proxy.setForwardDelegate(nil, retain: false)
        for number in 0..<300 { proxy.count(number, named: "n") }
        let recorder = proxy.recorder
        let stored = stored(recorder)
        let loads = try statistics(recorder, "load(_:)")
        #expect(loads.calls == 300 && loads.errors == 100)
        let counts = try statistics(recorder, "count(_:named:)")
        #expect(counts.calls == 300 && counts.unanswered == 300)
        let status = recorder.status
        #expect(status.calls == 600)
        #expect(status.suppressed == UInt64(600 - stored.count))
        #expect(loads.skipped + counts.skipped == status.suppressed)
    }

    @Test func leavesSelectorsAloneThatAreCalledSeldom() {
        let proxy = proxy(first: 50, keepOneIn: 1_000)
        for number in 0..<2_000 {
            proxy.count(number, named: "often")
            if number % 100 == 0 { _ = proxy.answer(to: "seldom") }
        }
        let answers = stored(proxy.recorder).filter { $0.selector.name == "answer(to:)" }
        #expect(answers.count == 20 && answers.allSatisfy { $0.skipped == 0 })
    }

    @Test func recordsEverythingWhenNothingIsSaid() {
        #expect(RecorderConfiguration().rateLimit == nil)
        #expect(RateLimit(callsPerSecond: -1, keepOneIn: 0) == RateLimit(callsPerSecond: 1, keepOneIn: 2))
    }
}
