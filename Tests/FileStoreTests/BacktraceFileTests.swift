// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import InspectorServer
import ProxyCore
import Testing

@testable import FilterTestSupport

@Suite struct BacktraceFileTests {
    private let folder = TemporaryFolder()

    private func lines(of recorder: Recorder) throws -> String {
        var bytes: [UInt8] = []
        try InvocationExport(recorder, as: .ndjson, proxyEvents: .none).write { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Records a call in a file, and one without a backtrace.
    private func record() throws -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.backtraces = BacktraceCapture()
        let recorder = Recorder(configuration)
        try recorder.keep(in: .file(folder.file()))
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        callFromHere(proxy)
        recorder.backtraces = nil
        callFromHere(proxy)
        recorder.detachSink()
        return recorder
    }

    @inline(never) @_optimize(none)
    private func callFromHere(_ proxy: TrafficProxy) { proxy.nothing() }

    @Test func hasTheFunctionsInTheFileWithoutTheProgram() throws {
        _ = try record()
        var query = InvocationQuery()
        query.order = .ascending
        let calls = try Recorder(replaying: folder.file()).invocations(query).items
        #expect(calls.count == 2)
        let caller = try #require(calls.first?.backtrace.first)
        #expect(caller.function?.contains("callFromHere") == true, "\(caller)")
        #expect(caller.file == #filePath)
        #expect(calls.last?.backtrace.isEmpty == true)
    }

    @Test func isTheSameInLinesFilesAndImports() throws {
        let recorded = try lines(of: record())
        #expect(recorded.contains("callFromHere"))
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
}
