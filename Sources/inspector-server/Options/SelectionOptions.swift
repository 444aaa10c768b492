// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ProgramInspection
import ProxyCore

/// Options that select protocols and types.
struct SelectionOptions: ParsableArguments {
    @Option(
        name: .customLong("protocol"),
        help: ArgumentHelp(
            "Protocols with this name, such as '*Delegate' or 'App.Lamp*'; repeat it for more.",
            valueName: "pattern"
        )
    )
    var protocols: [String] = []

    @Option(
        name: .customLong("type"),
        help: ArgumentHelp("Only conforming types with this name; repeat it for more.", valueName: "pattern")
    )
    var types: [String] = []

    @Option(
        name: .customLong("module"),
        help: ArgumentHelp("Only protocols of modules with this name; repeat it for more.", valueName: "pattern")
    )
    var modules: [String] = []

    func validate() throws {
        for (option, patterns) in [("protocol", protocols), ("type", types), ("module", modules)] {
            guard let pattern = patterns.first(where: { InspectionSetting.patterns(in: $0) == nil }) else { continue }
            throw ValidationError("--\(option) '\(pattern)': not a pattern; use a name, in which * matches any text.")
        }
    }

    /// The options as variables of the environment.
    var variables: [(String, String)] {
        [
            (InspectionSetting.protocols, protocols), (InspectionSetting.types, types),
            (InspectionSetting.modules, modules),
        ]
        .filter { !$0.1.isEmpty }.map { ($0.0.variable, $0.1.joined(separator: ";")) }
    }
}
