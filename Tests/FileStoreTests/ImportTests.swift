// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import InspectorServer
import ProxyCore
import Testing

@testable import FilterTestSupport

@Suite struct ImportTests {
    let folder = TemporaryFolder()

    func lines(of recorder: Recorder) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try InvocationExport(recorder, as: .ndjson).write { bytes += $0 }
        return bytes
    }

    func load(_ lines: [UInt8], into file: URL) throws -> RecordingImport.Summary {
        let target = try RecordingImport(path: file.path)
        for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            try Array(line).withUnsafeBytes { try target.add($0) }
        }
        return try target.finish()
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>) func linesComeBackByteForByte(seed: UInt64) throws {
        var traffic = FilterTraffic(seed: seed)
        traffic.record(500)
        let third = InvocationID(epoch: traffic.recorder.epoch, seq: 3)
        traffic.recorder.mark(third, marked: true, comment: "\"<\u{2028}é")
        let original = try lines(of: traffic.recorder)
        let summary = try load(original, into: folder.file())
        #expect(summary.added == Int(traffic.recorder.status.recorded) && summary.known == 0)
        let replay = try Recorder(replaying: folder.file())
        let copy = try lines(of: replay)
        #expect(copy == original)
        // Once more: what the file has already stays as it is.
        #expect(try load(copy, into: folder.file()).known == summary.added)
        #expect(try lines(of: Recorder(replaying: folder.file())) == original)
    }

    @Test func aRecordingKeepsWhatItsLinesSay() throws {
        var traffic = FilterTraffic(seed: 9)
        try traffic.recorder.keep(in: .file(folder.file()))
        traffic.record(400)
        traffic.recorder.detachSink()
        #expect(try lines(of: Recorder(replaying: folder.file())) == lines(of: traffic.recorder))
    }

    @Test(arguments: [
        ("{", "a key"), ("[]", "id"), ("{\"id\":\"9f2c11ab-1\"}", "startedAt"), ("nonsense", "value"),
        ("{\"id\":\"x\"}", "id"), (String(repeating: "[", count: 500), "nested"), ("{\"id\":\"\u{1}\"}", "control"),
    ]) func aLineThatIsNoInvocationIsRefusedWithItsNumber(line: String, reason: String) throws {
        let target = try RecordingImport(path: folder.file().path)
        try "".utf8.withContiguousStorageIfAvailable { try target.add(UnsafeRawBufferPointer($0)) }
        do {
            try Array(line.utf8).withUnsafeBytes { try target.add($0) }
            Issue.record("\(line) was accepted")
        } catch let error as RecordingImport.LineError {
            #expect(error.line == 2 && error.description.contains(reason), "\(error)")
        }
    }
}
