// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CThread
import Dispatch
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

    /// What is done when the process exits.
    nonisolated(unsafe) static let exitWork = {
        let work = UnsafeMutablePointer<cthread_exit_work>.allocate(capacity: 1)
        work.initialize(to: cthread_exit_work())
        return work
    }()

    private let recorder: Recorder
    private let server: InspectorServer
    private let settings: InspectionSettings
    /// Where the settings came from.
    private let environment: ProcessEnvironment
    private let descriptors: InspectionDescriptors

    /// Of the process: to set it twice would end it, and an inspection that could not begin may be tried again.
    private static let logging: Void = LoggingSystem.bootstrap { StreamLogHandler(label: $0, stream: MessageStream()) }

    /// Where the page is.
    var url: String { server.url }

    /// Begins an inspection, and says on standard error where its page is.
    init(_ environment: ProcessEnvironment) throws {
        settings = try InspectionSettings(environment)
        self.environment = environment
        Interposer.leaveOutOwnLibrary()
        var configuration = RecorderConfiguration()
        try configuration.read(environment)
        recorder = Recorder(configuration)
        OpenDescriptors.occupyStandard()
        _ = Self.logging
        // Of the server and the recording, which stay open.
        let lowNumbers = LowNumbers()
        server = InspectorServer(recorder: recorder, configuration: try .resolved(in: environment, settings))
        let descriptors = InspectionDescriptors()
        if let store = settings.store {
            try recorder.keep(in: .file(URL(fileURLWithPath: store), settings.fileStore(descriptors)))
        }
        let others = OpenDescriptors.all
        try server.start()
        descriptors.note(since: others, store: settings.store)
        self.descriptors = descriptors
        _ = consume lowNumbers
        let interposer = Interposer.install(settings.selection, recorder: recorder)
        Message.writeLine(server.url)
        Message.write(InspectionSummary(interposer).text)
    }

    /// Waits for a client, if that is wanted.
    func waitForClient() {
        guard settings.waitsForClient else { return }
        Message.write("The program waits until a client opens the page or the stream.")
        while !server.hasStreams { Thread.sleep(forTimeInterval: 0.01) }
    }

    /// Adds what images that were loaded meanwhile declare.
    func imagesChanged() { for interposer in Interposer.installed { interposer.update() } }

    /// Records more, and says which other settings do not hold.
    func add(_ selection: Interposer.Selection, _ wanted: ProcessEnvironment) {
        for message in KeptSettings(environment, against: wanted).messages(url: url) { Message.write(message) }
        Message.write(InspectionSummary(Interposer.install(selection, recorder: recorder)).text)
    }

    /// The program ends: what was recorded is kept, and shown as long as it is wanted.
    func finish() {
        recorder.flush()
        guard descriptors.hasServer else {
            // The server's threads cannot be woken, so there is nothing to send, and nothing to wait for.
            Message.write("The program has closed the inspector's files and sockets; last calls may be lost.")
            return finishStore()
        }
        let number = settings.staysAfterEnd ? waitForEnd() : nil
        server.stop()
        finishStore()
        guard let number else { return }
        Self.flushFiles()
        Interruption.end(by: number)
    }

    /// - Returns: The signal that ended the waiting.
    private func waitForEnd() -> Int32? {
        cthread_hold_exit(Self.exitWork)
        // The process will not come to where the C library does this. Not for all streams: that would wait for a thread
        // which reads one, and let nobody open another meanwhile.
        cthread_flush_standard_streams()
        Message.write("The program has ended. Serving \(server.url) until Ctrl-C.")
        return Interruption.wait()
    }

    /// Writes what the program has in the buffers of the C library's streams, as long as no thread has one of them locked.
    private static func flushFiles() {
        let isWritten = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            fflush(nil)
            isWritten.signal()
        }
        _ = isWritten.wait(timeout: .now() + .seconds(1))
    }

    private func finishStore() {
        guard let status = recorder.detachSink() else { return }
        let lost = LostCalls(status, recorder.status)
        for message in lost.messages(settings.store ?? "the file") { Message.write(message) }
    }
}

extension InspectionSettings {
    fileprivate func fileStore(_ descriptors: InspectionDescriptors) -> FileStoreConfiguration {
        var configuration = FileStoreConfiguration()
        configuration.bytesLimit = storeLimitMegabytes.map { $0 * 1_000_000 }
        configuration.ownsDescriptors = { descriptors.hasFiles }
        configuration.onFailure = { [store] failure in
            Message.write(failure?.description ?? "\(store ?? "") is writable again.")
        }
        return configuration
    }
}

extension InspectorServerConfiguration {
    /// The settings of an environment, with messages on standard error.
    fileprivate static func resolved(
        in environment: ProcessEnvironment,
        _ settings: InspectionSettings
    ) throws -> Self {
        var configuration = try InspectorServerConfiguration().resolved(in: environment)
        configuration.readsEnvironment = false
        // The port that was chosen is that of the process which started this one.
        if settings.isChild { configuration.port = 0 }
        return configuration
    }
}
