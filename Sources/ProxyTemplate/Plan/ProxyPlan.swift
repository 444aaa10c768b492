// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// All decisions about a proxy, made before a line of it is written.
struct ProxyPlan {
    /// The protocol that the proxy is named after.
    let description: ProtocolDescription
    /// How it is to be written.
    let options: ProxyOptions
    /// Name of the class.
    let className: String
    /// The forwarding methods: one per method and accessor.
    let requirements: [RequirementPlan]
    /// Protocols that the forward delegate is asked for besides its own, with their names in the source.
    let facets: [Facet]

    /// A protocol that the forward delegate may conform to.
    struct Facet {
        /// Name in the source.
        let name: String
        /// The type: `any P`.
        let type: String
    }

    init(_ description: ProtocolDescription, options: ProxyOptions) {
        self.description = description
        self.options = options
        className = options.className ?? description.name.lastComponent + "Proxy"
        let all = [description] + options.inherited + options.others
        let refined = options.superclass == nil ? options.others : all
        facets = refined.map { Facet(name: $0.name.lastComponent.lowercasingFirst, type: $0.existential) }
        let names = Set(refined.map(\.name))
        var plans: [RequirementPlan] = []
        for owner in all {
            let facet = names.contains(owner.name) ? owner.name.lastComponent.lowercasingFirst : nil
            plans += Self.tellApart(owner.requirements.flatMap { Self.plans($0, owner, facet) })
        }
        for (index, name) in ShortNames.names(for: plans, taken: options.takenNames).enumerated() {
            plans[index].shortName = name
        }
        requirements = plans
    }

    private static func plans(
        _ requirement: RequirementDescription,
        _ owner: ProtocolDescription,
        _ facet: String?
    ) -> [RequirementPlan] {
        guard requirement.kind != .method else {
            return [RequirementPlan(requirement, accessor: nil, of: owner, facet: facet)]
        }
        let accessors: [RequirementPlan.Accessor] = requirement.isSettable ? [.get, .set] : [.get]
        return accessors.map { RequirementPlan(requirement, accessor: $0, of: owner, facet: facet) }
    }

    /// Adds parameter types, then the result type, then `async`, to names that several requirements of a protocol share.
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

    /// Full names of requirements that share their name in records, or the one by which they are asked about, with
    /// another.
    var indistinguishableNames: Set<String> {
        func shared(_ name: (RequirementPlan) -> String) -> [RequirementPlan] {
            Dictionary(grouping: requirements, by: name).values.filter { $0.count > 1 }.flatMap(\.self)
        }
        let plans = shared { "\($0.protocolName).\($0.recordedName)" } + shared(\.shortName)
        return Set(plans.map(\.requirement.fullName))
    }

    /// What stands behind the class's name: `<Element: Hashable>`, empty for none.
    var genericClause: String { Self.clause(genericParameters) }

    private var genericParameters: [GenericParameterDescription] {
        description.primaryAssociatedTypes + description.freeAssociatedTypes + (options.parent?.genericParameters ?? [])
    }

    static func clause(_ parameters: [GenericParameterDescription]) -> String {
        parameters.isEmpty ? "" : "<\(parameters.map(\.declaration).joined(separator: ", "))>"
    }

    /// Where the selectors are: a generic class cannot hold them.
    var selectors: String { isGeneric ? "\(className)Selectors" : "Selectors" }

    var isGeneric: Bool { !genericParameters.isEmpty }

    /// The class in the types of its selectors: a selector of a generic class belongs to no proxy in particular.
    var phantom: String { isGeneric ? "Never" : className }

    /// Name of the class that does what the protocol does by itself; nil where there is none.
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
