// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProxyCore

/// Lanes whose order is chance, with calls that one run had no time to record.
@Suite struct LaneAlignmentTests {
    private static let selector = Selector(protocolName: "LampDelegate", name: "lamp(_:didTurn:)")

    /// A call with two values, of which the first was not recorded if it is nil.
    private struct Call {
        let values: (Int?, Int)

        init(_ first: Int?, _ second: Int) { values = (first, second) }
    }

    private func compared(_ calls: [Call]) -> [ComparedCall] {
        calls.enumerated().map { place, call in
            ComparedCall(
                seq: UInt64(place),
                selector: Self.selector,
                key: UInt64((call.values.0 ?? 0) * 10_000 + call.values.1),
                isCut: call.values.0 == nil
            )
        }
    }

    private func differing(_ one: Call, _ other: Call) -> Int {
        let isFirstUnlike = one.values.0 != nil && other.values.0 != nil && one.values.0 != other.values.0
        return (isFirstUnlike ? 1 : 0) + (one.values.1 == other.values.1 ? 0 : 1)
    }

    private func rows(_ before: [Call], _ after: [Call]) -> [LaneComparison.Row] {
        LaneAlignment(compared(before), compared(after)) { one, other in
            differing(before[Int(one)], after[Int(other)])
        }.unordered.filter(\.isDifference)
    }

    @Test func cutCallsDoNotLeaveTheirPartnersToAChangedOne() {
        let before = [Call(7, 70), Call(nil, 10), Call(nil, 20), Call(3, 30)]
        let after = [Call(1, 10), Call(2, 20), Call(8, 70), Call(nil, 30)]
        for (one, other) in [(before, after), (after, before)] {
            let rows = rows(one, other)
            #expect(rows.map(\.change) == [.changed])
            #expect(rows.first?.before.map { one[Int($0)].values.1 } == 70)
            #expect(rows.first?.after.map { other[Int($0)].values.1 } == 70)
        }
    }

    @Test func aChangedCallIsBesideTheOneThatItIsNearestTo() {
        let rows = rows([Call(1, 10), Call(2, 20)], [Call(5, 20), Call(4, 10)])
        #expect(rows.map(\.change) == [.changed, .changed])
        #expect(rows.map(\.after) == [1, 0])
    }

    @Test func amongManyCutCallsPartnersAreLookedForAtTheirTime() {
        let numbers = 0..<2_000
        let cut = numbers.map { Call(nil, $0) }
        let whole = numbers.map { Call($0 + 1, $0) }
        #expect(rows(cut, whole).isEmpty && rows(whole, cut).isEmpty)
    }
}
