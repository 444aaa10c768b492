// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import InspectorServer
import ProgramInspection
import ProxyCore

/// `inspector-server exec -- PROGRAM [ARGUMENT...]`
struct ExecCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exec",
        abstract: "Runs a program and shows its delegate calls; the program needs no change.",
        usage: "inspector-server exec [<options>] -- <program> [<argument> ...]",
        discussion: """
            The program may be any that is linked with the Swift runtime of this toolchain, dynamically. Its calls \
            through the selected protocols are recorded, with arguments, results and timing, and served from within the \
            program. The URL is written to standard error; the program has standard output and its exit code for itself. \
            Without --protocol, --type or --module, calls of protocols named \
            \(InspectionSettings.standardProtocols.joined(separator: " and ")) are recorded; the command protocols lists \
            what there is.

              inspector-server exec -- .build/debug/MyServer --port 3000
              inspector-server exec --protocol '*Observer' --wait -- ./tool
              inspector-server exec --children --store calls.recording -- sh -c './one | ./two'
            """
    )

    @OptionGroup var selection: SelectionOptions

    @Flag(name: .long, help: "Let the program begin only when a client has opened the page or the stream.")
    var wait = false

    @Flag(name: .long, help: "Go on serving when the program has ended, until Ctrl-C.")
    var stay = false

    @Flag(
        name: .long,
        help: """
            Inspect programs that the program starts, too, each at a free port and with a recording of its own: \
            NAME-PID.recording for --store NAME.recording. The program may be any then, also a script.
            """
    )
    var children = false

    @OptionGroup var recording: RecorderOptions
    @OptionGroup var storage: StoreOptions
    @OptionGroup var options: ServeOptions

    @Argument(parsing: .postTerminator, help: "The program and its arguments, behind “--”.")
    var command: [String] = []

    func validate() throws {
        guard !command.isEmpty else {
            throw ValidationError("Pass a program to run, behind “--”: inspector-server exec -- .build/debug/MyServer")
        }
        try InspectedProgram.check(settings)
        try storage.checkLimit(settings)
        do {
            _ = try InspectionSettings(ProcessEnvironment(settings))
        } catch {
            throw ValidationError("\(error).")
        }
    }

    func run() throws {
        let environment = ProcessEnvironment(settings)
        let withChildren = try InspectionSetting.children.value(in: environment) ?? false
        let program = try InspectedProgram(command[0], withChildren: withChildren)
        try InspectionTrial(environment).run()
        throw program.start(arguments, settings)
    }

    /// The arguments behind “--” as they were passed, which need not be texts.
    private var arguments: [UnsafeMutablePointer<CChar>?] {
        let all = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        return Array(all.suffix(command.count))
    }

    /// The settings for the preloaded library: those of the command line, and those of the environment.
    private var settings: [String: String] {
        let given = selection.variables + recording.variables + storage.variables + options.variables
        let flags = [
            (InspectionSetting.wait, wait), (InspectionSetting.stay, stay), (InspectionSetting.children, children),
        ]
        let chosen = flags.filter(\.1).map { ($0.0.variable, "1") }
        let process = [(InspectionSetting.process.variable, "\(getpid())")]
        return InspectionSettings.inheritedByExec.merging((given + chosen + process).map { ($0, $1) }) { $1 }
    }
}
