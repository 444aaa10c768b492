// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import ProgramInspection
import ProxyCore

/// `inspector-server protocols PROGRAM`
struct ProtocolsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "protocols",
        abstract: "Lists the protocols of a program with their conforming types, without running it.",
        discussion: """
            The list shows what exec can record. The program is loaded and ended before its main function and its own \
            initialisers; those of its libraries have run. Protocols of the standard library are never listed, and those \
            of the toolchain's other modules only if they are selected, or are delegate protocols that a type conforms to.

              inspector-server protocols .build/debug/MyServer
              inspector-server protocols --requirements --protocol '*Delegate' .build/debug/MyServer
            """
    )

    @OptionGroup var selection: SelectionOptions

    @Flag(name: .long, help: "Show what can be recorded of each requirement, and why not all.")
    var requirements = false

    @Flag(name: .long, help: "Write JSON.")
    var json = false

    @Argument(help: "The program.", completion: .file())
    var program: String

    func validate() throws { try InspectedProgram.check(settings) }

    func run() throws {
        let name = strdup(program)
        defer { free(name) }
        throw try InspectedProgram(program).start([name], settings)
    }

    /// The settings for the preloaded library.
    private var settings: [String: String] {
        let form = [(ListingSettings.form.variable, json ? "json" : "text")]
        let more = requirements ? [(ListingSettings.requirements.variable, "1")] : []
        return Dictionary((selection.variables + form + more).map { ($0, $1) }) { $1 }
    }
}
