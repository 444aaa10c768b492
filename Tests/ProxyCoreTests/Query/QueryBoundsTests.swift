// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import FilterTestSupport

/// Numbers in queries come from clients, so large ones must not cause failures.
@Suite struct QueryBoundsTests {
    private static let edges: [UInt64] = [0, 1, 2, 1 << 31, 1 << 53, 1 << 63 - 1, 1 << 63, .max - 1, .max]

    /// Recorders with some calls evicted, with all calls stored, with all calls cleared, and without calls.
    private static let recorders: [Recorder] = {
        var evicting = RecorderConfiguration()
        evicting.storedCountLimit = 50
        var recorders = [evicting, RecorderConfiguration(), RecorderConfiguration()].map { configuration in
            var traffic = FilterTraffic(seed: 3, configuration: configuration)
            traffic.record(2_000)
            traffic.recorder.flush()
            return traffic.recorder
        }
        recorders[2].clear()
        recorders.append(Recorder())
        return recorders
    }()

    @Test func hasRecordersInEveryState() {
        let counters = Self.recorders.map(\.status)
        #expect(counters.map { $0.evicted > 0 } == [true, false, false, false])
        #expect(counters.map { $0.cleared > 0 } == [false, false, true, false])
        #expect(counters.map { $0.stored > 0 } == [true, true, false, false])
    }

    @Test(arguments: edges, edges) func listsBetweenAnyTwoNumbers(after: UInt64, before: UInt64) {
        for recorder in Self.recorders {
            for order in [InvocationQuery.Order.ascending, .descending] {
                var query = InvocationQuery()
                (query.after, query.before, query.order) = (after, before, order)
                let page = recorder.invocations(query)
                #expect(page.items.allSatisfy { $0.seq > after && $0.seq < before })
                let newest = page.newest ?? 0
                if after >= newest { #expect(page.items.isEmpty && !page.hasGap) }
                var cursor = recorder.cursor(query)
                while !cursor.isAtEnd { _ = cursor.next() }
            }
        }
    }

    @Test(arguments: edges) func continuesFromAnyPosition(_ position: UInt64) {
        for recorder in Self.recorders {
            let batch = recorder.completed(after: position)
            #expect(batch.lastPosition >= position)
            #expect(batch.items.allSatisfy { ($0.position ?? 0) > position })
        }
    }

    @Test(arguments: edges + [1_990]) func countsWhatCompletedAfterAnyPosition(_ position: UInt64) throws {
        for filter in [InvocationFilter.everything, try InvocationFilter("protocol:EmptyDelegate")] {
            for recorder in Self.recorders {
                var (expected, place): (UInt64, UInt64) = (0, position)
                while true {
                    let batch = recorder.completed(after: place, matching: filter)
                    expected += batch.missed + UInt64(batch.items.count)
                    guard batch.lastPosition > place else { break }
                    place = batch.lastPosition
                }
                let count = recorder.completedCount(after: position, matching: filter, within: .seconds(60))
                #expect(count == expected)
                let none = recorder.completedCount(after: position, through: position, matching: filter)
                #expect(none == 0)
            }
        }
    }

    @Test(arguments: edges) func looksAnyNumberUp(_ seq: UInt64) {
        for recorder in Self.recorders {
            if case .found(let invocation) = recorder.invocation(seq: seq) { #expect(invocation.seq == seq) }
            _ = recorder.children(of: seq)
            _ = recorder.neighbour(of: seq, forward: true)
            _ = recorder.neighbour(of: seq, forward: false)
            _ = recorder.proxy(number: Int(truncatingIfNeeded: seq))
            _ = recorder.proxyEvents(after: seq)
        }
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.max), .seconds(Int64.min)])
    func looksForAnyTime(_ time: Duration) {
        for recorder in Self.recorders {
            var query = InvocationQuery()
            query.scanTime = time
            _ = recorder.invocations(query)
            _ = recorder.timeline(buckets: .max, period: .min ..< .max, within: time)
            _ = recorder.timeline(buckets: .min, within: time)
        }
    }

    /// Regression test: a search was called cut off if its time ran out with its last record.
    @Test func aSearchThatHasReadEverythingIsComplete() throws {
        let proxy = TrafficProxy(recorder: Recorder(), ownerName: "Parser")
        for number in 0..<100 { proxy.text("", foundCount: number) }
        let recorder = proxy.recorder
        recorder.flush()
        for filter in [InvocationFilter.everything, try InvocationFilter("arg.count:7")] {
            #expect(recorder.count(matching: filter, within: .zero).isExact)
            for sort in InvocationSort.allCases {
                var query = InvocationQuery(filter)
                (query.sort, query.scanTime) = (sort, .zero)
                let page = recorder.invocations(query)
                #expect(page.isComplete && page.continueFrom == nil, "\(sort)")
            }
        }
    }

    /// Regression test: the clock was read once for 1 024 records, of which each may take milliseconds.
    @Test(arguments: [
        ("arg.count:/7/", false), ("path:none -arg:/x/", false), ("arg:" + String(repeating: "a", count: 65), false),
        ("arg:*" + String(repeating: "a", count: 65) + "*", false), ("arg:" + String(repeating: "a", count: 64), true),
        ("arg.count:7", true), ("selector:/text/", true),
    ])
    func aSearchThatMayTakeLongReadsTheClockOften(filter: String, isCheap: Bool) throws {
        let proxy = TrafficProxy(recorder: Recorder(), ownerName: "Parser")
        for number in 0..<100 { proxy.text("", foundCount: number) }
        let recorder = proxy.recorder
        recorder.flush()
        let filter = try InvocationFilter(filter)
        #expect(recorder.count(matching: filter, within: .zero).isExact == isCheap)
        // All are found nevertheless, by a cursor in as large steps as ever.
        let found = recorder.count(matching: filter, within: .seconds(60))
        var (cursor, steps, calls) = (recorder.cursor(InvocationQuery(filter)), 0, 0)
        while !cursor.isAtEnd {
            calls += cursor.next(within: .seconds(60)).count
            steps += 1
        }
        #expect(found.isExact && calls == found.matched && steps <= 2)
    }

    @Test(arguments: [
        "since:170141183460469231731687303715884105727ns", "since:1e300h", "since:1e308h", "since:0ns",
        "duration:>170141183460469231731687303715884105727ns", "duration:<1e308h", "seq:0..1e400",
        "seq:>18446744073709551615", "position:<0", "depth:>1e30", "id:18446744073709551615",
    ])
    func filtersByAnyNumber(_ text: String) throws {
        guard let filter = try? InvocationFilter(text) else { return }
        for recorder in Self.recorders {
            let matched = recorder.count(matching: filter, within: .seconds(10)).matched
            #expect(matched == all(in: recorder).count(where: filter.matches))
        }
    }

    private func all(in recorder: Recorder) -> [Invocation] {
        var cursor = recorder.cursor()
        var items: [Invocation] = []
        while !cursor.isAtEnd { items += cursor.next() }
        return items
    }
}
