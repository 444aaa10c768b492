// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import ProxyCore
import Testing

@testable import FileStore
@testable import FilterTestSupport

@Suite struct ProxyTallyTests {
    private let folder = TemporaryFolder()

    private func proxies(countingAtMost count: Int) throws -> [RecordedProxy]? {
        try FileHistory(path: folder.file().path).read { db, run, _ in try RecordedProxyQuery(run, count).proxies(db) }
    }

    private func change(_ sql: String) throws {
        let file = try DatabaseQueue(path: folder.file().path)
        try file.write { try $0.execute(sql: sql) }
        try file.close()
    }

    @Test func sumsAreWhatCountingYields() throws {
        var traffic = FilterTraffic(seed: 4)
        try traffic.recorder.keep(in: .file(folder.file()))
        for _ in 0..<3 {
            traffic.record(1_000)
            traffic.recorder.flushSink()
        }
        traffic.recorder.detachSink()
        let summed = try #require(try proxies(countingAtMost: 0))
        #expect(summed.count == 2 && summed.allSatisfy { !($0.calls ?? []).isEmpty })
        try change("DELETE FROM tally")
        #expect(try proxies(countingAtMost: 1_000_000) == summed)
        #expect(try proxies(countingAtMost: 0)?.allSatisfy { $0.calls == nil && $0.protocolName != nil } == true)
    }

    /// What an interposer records has the number 0, which stands for no proxy.
    @Test func callsThatWentThroughNoProxyAreOfNoListedOne() throws {
        var traffic = FilterTraffic(seed: 4)
        try traffic.recorder.keep(in: .file(folder.file()))
        traffic.record(500)
        let selector = Selector(protocolName: "TrafficDelegate", name: "count(_:)")
        traffic.recorder.recordInterposed(1...7, selector, target: "TrafficTarget")
        traffic.recorder.detachSink()
        let replay = Recorder(replaying: try FileHistory(path: folder.file().path))
        let query = InvocationQuery(try InvocationFilter("selector:count proxy:0"))
        #expect(replay.invocations(query).count.matched == 7)
        let summed = try #require(try proxies(countingAtMost: 0))
        #expect(summed.count == 2 && summed.allSatisfy { $0.number > 0 && !$0.owner.isEmpty })
        #expect(replay.recordedProxies == summed)
        try change("DELETE FROM tally")
        #expect(try proxies(countingAtMost: 1_000_000) == summed)
        #expect(try proxies(countingAtMost: 0)?.map(\.number) == summed.map(\.number))
    }

    /// As in a file that an earlier version began.
    @Test func sumsThatLackCallsAreNotUsed() throws {
        var traffic = FilterTraffic(seed: 4)
        try traffic.recorder.keep(in: .file(folder.file()))
        traffic.record(500)
        traffic.recorder.detachSink()
        let counted = try proxies(countingAtMost: 1_000_000)
        try change("UPDATE tally SET calls = calls - 1 WHERE selector = 1")
        #expect(try proxies(countingAtMost: 1_000_000) == counted)
        #expect(try proxies(countingAtMost: 0) != counted)
    }
}
