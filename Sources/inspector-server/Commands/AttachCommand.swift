// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CPreload
import Foundation
import InspectorServer
import ProgramInspection

/// `inspector-server attach PID`
struct AttachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Shows the delegate calls of a program that is running.",
        discussion: """
            A debugger stops the program for a moment, and loads the inspector into it. That needs gdb, and the right to \
            debug the process: your own one, and where the system restricts it (kernel.yama.ptrace_scope), root. The URL \
            is printed; calls from now on are recorded, without --protocol, --type or --module those of protocols named \
            \(InspectionSettings.standardProtocols.joined(separator: " and ")). The first thread must not be inside the allocator or the loader, so \
            attach to a program that waits.

              inspector-server attach --protocol '*Delegate' 4711
              inspector-server detach 4711
            """
    )

    @Argument(help: "The process.")
    var process: Int32

    @OptionGroup var selection: SelectionOptions
    @OptionGroup var recording: RecorderOptions
    @OptionGroup var storage: StoreOptions
    @OptionGroup var options: ServeOptions

    func validate() throws { try InspectedProgram.check(Dictionary(settings) { $1 }) }

    private var settings: [(String, String)] {
        selection.variables + recording.variables + storage.variables + options.variables
    }

    func run() throws {
        let target = try RunningProgram(process)
        if let url = target.url { throw CommandFailure("Process \(process) is inspected already: \(url)") }
        try target.check()
        let library = try InspectorLibraries().library
        let text = settings.map { "\($0.0)=\($0.1)" }.joined(separator: "\n")
        // The debugger does not read the library's symbols, so the function is found by the loader.
        let answer = try Debugger.run(
            on: process,
            [
                "((void *(*)(const char *, int))dlopen)(\(Debugger.literal(library)), 2)",
                "$1 == 0 ? (void *)0 : ((void *(*)(void *, const char *))dlsym)($1, \"\(CPRELOAD_BEGIN)\")",
                "$2 == 0 ? -1 : ((int (*)(const char *))$2)(\(Debugger.literal(text)))",
            ]
        )
        guard let url = target.url else {
            throw CommandFailure("The inspector did not start in process \(process). The debugger said:\n\(answer)")
        }
        Console.print(url)
    }
}

/// `inspector-server detach PID`
struct DetachCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detach",
        abstract: "Ends the recording of protocols in a program; its server goes on.",
        discussion: "The entries of all witness tables are put back. Calls under way are recorded to their ends."
    )

    @Argument(help: "The process.")
    var process: Int32

    func run() async throws {
        guard let url = try RunningProgram(process).url, let address = InspectorAddress(url) else {
            throw CommandFailure("Process \(process) is not inspected.")
        }
        let api = InterposerClient(address)
        let numbers = try await api.numbers()
        for number in numbers { try await api.remove(number) }
        Console.note("\(numbers.count) interposers removed from process \(process).")
    }
}
