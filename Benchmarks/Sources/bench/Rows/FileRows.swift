// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import ProxyCore

/// The cost for the caller of also writing to a file: parses with a file store and with memory only, in turns. The
/// result for the file is the result for memory times the median ratio of the rounds, so that other load on the machine
/// affects both.
enum FileRows {
    /// The activity before the timed parse.
    private enum Prelude {
        /// Nothing.
        case none
        /// Another parse, whose calls are still being written.
        case writing
    }

    static func rows(rounds: Int = 21) -> [Row] {
        guard let document = ParserRow.document else { return [] }
        let folder = TemporaryFolder()
        let alone = measure(document, folder, .none, rounds: rounds)
        let beside = measure(document, folder, .writing, rounds: rounds)
        return [
            alone.row("parse, all calls kept in a file too", atMost: 1.1),
            beside.row("parse while the calls before it are written", atMost: 1.1),
            .comparison("writing to the file, processor time per call", Meter.median(alone.writing + beside.writing)),
            .comparison("bytes of a call in the file", Meter.median(alone.bytes + beside.bytes), unit: "B"),
        ]
    }

    private struct Samples {
        /// Milliseconds.
        var memory: [Double] = []
        var file: [Double] = []
        /// Nanoseconds of processor time per call, from the end of the parse until everything is written.
        var writing: [Double] = []
        /// Per call.
        var bytes: [Double] = []

        func row(_ name: String, atMost factor: Double) -> Row {
            let baseline = Meter.median(memory)
            let ratio = Meter.median(zip(file, memory).map { $0 / $1 })
            return .ratio(name, baseline * ratio, to: baseline, atMost: factor, unit: "ms")
        }
    }

    private static func measure(
        _ document: Data,
        _ folder: TemporaryFolder,
        _ prelude: Prelude,
        rounds: Int
    ) -> Samples {
        var samples = Samples()
        for round in -1..<rounds {
            let file = folder.url("traffic.sqlite")
            // The order alternates.
            let before = round.isMultiple(of: 2) ? parseInMemory(document, prelude) : nil
            let sample = parseIntoFile(document, file, prelude)
            let memory = before ?? parseInMemory(document, prelude)
            folder.removeContents()
            guard round >= 0 else { continue }
            samples.memory.append(memory)
            samples.file.append(sample.milliseconds)
            samples.writing.append(sample.writing)
            samples.bytes.append(sample.bytes)
        }
        return samples
    }

    private static var configuration: RecorderConfiguration {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        return configuration
    }

    private static func parseInMemory(_ document: Data, _ prelude: Prelude) -> Double {
        let recorder = Recorder(configuration)
        if prelude == .writing { ParserRow.parse(document, recordedBy: recorder) }
        let time = ParserRow.seconds { ParserRow.parse(document, recordedBy: recorder) }
        recorder.flush()
        return time * 1e3
    }

    private static func parseIntoFile(
        _ document: Data,
        _ file: URL,
        _ prelude: Prelude
    ) -> (milliseconds: Double, writing: Double, bytes: Double) {
        do {
            let recorder = try Recorder(configuration, store: .file(file))
            if prelude == .writing {
                ParserRow.parse(document, recordedBy: recorder)
                while recorder.sinkStatus?.written == 0 { usleep(500) }
            }
            let time = ParserRow.seconds { ParserRow.parse(document, recordedBy: recorder) }
            let before = recorder.sinkStatus?.written ?? 0
            let start = Clock.processNanoseconds
            recorder.flushSink()
            let writing = Double(Clock.processNanoseconds - start)
            let calls = recorder.status.recorded
            let missed = recorder.sinkStatus?.missed ?? 0
            recorder.detachSink()
            let kept = try Recorder(replaying: file).status.stored
            let dropped = recorder.status.dropped
            precondition(dropped == 0 && missed == 0, "of \(calls) calls \(dropped) were dropped, \(missed) missed")
            precondition(kept == Int(calls), "of \(calls) calls \(kept) are in the file")
            let bytes = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            return (time * 1e3, writing / Double(calls - before), Double(bytes) / Double(calls))
        } catch {
            fatalError("The file cannot be written: \(error)")
        }
    }
}

/// A folder that is deleted with its last reference.
final class TemporaryFolder {
    private let folder: URL

    init() {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            fatalError("A temporary folder cannot be made: \(error)")
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    func removeContents() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            try? FileManager.default.removeItem(at: url(name))
        }
    }
}
