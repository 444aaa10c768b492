// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// A protocol read from its declaration, with the options of its proxy.
struct ReadProtocol {
    var description: ProtocolDescription
    var options: ProxyOptions
    var refusals: [PlacedRefusal] = []
}

extension ReadProtocol {
    /// Removes inherited requirements that a nearer protocol redeclares.
    mutating func removeRepeated() {
        var seen = Set(description.requirements.map(Self.traits))
        for index in options.inherited.indices {
            options.inherited[index].requirements.removeAll { !seen.insert(Self.traits($0)).inserted }
        }
    }

    private static func traits(_ requirement: RequirementDescription) -> [String] {
        let isAsync = requirement.effects.isAsync ? "async" : ""
        return [requirement.fullName, requirement.result ?? "", isAsync] + requirement.parameters.map(\.type)
    }
}
