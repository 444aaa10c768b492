// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// `inspector-fleet up`: everything on one machine, to try it.
struct UpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "up",
        abstract: "Starts a NATS server, a relay and the page on this machine, and stops them together.",
        discussion: """
            The first line of output is the address of the page, which shows all inspected programs of this user. The \
            NATS server listens on the loopback interface only; its files, its log and the recording are in the data \
            folder, and are used again the next time. One folder serves one up at a time.

            SIGINT and SIGTERM stop everything in order.
            """
    )

    @Option(
        name: .long,
        help: ArgumentHelp("Folder of the files. (default: ~/.local/state/inspector-fleet)", valueName: "folder"),
        completion: .directory
    )
    var data: String?

    @Option(name: .long, help: "Port of the page; 0 selects a free port. (default: 8080, or a free one)")
    var port: UInt16?

    @Option(name: .long, help: "Port of the NATS server; 0 selects a free port.")
    var natsPort: UInt16 = 0

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The program nats-server. (default: the one on the PATH, in /usr/sbin or /usr/local/sbin)",
            valueName: "file"
        ),
        completion: .file()
    )
    var natsServer: String?

    @OptionGroup(title: "Streams, if they are to be created")
    var streams: StreamOptions

    func validate() throws {
        guard streams.replicas == 1 else { throw ValidationError("--replicas: up starts a single NATS server.") }
    }

    func run() throws {
        StopSignal.install()
        let server = try NatsServer.find(natsServer)
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = try prepareFolder()
        try FolderLock.take(folder)
        let port = try natsPort == 0 ? NatsServer.freePort() : natsPort
        var children: [ChildProcess] = []
        defer { for child in children.reversed() { child.stop() } }

        let broker = ["-js", "-sd", folder, "-a", "127.0.0.1", "-p", "\(port)", "-l", folder + "/nats-server.log"]
        children.append(try ChildProcess("nats-server", server, broker))
        let common = ["--nats", "nats://127.0.0.1:\(port)"] + streams.arguments
        var page = ["serve", "--store", folder + "/calls.sqlite"] + common
        if let port = self.port { page += ["--port", "\(port)"] }
        children.append(try ChildProcess("inspector-fleet serve", own, page))
        children.append(try ChildProcess("inspector-fleet relay", own, ["relay"] + common))
        FleetLog.note("nats-server on nats://127.0.0.1:\(port), files in \(folder)")

        while !StopSignal.wait(milliseconds: 250) {
            guard let ended = children.first(where: { !$0.isRunning }) else { continue }
            let hint = ended === children[0] ? "; see \(folder)/nats-server.log" : ""
            throw FleetFailure("\(ended.name) has ended (\(ended.exit ?? "")); stopping the others\(hint).")
        }
    }

    /// Creates the folder of the files, which only this user can read.
    private func prepareFolder() throws -> String {
        let home = FileManager.default.homeDirectoryForCurrentUser.path
        let state = ProcessInfo.processInfo.environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let folder = data ?? (state ?? home + "/.local/state") + "/inspector-fleet"
        let url = URL(fileURLWithPath: folder)
        do {
            try FileManager.default.createDirectory(
                at: url,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw FleetFailure("--data \(folder): the folder can't be created: \(error.localizedDescription)")
        }
        return url.path
    }
}
