// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import InspectorServer
import ProxyCore
import Testing

@testable import FilterTestSupport

@Suite struct TraceFieldTests {
    private let folder = TemporaryFolder()

    private func lines(of recorder: Recorder) throws -> String {
        var bytes: [UInt8] = []
        try InvocationExport(recorder, as: .ndjson, proxyEvents: .none).write { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func record() throws -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        let recorder = Recorder(configuration)
        try recorder.keep(in: .file(folder.file()))
        recorder.recordTraces(from: TestSpan.source)
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        for span in [0, 11, 12, 21, 0] as [UInt] { TestSpan.with(span) { proxy.nothing() } }
        recorder.detachSink()
        return recorder
    }

    @Test func isInLinesFilesAndImports() throws {
        let recorder = try record()
        let recorded = try lines(of: recorder)
        #expect(
            recorded.contains(#""trace":{"traceId":"000000000000abcd0000000000000001","spanId":"000000000000000b","#)
        )
        #expect(recorded.components(separatedBy: "\"trace\"").count == 4)
        let read = try lines(of: Recorder(replaying: folder.file()))
        #expect(read == recorded)
        let copy = folder.file("copy.sqlite")
        let target = try RecordingImport(path: copy.path)
        for line in recorded.utf8.split(separator: UInt8(ascii: "\n")) {
            try Array(line).withUnsafeBytes { try target.add($0) }
        }
        _ = try target.finish()
        let imported = try lines(of: Recorder(replaying: copy))
        #expect(imported == recorded)
    }

    @Test(arguments: [
        ("trace:000000000000abcd0000000000000001", 2), ("trace:0000000000000015", 1), ("trace:ABCD", 3),
        ("trace:/0{15}c$/", 1), ("has:trace", 3), ("-has:trace", 2), ("-trace:abcd", 2), ("trace:x", 0),
    ]) func filtersFindTheSameCallsInMemoryAndInFiles(filter: String, count: Int) throws {
        let recorder = try record()
        let wanted = try InvocationFilter(filter)
        #expect(recorder.count(matching: wanted).matched == count)
        let replayed = try Recorder(replaying: folder.file())
        #expect(replayed.count(matching: wanted, within: .seconds(20)).matched == count)
        #expect(recorder.invocations().items.count { wanted.matches($0) } == count)
    }

    @Test func aLineWithATraceThatIsNoneIsRefused() throws {
        let recorded = try lines(of: try record())
        let line = try #require(recorded.split(separator: "\n").first { $0.contains("\"trace\"") })
        for wrong in ["000000000000abcd000000000000000x", "00000000000000000000000000000000", "abcd"] {
            let broken = line.replacingOccurrences(of: "000000000000abcd0000000000000001", with: wrong)
            let target = try RecordingImport(path: folder.file("\(wrong).sqlite").path)
            #expect(throws: (any Error).self) { try Array(broken.utf8).withUnsafeBytes { try target.add($0) } }
        }
    }
}
