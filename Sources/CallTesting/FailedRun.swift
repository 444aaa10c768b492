// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CallExport
internal import ProxyCore
internal import Synchronization

#if canImport(Testing)
internal import Testing
#endif

/// The calls of a test that has failed, for people who look into it later: as lines of JSON, and as the inspector page.
struct FailedRun {
    /// Of the environment variable that names a folder for the recordings of failed tests.
    static let folderVariable = "INSPECTOR_TEST_RECORDINGS"
    private static let formats = [ExportFormat.ndjson, .html]
    private static let names = Mutex<[String: Int]>([:])

    /// Of the test.
    let name: String
    let recorder: Recorder

    /// Attaches the recording to the test, and saves it in the folder for recordings if there is one.
    func keep(in environment: ProcessEnvironment = .current) {
        recorder.flush()
        guard recorder.status.stored > 0 || !recorder.running.isEmpty else { return }
        let folder = environment[Self.folderVariable].flatMap { $0.isEmpty ? nil : RecordingFolder(path: $0) }
        let place = fileName
        for format in Self.formats {
            let content = content(format)
            let file = "\(place).\(format.fileExtension)"
            #if canImport(Testing)
            if Test.current != nil { Attachment.record(content, named: file) }
            #endif
            folder?.write(content, as: file)
        }
    }

    private func content(_ format: ExportFormat) -> [UInt8] {
        var bytes: [UInt8] = []
        let export = InvocationExport(recorder, as: format, proxyEvents: .all, running: true)
        // Only reading a recording fails.
        _ = try? export.write { bytes += $0 }
        return bytes
    }

    /// Another one for each run of a test, such as one for each of its arguments.
    private var fileName: String {
        let safe = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) || "-_.".contains($0) ? $0 : "_" })
        let number = Self.names.withLock { names in
            names[safe, default: 0] += 1
            return names[safe] ?? 1
        }
        return number == 1 ? safe : "\(safe)-\(number)"
    }
}
