// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Synchronization
import Testing

/// A history to which a call is added during each scan.
private final class GrowingHistory: InvocationHistory {
    private let position = Mutex<UInt64>(7)

    var extent: HistoryExtent {
        var extent = HistoryExtent(epoch: "0badc0de", startedAtNanoseconds: 0)
        extent.lastPosition = position.withLock { $0 }
        return extent
    }

    func scan(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan {
        position.withLock { $0 += 1 }
        return HistoryScan(end: .complete, matched: 0, reached: nil, isPartial: false)
    }

    func invocation(seq: UInt64) -> Invocation? { nil }
    var selectors: [SelectorStatistics] { [] }
    var proxies: [RecordedProxy] { [] }
    func selectors(ofRun name: String) -> [RunSelector]? { nil }
    var runs: [RecordedRun] { [] }
}

@Suite("Queries of a history that grows")
struct GrowingHistoryTests {
    @Test(
        "A stream from the position of a page misses no call that arrived while the page was read",
        arguments: [
            InvocationSort.start, .duration,
        ]
    )
    func positionOfPage(sort: InvocationSort) {
        let recorder = Recorder(replaying: GrowingHistory())
        var query = InvocationQuery()
        query.sort = sort
        #expect(recorder.invocations(query).lastPosition == 7)
    }

    @Test("Without counting, a page says that it counts only its items")
    func uncounted() {
        let recorder = Recorder(replaying: GrowingHistory())
        var query = InvocationQuery()
        query.countsMatches = false
        let count = recorder.invocations(query).count
        #expect(count == MatchCount(matched: 0, isExact: false, isPartial: false))
    }
}
