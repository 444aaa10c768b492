// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import InspectorServer
import ProxyCore
import Reactive
import Testing

@testable import FilterTestSupport

@Suite struct TaskFieldTests {
    private let folder = TemporaryFolder()

    private func lines(of recorder: Recorder) throws -> String {
        var bytes: [UInt8] = []
        try InvocationExport(recorder, as: .ndjson, proxyEvents: .none).write { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Records two async calls, one of them in a task with a name, each with a call inside, and a call outside of tasks.
    private func record() async throws -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        let recorder = Recorder(configuration)
        try recorder.keep(in: .file(folder.file()))
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        for name in ["a loader", nil] {
            await Task(name: name) {
                let handler = proxy.handle(TrafficProxy.Selectors.later) { _ in proxy.text("inside", foundCount: 1) }
                await proxy.later("outside")
                handler.dispose()
            }.value
        }
        proxy.nothing()
        recorder.detachSink()
        return recorder
    }

    @Test func isInLinesFilesAndImports() async throws {
        let recorder = try await record()
        let tasks = recorder.invocations(InvocationQuery()).items.reversed().map(\.task)
        #expect(tasks.map { $0?.name } == ["a loader", "a loader", nil, nil, nil])
        #expect(tasks.map { $0 == nil } == [false, false, false, false, true])
        let recorded = try lines(of: recorder)
        let first = try #require(tasks[0])
        let second = try #require(tasks[2])
        #expect(recorded.contains(#","task":{"id":\#(first.id),"name":"a loader"},"startedAt""#))
        #expect(recorded.contains(#","task":{"id":\#(second.id)},"startedAt""#))
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

    @Test func filtersOfAFileAskForIt() async throws {
        let recorder = try await record()
        let file = try Recorder(replaying: folder.file())
        for text in ["task:loader", "task:=\"a loader\"", "-task:loader", "has:task", "-has:task"] {
            let filter = try InvocationFilter(text)
            let count = recorder.count(matching: filter, within: .seconds(60)).matched
            #expect(count > 0, "\(text)")
            #expect(file.count(matching: filter, within: .seconds(60)).matched == count, "\(text)")
        }
    }

    @Test func isAColumnOfTables() async throws {
        var bytes: [UInt8] = []
        let recorder = try await record()
        try InvocationExport(recorder, as: .csv, proxyEvents: .none).write { bytes += $0 }
        let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        #expect(rows[0].hasSuffix(",outcome,task,rule,heldNanoseconds,trace,process,event,previousTarget,detail"))
        #expect(rows.count { $0.hasSuffix(" a loader,,,,,,,") } == 2)
        #expect(rows.count { $0.hasSuffix(",,,,,,,,") } == 1)
    }
}
