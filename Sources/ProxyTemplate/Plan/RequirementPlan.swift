// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The plan of one forwarding method.
struct RequirementPlan {
    /// The requirement.
    let requirement: RequirementDescription
    /// Getter or setter of a property or subscript; nil for a method.
    let accessor: Accessor?
    /// The declaring protocol.
    let protocolName: String
    /// Its unique name in records.
    var recordedName: String
    /// Its short name.
    var shortName: String
    /// The arguments in order; the new value of a setter comes first.
    let arguments: [ArgumentPlan]
    /// The result type in the selector: `Void`, the result's, or `Any`.
    let recordedResult: String
    /// Whether the selector knows the result only as `Any`.
    let erasesResult: Bool
    /// The name of its facet; nil for the delegate's own protocol.
    let facet: String?
    /// The global actor that it has from its own protocol, which need not be that of the proxy's; nil for none.
    let inheritedActor: String?
    /// The only type of errors that a rule may throw, nil for any: `Never` if it depends on the call.
    let failure: String?

    /// An accessor of a property or subscript.
    enum Accessor: String {
        case get, set
    }

    /// - Parameter unnamed: Names of types that the selectors can't name.
    init(
        _ requirement: RequirementDescription,
        accessor: Accessor?,
        of owner: ProtocolDescription,
        facet: String?,
        unnamed: Set<String> = []
    ) {
        self.requirement = requirement
        self.accessor = accessor
        self.facet = facet
        protocolName = owner.name
        inheritedActor = requirement.leavesActorToProtocol ? owner.globalActor : nil
        recordedName = requirement.fullName + (accessor.map { ".\($0.rawValue)" } ?? "")
        shortName = ""
        let generics = requirement.genericParameters + owner.primaryAssociatedTypes
        let erased = Set(generics.map(\.name)).union(unnamed)
        let restricted = Set(generics.filter(\.isRestricted).map(\.name))
        let packs = Set(generics.filter(\.isPack).map(\.name))
        // A type parameter hides an alias of the same name.
        let functions = owner.functionAliases.subtracting(generics.map(\.name)).subtracting(owner.associatedTypeNames)
        let closures = Self.closures(of: requirement, owner, generics: erased, restricted: restricted.union(packs))
        var parameters = requirement.parameters
        // Getter and setter share their parameters' names; `newValue` is the setter's own.
        let used = Self.usedNames(requirement, hasClosures: !closures.isEmpty)
            .union(requirement.isSettable ? ["newValue"] : [])
        var names = Self.internalNames(parameters, used: used)
        if accessor == .set {
            // The value of a property escapes, which the declaration does not say.
            let type = requirement.result ?? "Void"
            let escaping = TypeText(type).isNonescapingFunction ? "@escaping \(type)" : type
            parameters.insert(ParameterDescription(name: "newValue", type: escaping), at: 0)
            names.insert("newValue", at: 0)
        }
        arguments = zip(parameters, names).enumerated().map { index, argument in
            let (parameter, name) = argument
            return ArgumentPlan(
                parameter,
                name: name,
                isOnly: parameters.count == 1,
                closure: closures[index],
                erased: Self.opaque(parameter) ? erased.union(["some"]) : erased,
                restricted: restricted,
                packs: packs,
                noncopyable: owner.noncopyableTypes,
                functions: accessor == .set && index == 0 ? [] : functions
            )
        }
        let result = accessor == .set ? nil : requirement.result
        erasesResult = result.map { TypeText($0).mentions(erased) } ?? false
        recordedResult = erasesResult ? "Any" : result.map { TypeText($0).stored } ?? "Void"
        let varying = erased.union(owner.associatedTypeNames).union(["Self"])
        failure = accessor == .set ? nil : Self.failure(requirement.effects, varying: varying)
    }

    /// The type of errors in the selector.
    ///
    /// - Parameter varying: Names of types that the selector can't name, because they differ between calls or proxies.
    private static func failure(_ effects: EffectsDescription, varying: Set<String>) -> String? {
        switch effects.throwing {
        case .nothing, .anything: nil
        // Which errors its caller expects depends on the call, so none is safe.
        case .rethrowing: "Never"
        case .only(let error) where TypeText(error).mentions(varying): "Never"
        // `Error` alone may be a type of the program.
        case .only(let error): ["any Error", "any Swift.Error", "Swift.Error"].contains(error) ? nil : error
        }
    }

    /// The type of errors that the closures of the forwarding line have to name; nil if the compiler finds it itself.
    func namedError(_ effects: EffectsDescription) -> String? {
        effects.onlyError ?? (effects.throwing == .nothing && Self.hasThrowingAutoclosure(requirement) ? "Never" : nil)
    }

    /// The compiler takes a `try` in an autoclosure for one of the closure around it.
    private static func hasThrowingAutoclosure(_ requirement: RequirementDescription) -> Bool {
        requirement.parameters.contains { TypeText($0.type).autoclosureEffects.throwsAnything }
    }

    /// Whether other arguments can be passed on.
    var isEditable: Bool { arguments.contains { $0.edit != nil } }

    /// The closures that are wrapped, by the index of their parameter: those of methods.
    private static func closures(
        of requirement: RequirementDescription,
        _ owner: ProtocolDescription,
        generics: Set<String>,
        restricted: Set<String>
    ) -> [Int: ClosurePlan] {
        // Only errors of the parameter itself can be thrown again.
        guard requirement.kind == .method, requirement.effects.throwing != .rethrowing else { return [:] }
        let isActor = { (attribute: String) in
            !["@available", "@discardableResult", "@objc", "@preconcurrency"].contains { attribute.hasPrefix($0) }
        }
        let hasActor = owner.globalActor != nil || requirement.attributes.contains(where: isActor)
        let isIsolated = hasActor && !requirement.modifiers.contains("nonisolated")
        var closures: [Int: ClosurePlan] = [:]
        for (index, parameter) in requirement.parameters.enumerated() where !parameter.isVariadic {
            let type = TypeText(parameter.type)
            closures[index] = ClosurePlan(type, isIsolated: isIsolated, generics: generics, restricted: restricted)
        }
        return closures
    }

    private static func opaque(_ parameter: ParameterDescription) -> Bool {
        TypeText(parameter.type).mentions(["some"])
    }

    /// Names used in the body of the forwarding method.
    private static func usedNames(_ requirement: RequirementDescription, hasClosures: Bool) -> Set<String> {
        var names: Set<String> = hasClosures ? ["forward", "watchClosures", "closures", "followed"] : ["forward"]
        let namesError = requirement.effects.onlyError != nil || hasThrowingAutoclosure(requirement)
        if namesError { names.formUnion(["target", "arguments"]) }
        if let result = requirement.result, TypeText(result).specifiers.contains("sending") { names.insert("result") }
        if requirement.parameters.contains(where: \.isVariadic) { names.insert("takingArrays") }
        return names
    }

    /// A name for every parameter: its own, or `argument2` if it has none, shares it, or clashes.
    private static func internalNames(_ parameters: [ParameterDescription], used: Set<String>) -> [String] {
        var taken = used
        let given = Set(parameters.map(\.name))
        return parameters.enumerated().map { index, parameter in
            let isUsable = parameter.name != "_" && !taken.contains(parameter.name)
            var name = isUsable ? SwiftWords.escaped(parameter.name.withoutBackticks) : "argument\(index + 1)"
            while !isUsable, taken.contains(name) || given.contains(name) { name += "_" }
            taken.formUnion([parameter.name, name])
            return name
        }
    }

    /// The traits of the selector: `[.optional, .throwing]`.
    ///
    /// - Parameters:
    ///   - hasStandIn: Whether the protocol's own bodies answer optional requirements.
    ///   - reportsDefaults: Whether those bodies report when they are reached.
    func traits(hasStandIn: Bool, reportsDefaults: Bool) -> [String] {
        let isAnswered = requirement.defaultAnswer != nil || (requirement.isOptional && hasStandIn)
        let effects = accessor == .set ? EffectsDescription() : requirement.effects
        return [
            requirement.isOptional ? ".optional" : nil,
            effects.throwsAnything ? ".throwing" : nil,
            effects.isAsync ? ".async" : nil,
            recordedResult != "Void" && !isAnswered ? ".needsAnswer" : nil,
            requirement.isOptional && reportsDefaults ? ".reportsDefault" : nil,
            isEditable ? ".editable" : nil,
        ].compactMap(\.self)
    }

    /// The declaration of the requirement; for a property or subscript, with one accessor.
    var declaration: String {
        let clause = ProxyPlan.clause(requirement.genericParameters)
        let kind = requirement.kind
        let parameters = requirement.parameters.map { $0.declaration(named: $0.name, in: kind) }.joined(separator: ", ")
        let result = requirement.result ?? "Void"
        let condition = requirement.whereClause.map { " where \($0)" } ?? ""
        let effects = requirement.effects.declaration
        let block = accessor == .set ? "{ set }" : "{ get\(effects) }"
        switch kind {
        case .method:
            let arrow = requirement.result.map { " -> \($0)" } ?? ""
            return "func \(requirement.name)\(clause)(\(parameters))\(effects)\(arrow)\(condition)"
        case .property: return "var \(requirement.name): \(result) \(block)"
        case .subscript: return "subscript\(clause)(\(parameters)) -> \(result)\(condition) \(block)"
        }
    }

    /// The type of the tuple of arguments.
    var argumentsType: String {
        switch arguments.count {
        case 0: "Void"
        case 1: arguments[0].recordedType
        default: "(\(arguments.map(\.recordedType).joined(separator: ", ")))"
        }
    }
}
