// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// A protocol read from its declaration, with the options of its proxy.
struct ReadProtocol {
    var description: ProtocolDescription
    var options: ProxyOptions
    var refusals: [PlacedRefusal] = []
    /// The imports that its requirements need: those of its file, and of the files of parents that it forwards itself.
    var imports: [ScannedImport]
    /// What the superclass forwards, as far as its protocol is in the target.
    var superclassRequirements: [RequirementDescription] = []
    /// Short names of the superclass.
    var superclassNames: Set<String> = []
}

extension ReadProtocol {
    /// Removes inherited requirements that a nearer protocol redeclares.
    mutating func removeRepeated() {
        var seen = Set(description.requirements.map(Self.traits))
        for index in options.inherited.indices {
            options.inherited[index].requirements.removeAll { !seen.insert(Self.traits($0)).inserted }
        }
    }

    /// Removes requirements that the superclass forwards, and marks those that must override its own.
    ///
    /// - Returns: The requirements that can do neither.
    mutating func leaveToSuperclass() -> Set<String> {
        var impossible: Set<String> = []
        var overrides = false
        func own(_ requirement: RequirementDescription) -> RequirementDescription? {
            let found = superclassRequirements.reversed().lazy.compactMap { requirement.overriding($0) }.first
            switch found {
            case nil: return requirement
            case .inherited: return nil
            case .overriding(let changed):
                overrides = true
                return changed
            case .impossible:
                impossible.insert(requirement.fullName)
                return requirement
            }
        }
        description.requirements = description.requirements.compactMap(own)
        for index in options.inherited.indices {
            options.inherited[index].requirements = options.inherited[index].requirements.compactMap(own)
        }
        // Of two names with a leading dot, the compiler couldn't choose.
        if overrides { options.takenNames.formUnion(superclassNames) }
        return impossible
    }

    private static func traits(_ requirement: RequirementDescription) -> [String] {
        let isAsync = requirement.effects.isAsync ? "async" : ""
        return [requirement.fullName, requirement.result ?? "", isAsync] + requirement.parameters.map(\.type)
    }
}
