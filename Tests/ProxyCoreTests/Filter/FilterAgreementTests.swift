// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import FilterTestSupport

/// A stored record and the invocation that is made from it have to mean the same to every filter.
@Suite struct FilterAgreementTests {
    @Test(arguments: [UInt64(1), 2, 3]) func recordsAndInvocationsAgree(seed: UInt64) {
        var traffic = FilterTraffic(seed: seed)
        traffic.record(300)
        let recorder = traffic.recorder
        let all = everything(in: recorder, .everything)
        #expect(all.count > 300)
        var generator = FilterGenerator(seed: seed, epoch: recorder.epoch)
        var selective = 0
        for _ in 0..<200 {
            let filter = InvocationFilter(generator.expression())
            let expected = all.filter { filter.matches($0) }.map(\.seq)
            let found = everything(in: recorder, filter).map(\.seq)
            #expect(found == expected, "\(filter)")
            #expect(recorder.count(matching: filter, within: .seconds(60)).matched == expected.count, "\(filter)")
            if !expected.isEmpty, expected.count < all.count { selective += 1 }
        }
        // Filters that select all or nothing would prove little.
        #expect(selective > 40)
    }

    @Test func everyKindOfTermSelectsSomethingAndNotEverything() {
        var traffic = FilterTraffic(seed: 4)
        traffic.record(300)
        let recorder = traffic.recorder
        let count = everything(in: recorder, .everything).count
        var selective: Set<FilterKey> = []
        var generator = FilterGenerator(seed: 5, epoch: recorder.epoch)
        for _ in 0..<1_000 {
            let term = generator.term()
            guard case .key(let key) = term.subject, !selective.contains(key) else { continue }
            let matched = recorder.count(matching: InvocationFilter(.term(term)), within: .seconds(60)).matched
            if matched > 0, matched < count { selective.insert(key) }
        }
        let rest = Set(FilterKey.all).subtracting(selective)
        // All calls of the test come on one thread and within moments; `RecordedCallFilterTests` asks about those.
        #expect(rest.isSubset(of: [.thread, .time, .since, .state, .proxy, .skipped, .finding]), "\(rest)")
    }

    private func everything(in recorder: Recorder, _ filter: InvocationFilter) -> [Invocation] {
        var query = InvocationQuery(filter)
        query.order = .ascending
        var cursor = recorder.cursor(query)
        var all: [Invocation] = []
        while !cursor.isAtEnd { all += cursor.next() }
        return all
    }
}
