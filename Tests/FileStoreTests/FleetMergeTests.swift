// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore
import Testing

@testable import FileStore
@testable import FilterTestSupport

/// How many calls a merge of several processes holds, and which processes it reads.
@Suite struct FleetMergeTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [1, 2, 32, 33, 100, 1_000]) func theCallsReadAheadAreBoundedForAllProcessesTogether(count: Int) {
        let each = FleetMerge.mostAhead(ofEach: count)
        #expect(each * count <= 16_384 && (16...512).contains(each))
        // Few processes are read in larger parts.
        #expect(count > 32 || each == 512)
    }

    @Test func veryManyProcessesAreReadInSmallParts() {
        #expect(FleetMerge.mostAhead(ofEach: 100_000) == 16)
    }

    /// Regression test: each page read ahead of all processes whose calls had begun.
    @Test(arguments: [InvocationQuery.Order.ascending, .descending])
    func aPageReadsOnlyTheProcessesWhoseCallsItHas(order: InvocationQuery.Order) throws {
        var traffic = FleetTraffic(4)
        let recording = try FleetRecording(path: folder.file().path)
        // They call one after the other, twice.
        for round in 0..<8 {
            traffic.record(40, by: round % 4)
            try recording.write([try traffic.someBatch(of: round % 4)], through: UInt64(round + 1))
        }
        let (history, calls) = (recording.history, traffic.calls)
        let middle = try #require(history.key(of: calls[calls.count / 2].id))
        var request = HistoryRequest(.everything, time: .seconds(20))
        request.order = order
        if order == .ascending { request.after = middle } else { request.before = middle }
        var merge = try #require(history.merge(request))
        let whole = merge.requests
        #expect(whole.count == 4)
        var page: [String] = []
        _ = merge.forEach(within: request.time) { call in
            page.append(call.id.epoch)
            return page.count < 10
        }
        // What was read of a process is not read again.
        let read = zip(whole, merge.requests).filter { before, after in
            before.request.after != after.request.after || before.request.before != after.request.before
        }.map { before, _ in before.part.process.epoch }
        #expect(page.count == 10 && Set(read) == Set(page) && read.count < 4)
    }

    private func recorded(_ calls: Int, byEachOf count: Int) throws -> (FleetTraffic, FleetHistory) {
        var traffic = FleetTraffic(count)
        let recording = try FleetRecording(path: folder.file().path)
        for round in 0..<4 * count {
            traffic.record(calls / 4, by: round % count)
            try recording.write([try traffic.someBatch(of: round % count)], through: UInt64(round + 1))
        }
        return (traffic, recording.history)
    }

    /// Regression test: each page of an export began a merge of its own, which read ahead of all processes anew.
    @Test func aPageOfAScanGoesOnWithWhatWasReadForTheOneBefore() throws {
        let (traffic, history) = try recorded(40, byEachOf: 1)
        let scan = FleetScan(history)
        var request = HistoryRequest(.everything, time: .seconds(20))
        request.order = .ascending
        var calls: [Invocation] = []
        for page in 1...3 {
            let part = scan.scan(request) { call in
                calls.append(call)
                return calls.count < 5 * page
            }
            #expect(part.end == .stopped)
            request.after = try #require(part.reached)
            // All three pages are among the calls that are read ahead at first.
            if page == 1 { try FileManager.default.removeItem(at: folder.file()) }
        }
        #expect(calls.map(\.id.description) == traffic.calls.prefix(15).map(\.id.description))
        #expect(history.failure == nil)
    }

    /// Without any time, each page reads a part of one process.
    @Test(arguments: [InvocationQuery.Order.ascending, .descending])
    func theCopiesOfACursorAreIndependent(order: InvocationQuery.Order) throws {
        let (traffic, history) = try recorded(200, byEachOf: 3)
        var query = InvocationQuery()
        query.order = order
        var cursor = Recorder(replaying: history).cursor(query)
        var calls = cursor.next(within: .zero)
        var copy = cursor
        var others = calls
        #expect(!calls.isEmpty && !cursor.isAtEnd)
        while !cursor.isAtEnd || !copy.isAtEnd {
            calls += cursor.next(within: .zero)
            others += copy.next(within: .zero)
        }
        let ids = traffic.calls.map(\.id.description)
        #expect(calls.map(\.id.description) == (order == .ascending ? ids : ids.reversed()))
        #expect(others.map(\.id.description) == calls.map(\.id.description))
    }
}
