// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// All decisions about a proxy, made before its source is written.
struct ProxyPlan {
    /// The protocol of the proxy.
    let description: ProtocolDescription
    /// The options.
    let options: ProxyOptions
    /// Name of the class.
    let className: String
    /// The forwarding methods: one per method and accessor.
    let requirements: [RequirementPlan]
    /// Facets: further protocols of the forward delegate, with their names in the source.
    let facets: [Facet]

    /// Words in the types of requirements and parent object, and the type parameters of class and extension.
    private let typeWords: Set<String>

    /// A further protocol that the forward delegate may conform to.
    struct Facet {
        /// Name in the source.
        let name: String
        /// The type: `any P`.
        let type: String
    }

    init(_ description: ProtocolDescription, options: ProxyOptions) {
        self.description = description
        self.options = options
        className = options.className ?? description.name.lastComponent.withoutBackticks + "Proxy"
        let all = [description] + options.inherited + options.others
        let refined = options.superclass == nil ? options.others : all
        facets = refined.map { Facet(name: $0.name.lastComponent.lowercasingFirst, type: $0.existential) }
        let names = Set(refined.map(\.name))
        // The selectors of a generic class are outside of it.
        let isGeneric = !Self.genericParameters(description, options).isEmpty
        let unnamed = isGeneric ? Set(all.flatMap(\.typeAliases)) : []
        var plans: [RequirementPlan] = []
        for owner in all {
            let facet = names.contains(owner.name) ? owner.name.lastComponent.lowercasingFirst : nil
            plans += Self.tellApart(owner.requirements.flatMap { Self.plans($0, owner, facet, unnamed) })
        }
        for (index, name) in ShortNames.names(for: plans, taken: options.takenNames).enumerated() {
            plans[index].shortName = name
        }
        requirements = plans
        let parameters = Self.genericParameters(description, options) + (options.givenTo?.genericParameters ?? [])
        typeWords = Self.typeWords(of: all.flatMap(\.requirements), options.parent).union(parameters.map(\.name))
    }

    private static func typeWords(
        of requirements: [RequirementDescription],
        _ parent: ProxyOptions.Parent?
    ) -> Set<String> {
        let types = requirements.flatMap { requirement in
            let own = [requirement.result, requirement.whereClause, requirement.effects.onlyError]
            return requirement.parameters.map(\.type) + requirement.genericParameters.map(\.declaration)
                + own.compactMap(\.self)
        }
        let words = (types + [parent?.type].compactMap(\.self)).flatMap { $0.split { !$0.isWordCharacter } }
        return Set(words.map(String.init))
    }

    private static func plans(
        _ requirement: RequirementDescription,
        _ owner: ProtocolDescription,
        _ facet: String?,
        _ unnamed: Set<String>
    ) -> [RequirementPlan] {
        func plan(_ accessor: RequirementPlan.Accessor?) -> RequirementPlan {
            RequirementPlan(requirement, accessor: accessor, of: owner, facet: facet, unnamed: unnamed)
        }
        guard requirement.kind != .method else { return [plan(nil)] }
        let getter: [RequirementPlan.Accessor] = requirement.inheritsGetter ? [] : [.get]
        let setter: [RequirementPlan.Accessor] = requirement.isSettable ? [.set] : []
        return (getter + setter).map(plan)
    }

    /// Adds parameter types, then the result type, then `async`, to names shared by several requirements.
    private static func tellApart(_ plans: [RequirementPlan]) -> [RequirementPlan] {
        var plans = plans
        let additions: [(RequirementPlan) -> String] = [
            { "(\($0.requirement.parameters.map { TypeText($0.type).bare }.joined(separator: ", ")))" },
            { " -> \($0.requirement.result ?? "Void")" },
            { $0.requirement.effects.isAsync ? " async" : "" },
        ]
        for addition in additions {
            let shared = Dictionary(grouping: plans.indices) { plans[$0].recordedName }.values.filter { $0.count > 1 }
            for index in shared.joined() { plans[index].recordedName += addition(plans[index]) }
        }
        return plans
    }

    /// Full names of requirements that share their name in records, or their short name, with another requirement.
    var indistinguishableNames: Set<String> {
        func shared(_ name: (RequirementPlan) -> String) -> [RequirementPlan] {
            Dictionary(grouping: requirements, by: name).values.filter { $0.count > 1 }.flatMap(\.self)
        }
        let plans = shared { "\($0.protocolName).\($0.recordedName)" } + shared(\.shortName)
        return Set(plans.map(\.requirement.fullName))
    }

    /// The generic parameter clause of the class: `<Element: Hashable>`, empty for none.
    var genericClause: String { Self.clause(genericParameters) }

    private var genericParameters: [GenericParameterDescription] { Self.genericParameters(description, options) }

    private static func genericParameters(
        _ description: ProtocolDescription,
        _ options: ProxyOptions
    ) -> [GenericParameterDescription] {
        description.primaryAssociatedTypes + description.freeAssociatedTypes + (options.parent?.genericParameters ?? [])
    }

    static func clause(_ parameters: [GenericParameterDescription]) -> String {
        parameters.isEmpty ? "" : "<\(parameters.map(\.declaration).joined(separator: ", "))>"
    }

    /// The place of the selectors, because a generic class can't hold them.
    var selectors: String { isGeneric ? "\(className)Selectors" : freeName("Selectors") }

    /// The type of names with a leading dot.
    var member: String { freeName("ProxyMember") }

    /// The place of the facets.
    var facetList: String { freeName("Facets") }

    /// A name for a type inside the class that hides no type of the requirements, and no type parameter of the class.
    func freeName(_ name: String) -> String { typeWords.contains(name) ? freeName("Proxys" + name) : name }

    var isGeneric: Bool { !genericParameters.isEmpty }

    /// The class in the types of its selectors; those of a generic class belong to no particular proxy.
    var phantom: String { isGeneric ? "Never" : className }

    /// Name of the class that uses the protocol's own default bodies; nil if there is none.
    var defaultsClass: (name: String, base: String?)? {
        guard case .ownBodies(let base) = options.defaults, !isGeneric,
            requirements.contains(where: \.requirement.isOptional)
        else { return nil }
        return (description.name.lastComponent + "Defaults", base)
    }
}

extension String {
    /// The last name of a qualified one.
    var lastComponent: String { split(separator: ".").last.map(String.init) ?? self }
}
