// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import InspectorServer
import Interposer
import Logging
import ProxyCore
import Synchronization

/// The inspection of a program that was not written for it: a recorder, an interposer and a server in its process.
final class ProgramInspection: Sendable {
    /// The only one of the process.
    static let current = Mutex<ProgramInspection?>(nil)

    /// The process that was entered, and not one that it has forked.
    static let beginning = Atomic<pid_t>(0)

    private let recorder: Recorder
    private let interposer: Interposer
    private let server: InspectorServer
    private let settings: InspectionSettings

    /// Begins an inspection, and says on standard error where its page is.
    init(_ environment: ProcessEnvironment) throws {
        settings = try InspectionSettings(environment)
        Interposer.leaveOutOwnLibrary()
        var configuration = RecorderConfiguration()
        if let memory = try EnvironmentSetting.memory.value(in: environment) { configuration.store(megabytes: memory) }
        configuration.captureRules.include = try EnvironmentSetting.include.value(in: environment) ?? []
        configuration.captureRules.exclude = try EnvironmentSetting.exclude.value(in: environment) ?? []
        recorder = Recorder(configuration)
        server = InspectorServer(recorder: recorder, configuration: try .resolved(in: environment))
        if let store = settings.store { try recorder.keep(in: .file(URL(fileURLWithPath: store), settings.fileStore)) }
        try server.start()
        interposer = Interposer.install(settings.selection, recorder: recorder)
        Message.writeLine(server.url)
        Message.write(summary)
        if settings.waitsForClient {
            Message.write("The program waits until a client opens the page or the stream.")
            while !server.hasStreams { Thread.sleep(forTimeInterval: 0.01) }
        }
    }

    /// Adds what images that were loaded meanwhile declare.
    func imagesChanged() { interposer.update() }

    /// The program ends: what was recorded is kept, and shown as long as it is wanted.
    func finish() {
        recorder.flush()
        let number = settings.staysAfterEnd ? waitForEnd() : nil
        server.stop()
        finishStore()
        if let number { Interruption.end(by: number) }
    }

    /// - Returns: The signal that ended the waiting.
    private func waitForEnd() -> Int32? {
        // The process will not come to where the C library does this.
        fflush(nil)
        Message.write("The program has ended. Serving \(server.url) until Ctrl-C.")
        return Interruption.wait()
    }

    private func finishStore() {
        if let status = recorder.detachSink(), status.missed + status.waiting > 0 {
            Message.write("\(status.missed + status.waiting) invocations are not in \(settings.store ?? "the file").")
        }
    }

    private var summary: String {
        let entries = interposer.entries
        guard !entries.isEmpty else {
            let patterns = settings.selection.protocols.joined(separator: ", ")
            return "No type of the program conforms to a protocol that matches \(patterns)."
        }
        let recorded = entries.filter { $0.refusal == nil }
        let protocols = Set(recorded.map(\.protocolName)), types = Set(recorded.map(\.typeName))
        let text = "Recording \(recorded.count) requirements of \(protocols.count) protocols in \(types.count) types."
        return recorded.count < entries.count ? "\(text) \(refusals(in: entries))" : text
    }

    /// How many requirements are not recorded, with the most frequent reasons.
    private func refusals(in entries: [Interposer.Entry]) -> String {
        let counts = Dictionary(grouping: entries.compactMap(\.refusal)) { $0 }.mapValues(\.count)
        let reasons = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let told = reasons.prefix(3).map { "\($0.value): \($0.key)" } + (reasons.count > 3 ? ["…"] : [])
        return "\(counts.values.reduce(0, +)) cannot be recorded (\(told.joined(separator: "; ")))."
    }
}

extension InspectionSettings {
    fileprivate var fileStore: FileStoreConfiguration {
        var configuration = FileStoreConfiguration()
        configuration.bytesLimit = storeLimitMegabytes.map { $0 * 1_000_000 }
        configuration.onFailure = { [store] failure in
            Message.write(failure?.description ?? "\(store ?? "") is writable again.")
        }
        return configuration
    }
}

extension InspectorServerConfiguration {
    /// The settings of an environment, with messages on standard error.
    fileprivate static func resolved(in environment: ProcessEnvironment) throws -> Self {
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        var configuration = try InspectorServerConfiguration().resolved(in: environment)
        configuration.readsEnvironment = false
        return configuration
    }
}

/// Messages of the inspector among those of the program.
enum Message {
    /// Writes a message to standard error, with the name of who writes.
    static func write(_ text: String) { writeLine("inspector-server: \(text)") }

    /// Writes a line to standard error.
    static func writeLine(_ text: String) {
        let line = Array("\(VisibleText.lines(text))\n".utf8)
        _ = line.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// The end of the process by a signal.
enum Interruption {
    /// Waits for SIGINT or SIGTERM, whatever the program had wanted with them.
    ///
    /// - Returns: The signal.
    static func wait() -> Int32 {
        for number in [SIGINT, SIGTERM] { signal(number) { Interruption.ended.store($0, ordering: .relaxed) } }
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        while ended.load(ordering: .relaxed) == 0 { usleep(20_000) }
        return ended.load(ordering: .relaxed)
    }

    /// Ends the process as the signal does.
    static func end(by number: Int32) {
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }

    private static let ended = Atomic<Int32>(0)
}
