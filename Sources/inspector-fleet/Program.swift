// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import InspectorServer
import ProxyCore

/// The entry point.
@main
struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspector-fleet",
        abstract: "Brings the delegate calls of many programs on many machines together, on NATS JetStream.",
        discussion: """
            One relay per machine sends the calls of its inspected programs to a NATS server or a cluster of them; serve \
            writes them into a recording and shows it in a browser. To try it on one machine:

              inspector-fleet up

            Exit codes: 0 success, 1 error at run time, 64 invalid command line.
            """,
        version: InspectorServerVersion.text,
        subcommands: [RelayCommand.self, ServeCommand.self, UpCommand.self]
    )

    static func main() {
        if let problem = unknownCommand(in: Array(CommandLine.arguments.dropFirst())) { end(with: problem) }
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            end(with: error)
        }
    }

    /// The error for an unknown command; the parser itself would only call it unexpected.
    private static func unknownCommand(in arguments: [String]) -> ValidationError? {
        let commands = configuration.subcommands.compactMap { $0.configuration.commandName }
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        guard let name = words.first, !name.hasPrefix("-"), !commands.contains(name), name != "help" else { return nil }
        return ValidationError(NearestNames.problem(ofCommand: name, among: commands))
    }

    /// Ends the program with what the parser would write for `error`, made readable: it may quote an argument, a
    /// variable, a broker or a file.
    private static func end(with error: any Error) -> Never {
        let code = exitCode(for: error)
        let text = fullMessage(for: error)
        let bytes = Array((VisibleText.lines(text) + "\n").utf8)
        if !text.isEmpty { _ = write(code == .success ? STDOUT_FILENO : STDERR_FILENO, bytes, bytes.count) }
        Glibc.exit(code.rawValue)
    }
}
