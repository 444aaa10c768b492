// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import InspectorServer
import ProxyCore
import Testing

@testable import FilterTestSupport

@Suite struct ThreadPriorityTests {
    private let folder = TemporaryFolder()

    private func lines(of recorder: Recorder) throws -> String {
        var bytes: [UInt8] = []
        try InvocationExport(recorder, as: .ndjson, proxyEvents: .none).write { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Records calls on a thread with a raised nice value.
    private func record() throws -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        let recorder = Recorder(configuration)
        try recorder.keep(in: .file(folder.file()))
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 7)
            proxy.nothing()
            isDone.signal()
        }
        isDone.wait()
        recorder.detachSink()
        return recorder
    }

    @Test func isThatOfTheThreadWhenItMadeItsFirstCall() throws {
        let call = try #require(try record().invocations(InvocationQuery()).items.first)
        #expect(call.thread.priority == ThreadInfo.Priority(.other, nice: 7))
    }

    @Test func isInLinesFilesAndImports() throws {
        let recorded = try lines(of: record())
        #expect(recorded.contains(#""priority":{"policy":"other","nice":7}}"#))
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
