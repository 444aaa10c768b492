// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import FilterTestSupport

/// Every filter must treat a stored record and its invocation alike.
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
        // Filters that match all or nothing would prove little.
        #expect(selective > 30)
    }

    @Test func everyKeySelectsTheSameAndNotEverything() throws {
        let traffic = try FilterTraffic.varied(seed: 4)
        let recorder = traffic.recorder
        let all = everything(in: recorder, .everything)
        var generator = FilterGenerator(seed: 5, about: all)
        // Calls of one process all have the same ones; FleetRecordingTests has several.
        let ofFleets: Set<FilterKey> = [.service, .host, .process]
        for key in FilterKey.all where !ofFleets.contains(key) {
            var isSelective = false
            for _ in 0..<60 {
                let filter = InvocationFilter(.term(generator.term(of: key)))
                let expected = all.filter { filter.matches($0) }.map(\.seq)
                #expect(everything(in: recorder, filter).map(\.seq) == expected, "\(filter)")
                if !expected.isEmpty, expected.count < all.count { isSelective = true }
            }
            // A key that always matches all or nothing has not been tested.
            #expect(isSelective, "\(key.name)")
        }
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
