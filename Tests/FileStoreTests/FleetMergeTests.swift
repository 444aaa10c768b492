// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import GRDB
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
        var merge = try #require(history.read { db in try FleetMerge(request, try history.periods(db), db) })
        let whole = merge.requests
        #expect(whole.count == 4)
        var page: [String] = []
        _ = merge.forEach { call in
            page.append(call.id.epoch)
            return page.count < 10
        }
        // What was read of a process is not read again.
        let read = zip(whole, merge.requests).filter { before, after in
            before.request.after != after.request.after || before.request.before != after.request.before
        }.map { before, _ in before.part.process.epoch }
        #expect(page.count == 10 && Set(read) == Set(page) && read.count < 4)
    }
}
