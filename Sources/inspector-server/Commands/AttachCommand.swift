// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CPreload
import Foundation
import InspectorServer
import ProgramClient
import ProgramInspection
import ProxyCore

/// `inspector-server attach PID`
struct AttachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Shows the delegate calls of a program that is running.",
        discussion: """
            A debugger stops the program for a moment, and loads the inspector into it. That needs gdb, and the right to \
            debug the process: your own one, and where the system restricts it (kernel.yama.ptrace_scope), root. The URL \
            is printed; calls from now on are recorded, without --protocol, --type or --module those of protocols named \
            \(InspectionSettings.standardProtocols.joined(separator: " and ")). The first thread is let run out of the \
            allocator, the loader and the Swift runtime before. What else is to be said of the program goes to standard \
            error. A program that is inspected already keeps its server and its recording; the protocols are added, \
            and other settings that were not taken over are named.

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

    func validate() throws {
        try InspectedProgram.check(settings)
        try storage.checkLimit(settings)
        do {
            _ = try InspectionSettings(ProcessEnvironment(settings))
        } catch {
            throw ValidationError("\(error).")
        }
    }

    /// The settings for the inspector's library: those of the command line, and those of the environment.
    private var settings: [String: String] {
        let given = selection.variables + recording.variables + storage.variables + options.variables
        return InspectionSettings.inherited.merging(given) { $1 }
    }

    func run() throws {
        let target = try RunningProgram(process)
        if !target.isEntered {
            if let url = target.urls.first {
                throw CommandFailure("Process \(process) has an inspector of its own; its page adds protocols: \(url)")
            }
            try target.check()
            try InspectionTrial(ProcessEnvironment(settings)).run()
        }
        let text = settings.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "\n")
        let said = try target.call(CPRELOAD_ATTACH, with: text).split(separator: "\n", omittingEmptySubsequences: false)
        guard let url = said.first, url.isEmpty || url.hasPrefix("http") else {
            throw CommandFailure(
                "The inspector can't be loaded into process \(process): \(said.joined(separator: " "))"
            )
        }
        for message in said.dropFirst() { Console.note("inspector-server: \(message)") }
        guard !url.isEmpty else { throw CommandFailure("The inspector did not start in process \(process).") }
        Console.print(String(url))
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
        let target = try RunningProgram(process)
        let inspectors = target.urls.compactMap { ProgramAddress($0) }.map { InterposerClient($0) }
        var count = 0
        if !inspectors.isEmpty {
            // Each knows only its own interposers. If one doesn't answer, the others are asked all the same.
            var failure: (any Error)?
            for inspector in inspectors {
                do { count += try await inspector.removeAll() } catch { failure = failure ?? error }
            }
            if let failure {
                if count > 0 { Console.note(Self.removed(count, from: process)) }
                throw failure
            }
        } else if target.isEntered {
            // Its server is announced to another user, or in another folder.
            count = Int(try target.call(CPRELOAD_DETACH)) ?? -1
            guard count >= 0 else { throw CommandFailure("The inspector in process \(process) does not answer.") }
        } else {
            throw CommandFailure("Process \(process) is not inspected.")
        }
        Console.note(Self.removed(count, from: process))
    }

    private static func removed(_ count: Int, from process: Int32) -> String {
        "\(count) \(count == 1 ? "interposer" : "interposers") removed from process \(process)."
    }
}
