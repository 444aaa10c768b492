// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import InspectorServer
import Logging
import ProxyCore

/// What every command that serves takes. Each option can come from the environment; the command line wins.
struct ServeOptions: ParsableArguments {
    @Option(name: .long, help: "Port to listen on; 0 picks a free one and prints it. \(Setting.port.help(8080))")
    var port: UInt16?

    @Option(name: .long, help: "Address to listen on. \(Setting.bind.help("127.0.0.1"))")
    var bind: String?

    @Option(
        name: .customLong("public"),
        help: ArgumentHelp(
            "Serve the page from this folder instead of the one built in. \(Setting.publicFolder.help(nil))",
            valueName: "folder"
        )
    )
    var publicFolder: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Want the token in this file from every client; made when it is missing. \(Setting.tokenFile.help(nil))",
            valueName: "file"
        )
    )
    var tokenFile: String?

    @Option(name: .long, help: "Event streams at a time. \(Setting.maxStreams.help(32))")
    var maxStreams: Int?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "What to write to standard error. \(Setting.logLevel.help("warning"))",
            valueName: "level"
        )
    )
    var logLevel: LogLevel?

    func validate() throws {
        _ = try configuration(readsToken: false)
    }

    private func configuration(readsToken: Bool) throws -> InspectorServerConfiguration {
        var configuration = InspectorServerConfiguration()
        configuration.port = try port ?? Setting.port.value() ?? 8080
        configuration.bindAddress = try bind ?? Setting.bind.value() ?? "127.0.0.1"
        configuration.publicDirectory = try publicFolder ?? Setting.publicFolder.value()
        let streams = try maxStreams ?? Setting.maxStreams.value() ?? configuration.streamCountLimit
        guard (0...60_000).contains(streams) else {
            throw ValidationError("--max-streams is a number from 0 to 60000, not \(streams).")
        }
        configuration.streamCountLimit = streams
        configuration.connectionCountLimit = max(configuration.connectionCountLimit, streams + 32)
        configuration.logger.logLevel = try (logLevel ?? Setting.logLevel.value() ?? .warning).level
        if readsToken, let file = try tokenFile ?? Setting.tokenFile.value() {
            configuration.token = try TokenFile(path: file).token()
        }
        return configuration
    }

    /// Starts the server and prints its URL as the first line on standard output.
    func start(_ recorder: Recorder) throws -> InspectorServer {
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        let configuration = try configuration(readsToken: true)
        DescriptorLimit.raise(toFit: configuration.connectionCountLimit)
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

/// How much is written to standard error.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
    case trace, debug, info, notice, warning, error, critical

    var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .warning }
}

/// How many files the process may have open.
enum DescriptorLimit {
    /// Raises the soft limit as far as the hard one allows, so that many streams can be served.
    static func raise(toFit connections: Int) {
        var limit = rlimit()
        let wanted = rlim_t(connections + 64)
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < wanted else {
            return
        }
        limit.rlim_cur = min(wanted, limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

/// Something that went wrong at run time, in words for the person at the terminal.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
