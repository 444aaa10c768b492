// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import InspectorServer
import ProxyCore
import Testing

@testable import FilterTestSupport

@Suite struct SkippedCallTests {
    let folder = TemporaryFolder()

    /// Records calls, most of which are skipped by a rate limit.
    func record() throws -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.rateLimit = RateLimit(callsPerSecond: 5, keepOneIn: 10)
        var traffic = FilterTraffic(seed: 5, configuration: configuration)
        try traffic.recorder.keep(in: .file(folder.file()))
        traffic.record(600)
        traffic.recorder.detachSink()
        return traffic.recorder
    }

    func lines(of recorder: Recorder) throws -> String {
        var bytes: [UInt8] = []
        try InvocationExport(recorder, as: .ndjson, proxyEvents: .none).write { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func theFileSaysHowManyWereSkippedBeforeACall() throws {
        let recorder = try record()
        let replay = try Recorder(replaying: folder.file())
        let filter = InvocationQuery(try InvocationFilter("skipped:>0"))
        let (recorded, read) = (recorder.invocations(filter).items, replay.invocations(filter).items)
        #expect(!recorded.isEmpty && recorded.map(\.skipped) == read.map(\.skipped))
        let skipped = read.reduce(0) { $0 + $1.skipped }
        let statistics = replay.selectors
        #expect(statistics.map(\.skipped).reduce(0, +) == UInt64(skipped))
        #expect(statistics.map(\.calls).reduce(0, +) == UInt64(replay.status.stored) + UInt64(skipped))
    }

    @Test func linesSayItAndKeepItWhenTheyAreImported() throws {
        let original: String = try lines(of: record())
        #expect(original.contains("\"skipped\":9"))
        let copy = folder.file("copy.sqlite")
        let target = try RecordingImport(path: copy.path)
        for line in original.utf8.split(separator: UInt8(ascii: "\n")) {
            try Array(line).withUnsafeBytes { try target.add($0) }
        }
        _ = try target.finish()
        let read: String = try lines(of: Recorder(replaying: copy))
        #expect(read == original)
    }
}
