// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import GRDB
import InspectorServer
import ProxyCore
import Testing

@testable import FilterTestSupport

@Suite struct CompletionTests {
    private let folder = TemporaryFolder()
    /// Keeps the closures that nobody has taken.
    private let answerer = LateAnswerer()

    private func lines(of recorder: Recorder) throws -> String {
        var bytes: [UInt8] = []
        try InvocationExport(recorder, as: .ndjson, proxyEvents: .none).write { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A recorder that writes to the file.
    private func record(_ body: (AskingProxy, Recorder) throws -> Void) throws -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.budget.time = .seconds(60)
        let recorder = Recorder(configuration)
        try recorder.keep(in: .file(folder.file()))
        let proxy = AskingProxy(recorder: recorder, ownerName: "Questions")
        proxy.setForwardDelegate(answerer, retain: true)
        try body(proxy, recorder)
        recorder.detachSink()
        return recorder
    }

    /// Four calls: one is answered after it was written, one twice, one never, one is still waited for.
    private func recordFour() throws -> Recorder {
        try record { proxy, recorder in
            for name in ["called", "twice", "never", "pending"] { proxy.ask(name) { _, _ in } }
            recorder.flush()
            recorder.flushSink()
            answerer.takeAnswer()?(1, "one")
            let twice = try #require(answerer.takeAnswer())
            twice(2, nil)
            twice(3, nil)
            _ = answerer.takeAnswer()
            recorder.flush()
        }
    }

    @Test func arrivesInARowThatWasWrittenBefore() throws {
        let recorder = try recordFour()
        let replay = try Recorder(replaying: folder.file())
        var query = InvocationQuery()
        query.order = .ascending
        let states = { [query] (recorder: Recorder) in recorder.invocations(query).items.map(\.completion) }
        #expect(states(recorder) == [.called, .twice, .never, .pending])
        #expect(states(replay) == states(recorder))
        #expect(try lines(of: replay) == lines(of: recorder))
    }

    @Test func filtersFindItInTheFile() throws {
        _ = try recordFour()
        let replay = try Recorder(replaying: folder.file())
        for state in Invocation.Completion.State.allCases {
            let found = replay.invocations(InvocationQuery(try InvocationFilter("completion:\(state.name)"))).items
            #expect(found.map(\.completion) == [state])
            #expect(replay.count(matching: try InvocationFilter("-completion:\(state.name)")).matched == 3)
        }
        #expect(replay.neverCompleted().map(\.calls) == [1])
    }

    @Test func surviveExportAndImport() throws {
        let original = try lines(of: recordFour())
        let twice = #""completion":"twice","completions":[{"argument":1,"state":"twice","count":2,"calls":"#
        #expect(original.contains(twice))
        let copy = folder.file("copy.sqlite")
        let target = try RecordingImport(path: copy.path)
        for line in original.utf8.split(separator: UInt8(ascii: "\n")) {
            try Array(line).withUnsafeBytes { try target.add($0) }
        }
        _ = try target.finish()
        #expect(try lines(of: Recorder(replaying: copy)) == original)
    }

    @Test(arguments: ["{", "[{}]", #"[{"argument":-1,"count":1,"calls":[]}]"#, "[[[[", "\u{0}"])
    func anImpossibleColumnIsNoCompletion(text: String) throws {
        _ = try recordFour()
        let queue = try DatabaseQueue(path: folder.file().path)
        try queue.write { try $0.execute(sql: "UPDATE record SET completions = ?", arguments: [text]) }
        try queue.close()
        let calls = try Recorder(replaying: folder.file()).invocations().items
        #expect(calls.count == 4 && calls.allSatisfy(\.completions.isEmpty))
    }
}
