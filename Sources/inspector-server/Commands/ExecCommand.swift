// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CPreload
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
            program. The URL is written to standard error; the program has standard output and its exit code for itself.

              inspector-server exec -- .build/debug/MyServer --port 3000
              inspector-server exec --protocol '*Observer' --wait -- ./tool
            """
    )

    @OptionGroup var selection: SelectionOptions

    @Flag(name: .long, help: "Let the program begin only when a client has opened the page or the stream.")
    var wait = false

    @Flag(name: .long, help: "Go on serving when the program has ended, until Ctrl-C.")
    var stay = false

    @Flag(name: .long, help: "Inspect programs that the program starts, too.")
    var children = false

    @OptionGroup var recording: RecorderOptions
    @OptionGroup var storage: StoreOptions
    @OptionGroup var options: ServeOptions

    @Argument(parsing: .postTerminator, help: "The program and its arguments, behind “--”.")
    var command: [String] = []

    func validate() throws {
        guard !command.isEmpty else {
            throw ValidationError("Pass a program to run, such as: inspector-server exec -- .build/debug/MyServer")
        }
    }

    func run() throws {
        let program = try ProgramFile.find(command[0])
        try program.check()
        let libraries = try InspectorLibraries()
        setenv(CPRELOAD_SETTINGS, settings(), 1)
        setenv("LD_PRELOAD", libraries.preloadList(before: ProcessEnvironment.current["LD_PRELOAD"]), 1)
        throw CommandFailure("\(program.path) cannot be started: \(Self.replaceProcess(program.path, command)).")
    }

    /// Returns only when it fails, with the reason.
    private static func replaceProcess(_ path: String, _ arguments: [String]) -> SystemError {
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        pointers.append(nil)
        SignalMask.restore()
        execv(path, pointers)
        return SystemError()
    }

    /// The settings for the preloaded library: those of the command line, and those of the environment.
    private func settings() -> String {
        let environment = ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("INSPECTOR_") }
        let given = selection.variables + recording.variables + storage.variables + options.variables
        let flags = [
            (InspectionSetting.wait, wait), (InspectionSetting.stay, stay), (InspectionSetting.children, children),
        ]
        let chosen = flags.filter(\.1).map { ($0.0.variable, "1") }
        let all = environment.merging((given + chosen).map { ($0, $1) }) { $1 }
        return all.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
    }
}

/// Options that select protocols and types.
struct SelectionOptions: ParsableArguments {
    @Option(
        name: .customLong("protocol"),
        help: ArgumentHelp(
            """
            Record calls of protocols with this name, such as '*Delegate' or 'App.Lamp*'; repeat it for more. \
            (default: \(InspectionSettings.standardProtocols.joined(separator: " and ")))
            """,
            valueName: "pattern"
        )
    )
    var protocols: [String] = []

    @Option(
        name: .customLong("type"),
        help: ArgumentHelp("Record only calls of types with this name; repeat it for more.", valueName: "pattern")
    )
    var types: [String] = []

    @Option(
        name: .customLong("module"),
        help: ArgumentHelp("Record only protocols of modules with this name; repeat it for more.", valueName: "pattern")
    )
    var modules: [String] = []

    var variables: [(String, String)] {
        [
            (InspectionSetting.protocols, protocols), (InspectionSetting.types, types),
            (InspectionSetting.modules, modules),
        ]
        .filter { !$0.1.isEmpty }.map { ($0.0.variable, $0.1.joined(separator: ";")) }
    }
}

/// The libraries that are loaded into programs. They lie beside this program.
struct InspectorLibraries {
    private let preload: String
    let library: String

    init() throws {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        for name in ["libinspector-preload.so", "libinspector-library.so"] {
            let path = own.appendingPathComponent(name).path
            guard access(path, R_OK) == 0 else {
                throw CommandFailure("\(path) is missing. Build it with: swift build")
            }
        }
        preload = own.appendingPathComponent("libinspector-preload.so").path
        library = own.appendingPathComponent("libinspector-library.so").path
        // The loader splits the list at both.
        guard !preload.contains(where: { $0 == " " || $0 == ":" }) else {
            throw CommandFailure("\(preload): the loader accepts no path with a space or a colon.")
        }
    }

    func preloadList(before others: String?) -> String {
        others.map { $0.isEmpty ? preload : "\(preload):\($0)" } ?? preload
    }
}
