// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FileStore
import Foundation
import InspectorServer
import Logging
import ProgramClient
import ProxyCore

/// `inspector-fleet serve`
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Writes the calls of all processes into a recording, and serves the page over them.",
        discussion: """
            Reads what relays send to the broker. The recording contains how far that was; started again, serve goes on \
            there. Stop with Ctrl-C.

              inspector-fleet serve --nats nats://broker-1:4222 --store calls.sqlite
              inspector-fleet serve --service shop --store shop.sqlite

            With --ask, it reads nothing and stores nothing: it answers for several other servers by asking them.

              inspector-fleet serve --ask http://calls-1:8080 --ask http://calls-2:8080
            """
    )

    @OptionGroup(title: "Broker")
    var broker: BrokerOptions

    @OptionGroup(title: "Streams, if they are to be created")
    var streams: StreamOptions

    @Option(
        name: .long,
        help: ArgumentHelp("The recording; created if it is missing.", valueName: "file"),
        completion: .file()
    )
    var store: String?

    @Option(
        name: .customLong("ask"),
        help: ArgumentHelp(
            "Answer by asking this other serve, with its token if it needs one; may be repeated.",
            valueName: "url"
        )
    )
    var asked: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Maximum size of the recording; the oldest calls are deleted.", valueName: "megabytes")
    )
    var storeLimit: Int?

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Only processes of this service, so that several servers can share the work. (default: all services)
            """,
            valueName: "name"
        )
    )
    var service: String?

    @Option(name: .long, help: "Port to listen on; 0 selects a free port. (default: 8080, or a free one)")
    var port: UInt16?

    @Option(name: .long, help: "Address to listen on. (default: 127.0.0.1)")
    var bind: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Require the token in this file from every client; created if it is missing.",
            valueName: "file"
        )
    )
    var tokenFile: String?

    func validate() throws {
        if let storeLimit, !(1...1_000_000_000).contains(storeLimit) {
            throw ValidationError("--store-limit \(storeLimit): not a number of megabytes, 1 to 1000000000.")
        }
        if service?.isEmpty == true { throw ValidationError("--service: the name is empty.") }
        guard store == nil || asked.isEmpty else {
            throw ValidationError("--store and --ask can't be combined: what others have is not stored again.")
        }
        guard asked.isEmpty || (service == nil && storeLimit == nil) else {
            throw ValidationError("--service and --store-limit are for the servers that --ask names.")
        }
        if !asked.isEmpty, let option = (broker.given + streams.given).first {
            throw ValidationError("\(option) and --ask can't be combined: what is asked for needs no broker.")
        }
        guard store != nil || !asked.isEmpty else {
            throw ValidationError("Name the recording with --store, or the servers to ask with --ask.")
        }
        for url in asked where ProgramAddress(url) == nil {
            throw ValidationError("--ask \(url): not the address of a server, such as http://127.0.0.1:8080.")
        }
    }

    func run() throws {
        StopSignal.install()
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        if let store { try serve(recordingAt: store) } else { try serveAsked() }
    }

    private func serve(recordingAt path: String) throws {
        let recording = try open(path)
        guard let connection = try BrokerAwait(broker, "inspector-fleet serve").connection(streams) else { return }
        let reader = FleetReader(connection, recording, ofService: service)
        reader.start()
        try serve(recording.history) { reader.stop() }
        let replacement = recording.finish()
        if let failure = reader.failure {
            // The log has it already: it came while the server went on.
            if failure.code == .replaced { throw ExitCode.failure }
            throw failure
        }
        guard let replacement else { return }
        // No message came since then.
        FleetLog.note("serve: \(replacement)")
        throw ExitCode.failure
    }

    private func serveAsked() throws {
        let history = AskingHistory(asked.compactMap { ProgramAddress($0) })
        let followers = Followers(history)
        try serve(history) { followers.wait() }
    }

    /// Serves until a signal comes.
    ///
    /// - Parameter stop: Ends what brings the calls.
    private func serve(_ history: any InvocationHistory, _ stop: () -> Void) throws {
        let server = InspectorServer(recorder: Recorder(replaying: history), configuration: try configuration())
        do { try server.start() } catch { throw Self.failure(of: error) }
        print(server.url)
        fflush(nil)
        while !StopSignal.wait(milliseconds: 60_000) {}
        stop()
        server.stop()
    }

    private static func failure(of error: InspectorServerError) -> any Error {
        guard error.code == .portInUse else { return error }
        return FleetFailure("\(error.context) is in use. Choose another port with --port, or a free one with --port 0.")
    }

    private func open(_ path: String) throws -> FleetRecording {
        var configuration = FileStoreConfiguration()
        configuration.bytesLimit = storeLimit.map { $0 * 1_000_000 }
        let recording = try FleetRecording(path: path, configuration: configuration)
        try RecordingLock.take(path)
        return recording
    }

    private func configuration() throws -> InspectorServerConfiguration {
        var configuration = InspectorServerConfiguration()
        if let port { configuration.port = port }
        if let bind { configuration.bindAddress = bind }
        if let tokenFile { configuration.tokenFile = tokenFile }
        return configuration
    }
}
