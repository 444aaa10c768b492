// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import GRDB
import ProxyCore
import Testing

@testable import FilterTestSupport

@Suite struct ProgramExitTests {
    /// Where the program that a test starts writes; `process` is the test's own.
    static func file(of process: Int32) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("recording-exit-\(process).sqlite")
    }

    @Test func aProgramThatExitsLeavesItsWholeRecording() async throws {
        let file = Self.file(of: getpid())
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) } }
        await #expect(processExitsWith: .success) {
            var configuration = RecorderConfiguration()
            configuration.overflowPolicy = .wait
            var traffic = FilterTraffic(seed: 7, configuration: configuration)
            try traffic.recorder.keep(in: .file(ProgramExitTests.file(of: getppid())))
            // Longer than one batch, and not yet written when the program ends.
            traffic.record(20_000)
            exit(withExtendedLifetime(traffic) { EXIT_SUCCESS })
        }
        let database = try DatabaseQueue.patient(file.path)
        defer { try? database.close() }
        let (ended, last, written) = try await database.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT ended FROM run"),
                try Int.fetchOne(db, sql: "SELECT last_seq FROM run"),
                try Int.fetchOne(db, sql: "SELECT count(*) FROM invocations WHERE state <> 'running'")
            )
        }
        #expect(ended != nil)
        #expect(try #require(written) >= 20_000 && written == last)
    }
}
