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
    /// What the superclass forwards or answers, as far as its protocol is in the target, with the names of types in full.
    var superclassRequirements: [RequirementDescription] = []
    /// Short names of the superclass.
    var superclassNames: Set<String> = []
}

extension ReadProtocol {
    /// Leaves one of the requirements that several protocols declare.
    mutating func removeRepeated(_ inFull: RepeatedRequirements.InFull) {
        RepeatedRequirements.remove(from: &description, and: &options.inherited, inFull: inFull)
    }

    /// Removes requirements that the superclass forwards, and marks those that must override its own.
    ///
    /// - Returns: The requirements that can do neither.
    mutating func leaveToSuperclass(_ inFull: RepeatedRequirements.InFull) -> Set<String> {
        var impossible: Set<String> = []
        var overrides = false
        func own(_ requirement: RequirementDescription, _ owner: ProtocolDescription) -> RequirementDescription? {
            let full = inFull(requirement, owner)
            let found = superclassRequirements.reversed().lazy.compactMap { full.overriding($0) }.first
            switch found {
            case nil: return requirement
            case .inherited: return nil
            case .overriding(let changed):
                overrides = true
                var requirement = requirement
                requirement.isOverriding = changed.isOverriding
                requirement.inheritsGetter = changed.inheritsGetter
                return requirement
            case .impossible:
                impossible.insert(requirement.fullName)
                return requirement
            }
        }
        description.requirements = description.requirements.compactMap { own($0, description) }
        for index in options.inherited.indices {
            let owner = options.inherited[index]
            options.inherited[index].requirements = owner.requirements.compactMap { own($0, owner) }
        }
        // Of two names with a leading dot, the compiler couldn't choose.
        if overrides { options.takenNames.formUnion(superclassNames) }
        return impossible
    }
}
