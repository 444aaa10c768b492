// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import FilterTestSupport

@Suite struct NeighbourTests {
    private let recorder = Recorder()

    /// Regression test: only calls of the same table or kind of proxy were found.
    @Test func callsOfASelectorAreFoundHoweverTheyWereRecorded() throws {
        let proxy = SampleProxy(recorder: recorder, ownerName: "Owner")
        proxy.count(1, named: "n")
        recorder.flush()
        let selector = try #require(recorder.invocations().items.first?.selector)
        let other = Selector(protocolName: selector.protocolName, name: "other(_:)")
        for next in [selector, other, selector, other] {
            recorder.recordInterposed([7], next, target: "SampleTarget")
        }
        proxy.count(2, named: "n")
        recorder.flush()
        #expect(recorder.status.recorded == 6)
        #expect([1, 2, 4, 6].map { recorder.neighbour(of: $0, forward: true) } == [2, 4, 6, nil])
        #expect([6, 4, 2, 1].map { recorder.neighbour(of: $0, forward: false) } == [4, 2, 1, nil])
        #expect(recorder.neighbour(of: 3, forward: true) == 5 && recorder.neighbour(of: 3, forward: false) == nil)
    }
}
