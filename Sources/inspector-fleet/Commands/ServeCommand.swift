// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FileStore
import Foundation
import InspectorServer
import Logging
import ProxyCore

/// `inspector-fleet serve`
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Writes the calls of all processes into a recording, and serves the page over them.",
        discussion: """
            Reads what relays send to the broker. The recording contains how far that was; started again, serve goes on \
            there. Stop with Ctrl-C.
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
    var store: String

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
        guard storeLimit ?? 1 >= 1 else { throw ValidationError("--store-limit must be at least 1.") }
    }

    func run() throws {
        StopSignal.install()
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        let recording = try open()
        guard let connection = try BrokerAwait(broker, "inspector-fleet serve").connection(streams) else { return }
        let reader = FleetReader(connection, recording, pattern: pattern)
        reader.start()
        let server = InspectorServer(
            recorder: Recorder(replaying: recording.history),
            configuration: try configuration()
        )
        do { try server.start() } catch { throw Self.failure(of: error) }
        print(server.url)
        fflush(nil)
        while !StopSignal.wait(milliseconds: 60_000) {}
        reader.stop()
        server.stop()
        recording.finish()
    }

    private static func failure(of error: InspectorServerError) -> any Error {
        guard error.code == .portInUse else { return error }
        return FleetFailure("\(error.context) is in use. Choose another port with --port, or a free one with --port 0.")
    }

    private func open() throws -> FleetRecording {
        var configuration = FileStoreConfiguration()
        configuration.bytesLimit = storeLimit.map { $0 * 1_000_000 }
        return try FleetRecording(path: store, configuration: configuration)
    }

    private var pattern: String {
        service.map { "\(BrokerStream.calls.root).\(SubjectToken.of($0)).>" } ?? BrokerStream.calls.everything
    }

    private func configuration() throws -> InspectorServerConfiguration {
        var configuration = InspectorServerConfiguration()
        if let port { configuration.port = port }
        if let bind { configuration.bindAddress = bind }
        if let tokenFile { configuration.tokenFile = tokenFile }
        return configuration
    }
}
