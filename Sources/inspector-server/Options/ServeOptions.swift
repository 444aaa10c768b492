// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import InspectorServer
import Logging
import ProxyCore

/// Options of commands with a server. The environment provides defaults; the command line takes precedence.
struct ServeOptions: ParsableArguments {
    @Option(
        name: .long,
        help: "Port to listen on; 0 selects a free port. \(ServerSetting.port.help("8080, or a free one"))"
    )
    var port: UInt16?

    @Option(name: .long, help: "Address to listen on. \(ServerSetting.bind.help("127.0.0.1"))")
    var bind: String?

    @Option(
        name: .customLong("public"),
        help: ArgumentHelp(
            "Serve the page from this folder instead of the built-in page. \(ServerSetting.publicFolder.help(nil))",
            valueName: "folder"
        )
    )
    var publicFolder: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Require the token in this file from every client; created if it is missing. \(ServerSetting.tokenFile.help(nil))",
            valueName: "file"
        )
    )
    var tokenFile: String?

    @Flag(
        name: .long,
        inversion: .prefixedNo,
        help: ArgumentHelp(
            """
            Let clients set rules, which hold and change calls of the program. \
            \(ServerSetting.allowRules.help("no; yes in demo"))
            """
        )
    )
    var allowRules: Bool?

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Link calls to the page of their trace: an address with {traceId} in place of the id. \
            \(ServerSetting.traceLink.help(nil))
            """,
            valueName: "url"
        )
    )
    var traceLink: String?

    @Option(name: .long, help: "Maximum number of event streams. \(ServerSetting.maxStreams.help(32))")
    var maxStreams: Int?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Level of messages on standard error. \(ServerSetting.logLevel.help("warning"))",
            valueName: "level"
        )
    )
    var logLevel: LogLevel?

    func validate() throws {
        do {
            _ = try configuration().resolved()
        } catch let error as InspectorServerError where error.code == .environmentInvalid {
            throw ValidationError("\(error)")
        }
    }

    /// The options as variables of the environment.
    var variables: [(String, String)] {
        [
            (ServerSetting.port.variable, port.map { "\($0)" }), (ServerSetting.bind.variable, bind),
            (ServerSetting.publicFolder.variable, publicFolder.map { URL(fileURLWithPath: $0).path }),
            (ServerSetting.tokenFile.variable, tokenFile.map { URL(fileURLWithPath: $0).path }),
            (ServerSetting.allowRules.variable, allowRules.map { $0 ? "1" : "0" }),
            (ServerSetting.traceLink.variable, traceLink),
            (ServerSetting.maxStreams.variable, maxStreams.map { "\($0)" }),
            (ServerSetting.logLevel.variable, logLevel?.rawValue),
        ]
        .compactMap { name, value in value.map { (name, $0) } }
    }

    /// Settings of the command line; the server reads the rest from the environment when it starts.
    private func configuration() throws -> InspectorServerConfiguration {
        var configuration = InspectorServerConfiguration()
        if let port { configuration.port = port }
        if let bind { configuration.bindAddress = bind }
        if let publicFolder { configuration.publicDirectory = publicFolder }
        if let tokenFile { configuration.tokenFile = tokenFile }
        if let allowRules { configuration.allowsRules = allowRules }
        if let traceLink {
            guard InspectorServerConfiguration.isTraceLink(traceLink) else {
                throw ValidationError(
                    "--trace-link \(traceLink): not an address with {traceId}, beginning with http or https."
                )
            }
            configuration.traceLink = traceLink
        }
        if let logLevel { configuration.logger.logLevel = logLevel.level }
        if let maxStreams {
            guard (0...60_000).contains(maxStreams) else {
                throw ValidationError("--max-streams \(maxStreams): out of range; use 0 to 60000.")
            }
            configuration.streamCountLimit = maxStreams
            configuration.connectionCountLimit = max(configuration.connectionCountLimit, maxStreams + 32)
        }
        return configuration
    }

    /// Starts the server and prints its URL as the first line on standard output.
    ///
    /// - Parameter allowsRules: Whether clients may set rules if neither an option nor the environment says so.
    func start(_ recorder: Recorder, allowsRules: Bool = false) throws -> InspectorServer {
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        var configuration = try configuration().resolved()
        if allowRules == nil, try ServerSetting.allowRules.valueOfOption == nil {
            configuration.allowsRules = allowsRules
        }
        DescriptorLimit.raise(toFit: configuration.connectionCountLimit)
        let server = InspectorServer(recorder: recorder, configuration: configuration)
        do { try server.start() } catch { throw Self.failure(of: error) }
        Console.print(server.url)
        return server
    }

    /// The error of a server that could not start, with the option that helps.
    static func failure(of error: InspectorServerError) -> any Error {
        guard error.code == .portInUse else { return error }
        return CommandFailure(
            "\(error.context) is in use. Choose another port with --port, or a free one with --port 0."
        )
    }
}

/// The amount of messages on standard error.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
    case trace, debug, info, notice, warning, error, critical

    var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .warning }
}

/// The limit of open files of the process.
enum DescriptorLimit {
    /// Raises the soft limit up to the hard limit, to allow many streams.
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
