// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProxyCore

@Suite struct SelectorRankingTests {
    private func row(_ name: String, calls: Int = 1) -> SelectorStatistics {
        var row = SelectorStatistics(selector: Selector(protocolName: "P", name: name))
        for _ in 0..<calls { row.add(duration: 5, state: .returned, path: .target) }
        return row
    }

    @Test func countsTheFirstOnesAloneAndAllOthersTogether() {
        let rows = [row("c", calls: 2), row("a", calls: 3), row("d", calls: 4), row("b", calls: 5)]
        let ranking = SelectorRanking(rows, limit: 2)
        #expect(ranking.items.map { $0.selector?.name } == ["c", "a", nil])
        #expect(ranking.items.map(\.calls) == [2, 3, 9])
        #expect(ranking.items.map(\.latency.total) == [2, 3, 9])
        #expect(ranking.selectorCount == 4)
        #expect(ranking.place(of: rows[1].selector) == 1 && ranking.place(of: rows[3].selector) == 2)
        #expect(ranking.place(of: Selector(protocolName: "P", name: "never")) == nil)
    }

    @Test func needsNoOthersWithinTheLimit() {
        let ranking = SelectorRanking([row("a"), row("b")], limit: 2)
        #expect(ranking.items.map { $0.selector?.name } == ["a", "b"])
        #expect(SelectorRanking([], limit: 0).items.isEmpty)
        #expect(SelectorRanking([row("a")], limit: 0).items.map(\.calls) == [1])
    }

    /// A requirement has two call sites if it was called by a proxy and by an interposer.
    @Test func countsASelectorOnceWhateverItsCallSites() {
        let ranking = SelectorRanking([row("a"), row("b"), row("a", calls: 2), row("b", calls: 7)], limit: 1)
        #expect(ranking.items.map(\.calls) == [3, 8] && ranking.selectorCount == 2)
    }

    /// Otherwise a series would go, or count back.
    @Test func selectorsKeepTheOrderOfTheirFirstCalls() {
        let proxy = SampleProxy(recorder: Recorder())
        let target = SampleTarget()
        proxy.setForwardDelegate(target, retain: true)
        let selectors = (0..<60).map { number in
            MethodSelector<SampleProxy, Void, Void>("call\(number)()", of: "Sample", parameters: [])
        }
        func call(_ numbers: some Sequence<Int>) {
            for number in numbers { proxy.forward(selectors[number], ()) { _ in } }
            proxy.recorder.flush()
        }
        call(0..<20)
        proxy.recorder.clear()
        call((0..<60).reversed())
        let expected = Array(0..<20) + (20..<60).reversed()
        #expect(proxy.recorder.selectors.map(\.selector.name) == expected.map { "call\($0)()" })
    }
}
