// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import InspectorServer
import ProxyCore

/// What every command that serves takes.
struct ServeOptions: ParsableArguments {
    @Option(name: .long, help: "Port to listen on; 0 picks a free one and prints it.")
    var port: UInt16 = 8080

    @Option(name: .long, help: "Address to listen on.")
    var bind = "127.0.0.1"

    @Option(
        name: .customLong("public"),
        help: ArgumentHelp("Serve the page from this folder instead of the one built in.", valueName: "folder")
    )
    var publicFolder: String?

    /// Starts the server and prints its URL as the first line on standard output.
    func start(_ recorder: Recorder) throws -> InspectorServer {
        var configuration = InspectorServerConfiguration()
        configuration.port = port
        configuration.bindAddress = bind
        configuration.publicDirectory = publicFolder
        let server = InspectorServer(recorder: recorder, configuration: configuration)
        do {
            try server.start()
        } catch {
            guard error.code == .portInUse else { throw error }
            throw CommandFailure(
                "\(error.context) is in use. Give another port with --port, or --port 0 to have one chosen."
            )
        }
        Console.print(server.url)
        return server
    }
}

/// Something that went wrong at run time, in words for the person at the terminal.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension Recorder {
    /// The recorder of the command line: the shared one, set up to lose nothing.
    static func losingNothing() -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        _ = Recorder.configureShared(configuration)
        return .shared
    }
}
