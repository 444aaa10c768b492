// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore
import Testing

@testable import FilterTestSupport

/// Replays the fuzzer's corpus and former failures.
@Suite struct FilterCorpusTests {
    @Test func everyInputOfTheCorpusIsReadOrRefusedWell() throws {
        let fuzz = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fuzz")
        let corpus = try inputs(in: fuzz.appending(path: "corpus/filter"))
        #expect(corpus.count > 100)
        let trial = FilterTrial()
        for (name, bytes) in corpus + ((try? inputs(in: fuzz.appending(path: "FailCases/filter"))) ?? []) {
            #expect(trial.failure(of: bytes) == nil, "\(name)")
        }
    }

    private func inputs(in folder: URL) throws -> [(name: String, bytes: [UInt8])] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).map { file in
            (file.lastPathComponent, Array(try Data(contentsOf: file)))
        }
    }
}
