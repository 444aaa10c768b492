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

    // MARK: Many calls

    /// Calls with keys of their own, by the names of their selectors.
    private func calls(_ names: [String], firstKey: UInt64) -> [ComparedCall] {
        names.enumerated().map { place, name in
            ComparedCall(
                seq: UInt64(place),
                selector: Selector(protocolName: "LampDelegate", name: name),
                key: firstKey + UInt64(place),
                isCut: false
            )
        }
    }

    private func alignment(_ before: [String], _ after: [String]) -> LaneAlignment {
        LaneAlignment(calls(before, firstKey: 0), calls(after, firstKey: 1_000_000)) { _, _ in 1 }
    }

    @Test func aCallIsBesideTheNextOneOfItsSelector() {
        let rows = alignment(["a()", "b()", "a()", "c()"], ["b()", "a()", "a()"]).ordered
        #expect(rows.map(\.change) == [.appeared, .changed, .vanished, .changed, .vanished])
        #expect(rows.map(\.before) == [nil, 0, 1, 2, 3])
        #expect(rows.map(\.after) == [0, 1, nil, 2, nil])
    }

    /// Regression test: all calls of one side were searched for each one of the other.
    @Test func manyCallsOfSelectorsThatTheOtherSideLacksAreCompared() {
        let count = 100_000
        let sides = ["a()", "b()"].map { Array(repeating: $0, count: count) }
        for rows in [alignment(sides[0], sides[1]).ordered, alignment(sides[0], sides[1]).unordered] {
            #expect(rows.prefix(count).allSatisfy { $0.change == .vanished })
            #expect(rows.dropFirst(count).allSatisfy { $0.change == .appeared })
            #expect(rows.count == 2 * count)
        }
    }

    /// Regression test: each pair moved all candidates that were left.
    @Test func manyChangedCallsInNoOrderHaveOnePartnerEach() {
        let names = Array(repeating: "a()", count: 100_000)
        let rows = alignment(names, names).unordered
        #expect(rows.count == names.count && rows.allSatisfy { $0.change == .changed })
        #expect(Set(rows.map(\.after)).count == names.count)
    }

    @Test func candidatesAreRemovedInAnyOrder() {
        var expected = Array(stride(from: 0, to: 300, by: 3))
        let list = CandidateList(expected)
        for step in 0..<100 {
            let index = step * 37 % expected.count
            let (removed, wanted) = (list.remove(at: index), expected.remove(at: index))
            #expect(removed == wanted)
            #expect((0..<list.count).map { list[$0] } == expected)
        }
        #expect(list.count == 0)
    }
}
