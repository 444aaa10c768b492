// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// A protocol as its declaration has it, with what its proxy is to be.
struct ReadProtocol {
    var description: ProtocolDescription
    var options: ProxyOptions
    var refusals: [PlacedRefusal] = []
}

extension ReadProtocol {
    /// Drops inherited requirements that a nearer protocol declares again.
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
