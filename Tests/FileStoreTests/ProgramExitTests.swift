// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FaultySystem
import FileStore
import Foundation
import GRDB
import Glibc
import ProxyCore
import Testing

@testable import FilterTestSupport

private final class HangingSink: InvocationSink {
    func write(_ batch: SinkBatch) { DispatchSemaphore(value: 0).wait() }
    func finish() {}
}

/// Leaves a byte in a file when it is finished.
private final class TracingSink: InvocationSink {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func write(_ batch: SinkBatch) {}
    func finish() { _ = Glibc.write(descriptor, "f", 1) }
}

/// One after the other: all write the file of this process.
@Suite(.serialized) struct ProgramExitTests {
    /// Where the program that a test starts writes; `process` is the test's own.
    static func file(of process: Int32) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("recording-exit-\(process).sqlite")
    }

    /// The program's exit waits 2 s for its recording, which a machine with much other work may exceed. What is to hold
    /// is that a program that got the processor in time leaves everything, so a late one is tried again.
    @Test func aProgramThatExitsLeavesItsWholeRecording() async throws {
        try await expectWholeRecording {
            await #expect(processExitsWith: .success) { try ProgramExitTests.recordAndExit {} }
        }
    }

    @Test func aProgramThatExitsWhenNoThreadCanStartLeavesItsWholeRecording() async throws {
        try await expectWholeRecording {
            await #expect(processExitsWith: .success) {
                try ProgramExitTests.recordAndExit { precondition(faulty_kernel_refuse_threads()) }
            }
        }
    }

    /// Regression test: the recorders waited for each other, in any order.
    @Test func aSinkThatHangsKeepsNoOtherOneFromBeingFinished() async {
        let file = Self.file(of: getpid())
        var finished = 0
        for _ in 0..<10 where finished != 8 {
            remove(file)
            defer { remove(file) }
            await #expect(processExitsWith: .success) { ProgramExitTests.exitWhileFourOfTwelveHang() }
            finished = (try? Data(contentsOf: file))?.count ?? 0
        }
        #expect(finished == 8)
    }

    private static func exitWhileFourOfTwelveHang() {
        let descriptor = open(file(of: getppid()).path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let recorders = (0..<12).map { number in
            let recorder = Recorder()
            let hangs = number.isMultiple(of: 3)
            if hangs { recorder.attach(HangingSink()) } else { recorder.attach(TracingSink(descriptor)) }
            return recorder
        }
        exit(withExtendedLifetime(recorders) { EXIT_SUCCESS })
    }

    private static func recordAndExit(after prepare: () -> Void) throws {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        var traffic = FilterTraffic(seed: 7, configuration: configuration)
        try traffic.recorder.keep(in: .file(file(of: getppid())))
        // Longer than one batch, and not yet written when the program ends.
        traffic.record(10_000)
        prepare()
        exit(withExtendedLifetime(traffic) { EXIT_SUCCESS })
    }

    private func expectWholeRecording(_ run: () async -> Void) async throws {
        let file = Self.file(of: getpid())
        var left: Recording?
        for _ in 0..<10 where left?.isWhole != true {
            // Of a process that had this number before, too.
            remove(file)
            defer { remove(file) }
            await run()
            left = try await Recording(of: file)
        }
        let recording = try #require(left)
        #expect(recording.isWhole, "\(recording)")
    }

    private func remove(_ file: URL) {
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) }
    }

    private struct Recording {
        let isEnded: Bool
        let last: Int?
        let written: Int

        var isWhole: Bool { isEnded && written >= 10_000 && written == last }

        init(of file: URL) async throws {
            let database = try DatabaseQueue.patient(file.path)
            defer { try? database.close() }
            (isEnded, last, written) = try await database.read { db in
                (
                    try Int.fetchOne(db, sql: "SELECT ended FROM run") != nil,
                    try Int.fetchOne(db, sql: "SELECT last_seq FROM run"),
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM invocations WHERE state <> 'running'") ?? 0
                )
            }
        }
    }
}
