// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore
import Testing

@testable import CallTesting

/// What is left of a test that has failed.
@Suite struct FailedRunTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "failed-\(UUID())/deep")

    private var environment: ProcessEnvironment { ProcessEnvironment([FailedRun.folderVariable: folder.path]) }

    /// A recorder with a call that has returned.
    private func recorder() -> Recorder {
        let recorder = Recorder(.test)
        Recorder.withCurrent(recorder) { FeedProxy().feedDidEnd() }
        return recorder
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func theCallsAreSavedAsLinesAndAsThePage() throws {
        defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
        FailedRun(name: "Feed-a test/éß", recorder: recorder()).keep(in: environment)
        #expect(try files() == ["Feed-a_test___.html", "Feed-a_test___.ndjson"])
        let lines = try String(contentsOf: folder.appending(path: "Feed-a_test___.ndjson"), encoding: .utf8)
        #expect(lines.contains("\"selector\":\"feedDidEnd()\""))
        let page = try String(contentsOf: folder.appending(path: "Feed-a_test___.html"), encoding: .utf8)
        #expect(page.contains("\"selector\":\"feedDidEnd()\"") && page.contains("<title>"))
    }

    @Test func aTestThatRunsSeveralTimesHasSeveralFiles() throws {
        defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
        let recorder = recorder()
        for _ in 0..<2 { FailedRun(name: "Feed-twice", recorder: recorder).keep(in: environment) }
        #expect(try files().filter { $0.hasSuffix(".html") } == ["Feed-twice-2.html", "Feed-twice.html"])
    }

    @Test func aCallThatHasNotReturnedIsThereToo() throws {
        defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
        let recorder = Recorder(.test)
        let proxy = Recorder.withCurrent(recorder) { FeedProxy() }
        let environment = environment
        let keeping = proxy.handle(FeedProxy.Selectors.shouldRetry) { _ in
            FailedRun(name: "Feed-running", recorder: recorder).keep(in: environment)
            return true
        }
        #expect(try proxy.feed("news", shouldRetry: 1))
        withExtendedLifetime(keeping) {}
        let lines = try String(contentsOf: folder.appending(path: "Feed-running.ndjson"), encoding: .utf8)
        #expect(lines.contains("\"state\":\"running\""))
    }

    @Test func nothingIsSavedWithoutCallsOrWithoutAFolder() {
        FailedRun(name: "Feed-empty", recorder: Recorder(.test)).keep(in: environment)
        FailedRun(name: "Feed-nowhere", recorder: recorder()).keep(in: ProcessEnvironment([:]))
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test func theScopeOfATestHasTheNamesOfItsFileAndFunction() {
        withRecorder { _ in
            #expect(TestScope.current?.name == "FailedRunTests-theScopeOfATestHasTheNamesOfItsFileAndFunction")
        }
    }

    @Test(.recorder) func aTraitNamesTheTestLikewise() {
        #expect(TestScope.current?.name == "FailedRunTests-aTraitNamesTheTestLikewise")
    }
}
