// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import ProxyCore

/// Puts what the fuzzer comes upon into the columns of a recording, and reads and writes it. What is wrong ends the
/// program by itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecording(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    do {
        try trial.attempt(trial.changes(from: bytes))
    } catch {
        fatalError("The trial itself failed: \(error)")
    }
    return 0
}

private let trial: RecordingTrial = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("recording-fuzz-\(getpid())")
    do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try RecordingTrial(in: folder) { file, configuration in
            var traffic = FilterTraffic(seed: 5)
            try traffic.recorder.keep(in: .file(file, configuration))
            traffic.record(8)
            traffic.recorder.detachSink()
        }
    } catch {
        fatalError("There is no recording to change: \(error)")
    }
}()
