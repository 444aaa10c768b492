// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import InspectorServer
import ProgramInspection
import ProxyCore

/// The command line.
struct InspectorServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspector-server",
        abstract: "Records the delegate calls of a program and shows them in a browser.",
        discussion: """
            The first line of output is the URL of the page. curl gets the same data:

              curl -s  http://127.0.0.1:8080/api/v1/selectors
              curl -s 'http://127.0.0.1:8080/api/v1/invocations?limit=5'
              curl -sN http://127.0.0.1:8080/api/v1/stream

            Exit codes: 0 success, 1 error at run time, 64 invalid command line. compare has its own.
            """,
        version: InspectorServerVersion.text,
        subcommands: [
            AttachCommand.self, CompareCommand.self, DemoCommand.self, DetachCommand.self, ExecCommand.self,
            ExportCommand.self, FetchCommand.self, FilterCommand.self, ImportCommand.self, ListCommand.self,
            MakeTestCommand.self, MCPCommand.self, OpenCommand.self, ProtocolsCommand.self, RepairCommand.self,
            RulesCommand.self, TailCommand.self, XMLCommand.self,
        ]
    )

    static func main() async {
        OpenDescriptors.occupyStandard()
        if let problem = unknownCommand(in: Array(CommandLine.arguments.dropFirst())) { end(with: problem) }
        await runCommand()
        if Console.hasFailed { end(with: ExitCode.failure) }
    }

    /// Runs the command of the command line; ends the program when it fails.
    private static func runCommand() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            end(with: error)
        }
    }

    /// Ends the program with what the parser would write for `error`, made readable: the message may quote an argument,
    /// a variable, a server, a file or another program.
    private static func end(with error: any Error) -> Never {
        let code = exitCode(for: error)
        let text = fullMessage(for: error)
        if !text.isEmpty { code == .success ? Console.print(text) : Console.note(text) }
        Glibc.exit(code.rawValue)
    }

    /// The error for an unknown command; the parser itself would only call it unexpected.
    private static func unknownCommand(in arguments: [String]) -> ValidationError? {
        guard let name = arguments.first else { return nil }
        guard name == "help" else {
            return unknownCommand(name, in: configuration) ?? mistypedCommand(ofRules: arguments)
        }
        var parent = configuration
        // The parser shows the help of the last command that it knows.
        for name in arguments.dropFirst() {
            if let problem = unknownCommand(name, in: parent) { return problem }
            let command = parent.subcommands.first { $0.configuration.commandName == name }
            guard let command else { return nil }
            parent = command.configuration
        }
        return nil
    }

    private static func unknownCommand(_ name: String, in parent: CommandConfiguration) -> ValidationError? {
        let commands = parent.subcommands.compactMap { $0.configuration.commandName }
        guard !name.hasPrefix("-"), !commands.isEmpty, !commands.contains(name), name != "help" else { return nil }
        return ValidationError(NearestNames.problem(ofCommand: name, among: commands))
    }

    /// The error for a word after `rules` that is nearly one of its commands. The parser would take it for the address
    /// of `list`, which it can be: any other word is the name of a machine.
    private static func mistypedCommand(ofRules arguments: [String]) -> ValidationError? {
        let parent = RulesCommand.configuration
        guard arguments.count > 1, arguments[0] == parent.commandName else { return nil }
        let word = arguments[1]
        let commands = parent.subcommands.compactMap { $0.configuration.commandName }
        guard !word.hasPrefix("-"), !word.contains(where: { ".:/".contains($0) }), !commands.contains(word),
            word != "help", let near = NearestNames.command(meantBy: word, among: commands, mistakes: 1)
        else { return nil }
        return ValidationError(
            "Unknown command “\(word)”. Did you mean “\(near)”? The address of a machine is written as http://\(word)."
        )
    }
}
