// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Requirements that several protocols of one proxy declare: a class has only one method or property for all of them,
/// which has to fulfil the strongest.
package struct RepeatedRequirements {
    /// A requirement, as another file may write it.
    package typealias InFull = (RequirementDescription, _ owner: ProtocolDescription) -> RequirementDescription

    private struct Place: Hashable {
        var owner: Int
        var index: Int
    }

    /// What is the same in all forms of a requirement.
    private struct Signature: Hashable {
        let kind: RequirementDescription.Kind
        let fullName: String
        let genericParameters: [GenericParameterDescription]
        let whereClause: String?
        let parameterTypes: [String]
        let isAsync: Bool
        let result: String?

        init(_ requirement: RequirementDescription) {
            kind = requirement.kind
            fullName = requirement.fullName
            genericParameters = requirement.genericParameters
            whereClause = requirement.whereClause
            parameterTypes = requirement.parameters.map { $0.isVariadic ? "\($0.type)..." : $0.type }
            isAsync = requirement.effects.isAsync
            result = requirement.result
        }
    }

    private var owners: [ProtocolDescription]

    /// Leaves one of each: the protocol's own, which becomes as strong as the others, or else the strongest inherited one.
    ///
    /// - Parameters:
    ///   - description: The protocol.
    ///   - inherited: Its parents.
    ///   - inFull: Gives the types of a requirement their full names, by which requirements are compared.
    package static func remove(
        from description: inout ProtocolDescription,
        and inherited: inout [ProtocolDescription],
        inFull: InFull = { requirement, _ in requirement }
    ) {
        var repeated = RepeatedRequirements(owners: [description] + inherited)
        repeated.remove(inFull)
        description = repeated.owners[0]
        inherited = Array(repeated.owners.dropFirst())
    }

    private mutating func remove(_ inFull: InFull) {
        var places: [Signature: [Place]] = [:]
        for owner in owners.indices {
            for (index, requirement) in owners[owner].requirements.enumerated() {
                let signature = Signature(inFull(requirement, owners[owner]))
                places[signature, default: []].append(Place(owner: owner, index: index))
            }
        }
        var removed: Set<Place> = []
        for group in places.values where group.count > 1 {
            let kept = merge(group)
            // Of the protocol's own ones, none is silently left out: readers refuse them.
            removed.formUnion(group.filter { $0 != kept && $0.owner > 0 })
        }
        for owner in owners.indices {
            owners[owner].requirements = owners[owner].requirements.enumerated()
                .filter { !removed.contains(Place(owner: owner, index: $0.offset)) }.map(\.element)
        }
    }

    /// Makes one of several forms as strong as all of them.
    ///
    /// - Returns: Its place.
    private mutating func merge(_ group: [Place]) -> Place {
        let forms = group.map { owners[$0.owner].requirements[$0.index] }
        let order = group.indices.sorted { (forms[$0].weakness, $0) < (forms[$1].weakness, $1) }
        let strongest = order[0]
        // The places are in the order of the owners.
        let kept = group[0].owner == 0 ? 0 : strongest
        var requirement = forms[kept]
        requirement.isSettable = forms.contains(where: \.isSettable)
        // A method that may not change its delegate in one protocol doesn't in the others; a setter of one still does.
        let isMethod = requirement.kind == .method
        requirement.changesDelegate =
            isMethod ? forms[strongest].changesDelegate : forms.contains(where: \.changesDelegate)
        requirement.effects.throwing = forms[strongest].effects.throwing
        // A protocol that declares a requirement again says by itself whether it has an answer.
        if group[kept].owner > 0 {
            requirement.defaultAnswer = requirement.defaultAnswer ?? forms.compactMap(\.defaultAnswer).first
        }
        // Of forms that differ in what they may do, the compiler may call any.
        let differs =
            Set(forms.map(\.effects.throwing)).count > 1 || isMethod && Set(forms.map(\.changesDelegate)).count > 1
        if differs, group[strongest].owner > 0 {
            let owner = owners[group[strongest].owner]
            if owner.associatedTypeNames.isEmpty { requirement.caller = owner.existential }
        }
        owners[group[kept].owner].requirements[group[kept].index] = requirement
        return group[kept]
    }
}

extension RequirementDescription {
    /// Greater for forms that promise less: without a setter, with more errors, or with changes of the delegate.
    fileprivate var weakness: Int {
        let form =
            switch effects.throwing {
            case .nothing: isSettable ? 0 : 1
            case .rethrowing: 2
            case .only: 3
            case .anything: 4
            }
        return 2 * form + (kind == .method && changesDelegate ? 1 : 0)
    }
}
