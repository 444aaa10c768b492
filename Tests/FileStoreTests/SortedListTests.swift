// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import ProxyCore
import Testing

@testable import FilterTestSupport

@Suite struct SortedListTests {
    private let folder = TemporaryFolder()

    private static let filters = ["", "foo", "-thread:main state:returned", "duration:>1us", "path:none", "unheard of"]

    private func traffic(_ count: Int, memory: Int) throws -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.storedCountLimit = memory
        var traffic = FilterTraffic(seed: 3, configuration: configuration)
        try traffic.recorder.keep(in: .file(folder.file()))
        traffic.record(count)
        traffic.recorder.flushSink()
        return traffic.recorder
    }

    /// All calls of a sorted list, read in pages.
    private func walk(_ recorder: Recorder, _ query: InvocationQuery) -> [SortPlace] {
        var query = query
        query.limit = 600
        query.scanTime = .seconds(60)
        var places: [SortPlace] = []
        while true {
            let page = recorder.invocations(query)
            #expect(page.isComplete && page.continueFrom == nil)
            places += page.items.map { SortPlace(of: $0, by: query.sort) }
            guard page.hasMore, let last = page.items.last?.seq else { return places }
            if query.order == .descending { query.before = last } else { query.after = last }
        }
    }

    /// What a list should be: everything that matches, sorted.
    private func check(_ recorder: Recorder) throws {
        for filter in try Self.filters.map({ try InvocationFilter($0) }) {
            var cursor = recorder.cursor(InvocationQuery(filter))
            var all: [Invocation] = []
            while !cursor.isAtEnd { all += cursor.next(within: .seconds(5)) }
            for sort in InvocationSort.allCases {
                for order in [InvocationQuery.Order.ascending, .descending] {
                    var query = InvocationQuery(filter)
                    query.sort = sort
                    query.order = order
                    let expected = all.map { SortPlace(of: $0, by: sort) }.sorted(by: order.isBefore)
                    #expect(walk(recorder, query) == expected, "\(filter) by \(sort), \(order)")
                }
            }
        }
    }

    @Test func memoryIsSorted() throws {
        var traffic = FilterTraffic(seed: 2)
        traffic.record(3_000)
        try check(traffic.recorder)
    }

    @Test func aFileIsSorted() throws {
        try traffic(5_000, memory: 1_000_000).detachSink()
        try check(Recorder(replaying: folder.file()))
    }

    @Test func memoryAndFileAreSortedTogether() throws {
        let recorder = try traffic(5_000, memory: 1_000)
        #expect(recorder.status.evicted > 3_000)
        try check(recorder)
        recorder.detachSink()
    }

    @Test func aListCanBeginBetweenTwoCalls() throws {
        try traffic(2_000, memory: 1_000_000).detachSink()
        let recorder = try Recorder(replaying: folder.file())
        for sort in InvocationSort.allCases {
            var query = InvocationQuery()
            query.sort = sort
            query.limit = 50
            query.scanTime = .seconds(60)
            let first = recorder.invocations(query).items
            query.before = first[9].seq
            query.after = first[30].seq
            #expect(recorder.invocations(query).items.map(\.seq) == first[10..<30].map(\.seq))
            guard sort != .start else { continue }
            query.before = 1 << 30
            let none = recorder.invocations(query)
            #expect(none.items.isEmpty && !none.isComplete)
        }
    }

    @Test func theLongestCallsAreFoundInTheBestBlocksFirst() throws {
        try traffic(20_000, memory: 1_000_000).detachSink()
        let recorder = try Recorder(replaying: folder.file())
        var query = InvocationQuery()
        query.sort = .duration
        query.limit = 10
        query.scanTime = .seconds(60)
        let all = recorder.invocations(query)
        // With no time at all, the best block is read.
        query.scanTime = .zero
        let some = recorder.invocations(query)
        #expect(all.isComplete && some.items.first?.seq == all.items.first?.seq)
    }

    /// A regular expression can take long for each record, and a block has 2 048.
    @Test(arguments: [InvocationSort.duration, .selector, .thread])
    func aSearchOfValuesStopsAtARecord(sort: InvocationSort) throws {
        try traffic(600, memory: 1_000_000).detachSink()
        let recorder = try Recorder(replaying: folder.file())
        var query = InvocationQuery(try InvocationFilter("arg:/[a-z]/"))
        query.sort = sort
        query.limit = 500
        query.scanTime = .seconds(60)
        let all = recorder.invocations(query)
        query.scanTime = .zero
        let some = recorder.invocations(query)
        #expect(all.isComplete && all.items.count > 100)
        #expect(!some.isComplete && some.items.count <= 1)
    }
}
