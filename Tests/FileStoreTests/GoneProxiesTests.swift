// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import ProxyCore
import Testing

@testable import FileStore
@testable import FilterTestSupport

/// What retention leaves of proxies that are gone.
@Suite struct GoneProxiesTests {
    private let folder = TemporaryFolder()

    private func recorder(limit: Int? = 1 << 20) throws -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        let recorder = Recorder(configuration)
        var file = FileStoreConfiguration()
        file.bytesLimit = limit
        file.interval = .milliseconds(1)
        try recorder.keep(in: .file(folder.file(), file))
        return recorder
    }

    /// As a server does that makes a proxy for each connection.
    private func makeProxies(_ count: Int, calls: Int = 1, _ recorder: Recorder) {
        let target = TrafficTarget()
        for number in 0..<count {
            let proxy = TrafficProxy(recorder: recorder, ownerName: "Connection")
            proxy.setForwardDelegate(target, retain: true)
            for call in 0..<calls { proxy.text("request \(number)", foundCount: call) }
        }
        recorder.settleAllProxyEvents()
        recorder.flushSink()
    }

    /// Makes proxies until calls were deleted, and the file has hardly more proxies than calls, which takes as long as
    /// retention takes.
    private func makeProxiesUntilDeleted(_ recorder: Recorder, _ write: () throws -> Void = {}) throws {
        let patience = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < patience {
            let stored = try count("record")
            if stored < 15_000, try count("proxy") <= stored + 1_000 { return }
            makeProxies(100, recorder)
            try write()
        }
    }

    private func count(_ table: String) throws -> Int {
        let file = try DatabaseQueue(path: folder.recording)
        defer { try? file.close() }
        return try file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") } ?? 0
    }

    /// Regression test: they were kept, so that a file over its limit had nothing but them in the end.
    @Test func namesSumsAndEventsOfGoneProxiesAreDeletedAfterTheirCalls() throws {
        let recorder = try recorder()
        let first = TrafficProxy(recorder: recorder, ownerName: "Main")
        first.setForwardDelegate(TrafficTarget(), retain: true)
        first.nothing()
        for _ in 0..<40 { makeProxies(500, recorder) }
        try makeProxiesUntilDeleted(recorder)
        recorder.detachSink()
        let (stored, proxies) = try (count("record"), count("proxy"))
        #expect(recorder.status.recorded > 20_000 && stored < 15_000)
        // Each has one call; some were gone too late for the last step.
        #expect(proxies < stored + 2_000)
        #expect(try count("tally") < stored + 2_000)
        #expect(try count("event") < 2 * (stored + 2_000))
        let replay = try Recorder(replaying: folder.file())
        // One that lives keeps its name and its events, though its call is deleted.
        let listed = try FileHistory(path: folder.recording).proxies.first { $0.number == first.number }
        #expect(listed?.owner == "Main")
        var query = InvocationQuery()
        query.limit = 10_000
        #expect(replay.invocations(query).items.allSatisfy { $0.owner == "Connection" })
    }

    @Test func aGoneProxyStaysWithItsMarkedCall() throws {
        let recorder = try recorder()
        makeProxies(1, recorder)
        let marked = try #require(recorder.invocations(InvocationQuery()).items.first)
        recorder.mark(marked.id, marked: true, comment: nil)
        for _ in 0..<40 { makeProxies(500, recorder) }
        try makeProxiesUntilDeleted(recorder)
        recorder.detachSink()
        let replay = try Recorder(replaying: folder.file())
        let found = replay.invocations(InvocationQuery(try InvocationFilter("is:marked"))).items
        #expect(found.map(\.proxy) == [marked.proxy] && found.map(\.target) == [marked.target])
        #expect(try FileHistory(path: folder.recording).proxies.first?.number == marked.proxy)
        #expect(try count("proxy") < count("record") + 2_000)
    }

    /// Regression test: its row stays, but its events were deleted, so that it seemed to live.
    @Test func theLastProxyThatWasNamedIsStillKnownToBeGone() throws {
        let recorder = try recorder()
        let main = TrafficProxy(recorder: recorder, ownerName: "Main")
        main.setForwardDelegate(TrafficTarget(), retain: true)
        main.nothing()
        makeProxies(1, recorder)
        let last = try #require(recorder.invocations(InvocationQuery()).items.map(\.proxy).max())
        let patience = ContinuousClock.now + .seconds(60)
        while try count("record WHERE proxy = (SELECT max(id) FROM proxy)") > 0, ContinuousClock.now < patience {
            for _ in 0..<2_000 { main.nothing() }
            recorder.flushSink()
        }
        recorder.detachSink()
        let listed = try FileHistory(path: folder.recording).proxies.first { $0.number == last }
        #expect(listed?.calls == [] && listed?.history.last?.kind == .gone)
    }

    /// The writer knows the rows of proxies by heart.
    @Test func callsAfterTheDeletionHaveTheirProxies() throws {
        let recorder = try recorder()
        let target = TrafficTarget()
        var proxies: [TrafficProxy] = []
        let patience = ContinuousClock.now + .seconds(60)
        repeat {
            let proxy = TrafficProxy(recorder: recorder, ownerName: "Session")
            proxy.setForwardDelegate(target, retain: true)
            proxies.append(proxy)
            makeProxies(200, calls: 4, recorder)
            for proxy in proxies { proxy.nothing() }
        } while try count("proxy") > proxies.count * 100 && ContinuousClock.now < patience
        for proxy in proxies { proxy.nothing() }
        recorder.detachSink()
        let file = try DatabaseQueue(path: folder.recording)
        let nameless = "SELECT count(*) FROM record WHERE proxy NOT IN (SELECT id FROM proxy)"
        #expect(try file.read { try Int.fetchOne($0, sql: nameless) } == 0)
        #expect(try count("proxy") <= proxies.count * 100)
    }

    /// A program reads its own recording as long as it runs.
    @Test func readersForgetThemToo() throws {
        let recorder = try recorder()
        // The file has no run before its first call.
        makeProxies(1, recorder)
        let history = try FileHistory(path: folder.recording)
        let names = { try #require(history.read { _, _, decoder in decoder.names.proxies.count }) }
        var (made, known) = (0, 0)
        let patience = ContinuousClock.now + .seconds(60)
        repeat {
            makeProxies(500, recorder)
            made += 500
            known = try names()
        } while known > made / 2 && ContinuousClock.now < patience
        recorder.detachSink()
        #expect(made > 2_000 && known <= made / 2)
    }

    /// Regression test: its events were never deleted.
    @Test func theyAreDeletedFromARecordingOfAFleetToo() throws {
        var traffic = FleetTraffic(1)
        var configuration = FileStoreConfiguration()
        configuration.bytesLimit = 1 << 20
        let recording = try FleetRecording(path: folder.recording, configuration: configuration)
        let recorder = Recorder(replaying: recording.history)
        var sequence: UInt64 = 0
        var place = StreamPlace(position: 0, number: 0)
        for _ in 0..<40 {
            makeProxies(500, traffic.recorders[0])
            while let batch = traffic.batch(of: 0) {
                sequence += 1
                try recording.write([batch], through: sequence)
            }
            // A stream that is at the end goes on there, whatever was deleted.
            #expect(recording.history.isPassed(place))
            place = recorder.streamEnd
        }
        try makeProxiesUntilDeleted(traffic.recorders[0]) {
            while let batch = traffic.batch(of: 0) {
                sequence += 1
                try recording.write([batch], through: sequence)
            }
        }
        let (stored, proxies) = try (count("record"), count("proxy"))
        #expect(recorder.status.evicted > 5_000 && proxies < stored + 2_000)
        #expect(try count("event") < 2 * (stored + 2_000))
        #expect(try count("fleet_event") < 2 * (stored + 2_000))
        // A stream from the beginning ends at the end.
        place = StreamPlace(position: 0, number: 0)
        while true {
            let part = recorder.streamed(after: place, limit: 1_000, matching: .everything)
            guard part.end != place else { break }
            place = part.end
        }
        #expect(place == recorder.streamEnd)
    }
}
