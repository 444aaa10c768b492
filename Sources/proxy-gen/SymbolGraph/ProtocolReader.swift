// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProtocolScanning
import ProxyTemplate

/// A protocol read from a symbol graph.
struct ReadProtocol {
    /// The protocol itself.
    var description: ProtocolDescription
    /// Protocols with inherited requirements.
    var inherited: [ProtocolDescription] = []
    /// Whether it requires members of `NSObjectProtocol`.
    var isNSObjectProtocol = false
    /// Modules of types in its requirements.
    var imports = ImportList()
    /// Refusals with their locations.
    var refusals: [String] = []
}

/// Turns symbols into descriptions.
struct ProtocolReader {
    let library: GraphLibrary
    /// The module of the generated source, whose internal bodies are visible.
    let destination: String?

    /// Protocols without requirements, or with requirements that every class fulfils.
    private static let markers: Set<String> = [
        "Sendable", "SendableMetatype", "Copyable", "Escapable", "BitwiseCopyable", "AnyObject",
    ]

    /// Reads the protocol called `name`.
    ///
    /// - Throws: `GenerationError` with `.unknownModule` or `.unknownProtocol`.
    func read(_ name: String, in module: String) throws -> ReadProtocol {
        let symbol = try library.protocolSymbol(named: name, in: module)
        var read = try own(symbol, in: module, sources: try familyNames(of: symbol, in: module))
        let parents = try library.graph(of: module).relationships.filter {
            $0.kind == "conformsTo" && $0.source == symbol.identifier.precise
        }
        // Other parents may declare again what these require.
        let infersTypes = { (parent: SymbolGraph.Relationship) in
            !KnownParents.inferredTypes(of: parent.targetName).isEmpty
        }
        for parent in parents.filter({ !infersTypes($0) }) + parents.filter(infersTypes) {
            try readParent(parent, into: &read, primary: AssociatedTypes.primaryNames(of: symbol))
        }
        AssociatedTypes.constrain(symbol, try associatedTypes(of: symbol, in: module), in: &read)
        RepeatedRequirements.remove(from: &read.description, and: &read.inherited)
        check(symbol, &read)
        return read
    }

    // MARK: One protocol

    /// The names of a protocol and its parents. Default bodies in their extensions apply to the protocol; those in
    /// extensions of refining protocols don't.
    private func familyNames(of symbol: SymbolGraph.Symbol, in module: String) throws -> Set<String> {
        let parents = try library.graph(of: module).relationships
            .filter { $0.kind == "conformsTo" && $0.source == symbol.identifier.precise }
            .compactMap { library.symbol($0.target, orIn: ModuleName.of(identifier: $0.target))?.symbol.path }
        return Set(parents + [symbol.path])
    }

    private func own(
        _ symbol: SymbolGraph.Symbol,
        in module: String,
        sources: Set<String>
    ) throws -> ReadProtocol {
        var description = ProtocolDescription(name: symbol.path, access: .public)
        description.attributes = Availability.attributes(symbol)
        description.globalActor = GlobalActor.name(in: symbol.declaration)
        description.mayBeValue = !Self.requiresClass(symbol.declaration)
        var read = ReadProtocol(description: description)
        read.imports.add(symbol.pathComponents[0], of: module)
        let graph = try library.graph(of: module)
        let defaults = defaultBodies(in: graph, of: sources)
        let members = graph.relationships.filter {
            $0.kind == "requirementOf" && $0.target == symbol.identifier.precise
        }
        for member in members.compactMap({ library.symbol($0.source, orIn: nil)?.symbol }) {
            append(member, of: module, isOptional: defaults.contains(member.identifier.precise), to: &read)
        }
        AssociatedTypes.read(try associatedTypes(of: symbol, in: module), of: symbol, into: &read)
        return read
    }

    private func associatedTypes(of symbol: SymbolGraph.Symbol, in module: String) throws -> [SymbolGraph.Symbol] {
        // The compiler calls them requirements, swift-symbolgraph-extract calls them members.
        try library.graph(of: module).relationships
            .filter { ["memberOf", "requirementOf"].contains($0.kind) && $0.target == symbol.identifier.precise }
            .compactMap { library.symbol($0.source, orIn: nil)?.symbol }
            .filter { $0.kind.identifier == "swift.associatedtype" }
    }

    /// Whether a declaration names `AnyObject` among the parents; symbol graphs list no relationship to it.
    private static func requiresClass(_ declaration: String) -> Bool {
        let clause = declaration.topLevelRange(of: "where").map { declaration[..<$0.lowerBound] } ?? declaration[...]
        let parents = clause.topLevelParts(separatedBy: ":").dropFirst().last.map(String.init) ?? ""
        return TypeText(parents).mentions(["AnyObject"])
    }

    private func append(
        _ member: SymbolGraph.Symbol,
        of module: String,
        isOptional: Bool,
        to read: inout ReadProtocol
    ) {
        if member.kind.identifier == "swift.associatedtype" { return }
        for fragment in member.declarationFragments ?? [] {
            if let module = fragment.preciseIdentifier.flatMap(ModuleName.of) {
                read.imports.add(fragment.spelling, of: module)
            }
        }
        let declaration = member.unambiguousDeclaration.replacingOccurrences(of: "Self.", with: "")
        switch DeclarationParser.requirement(declaration) {
        case .success(var requirement):
            requirement.isOptional = isOptional
            requirement.attributes += Availability.attributes(member)
            if requirement.kind == .method, requirement.result != nil,
                requirement.attributes.contains("@discardableResult") == false,
                member.declaration.contains("@discardableResult")
            {
                requirement.attributes.append("@discardableResult")
            }
            if module != destination, leavesIsolationOpen(requirement, of: read.description) {
                requirement.attributes.append("@concurrent")
            }
            read.description.requirements.append(requirement)
        case .failure(let refusal):
            read.refusals.append("\(member.path): \(refusal.message)")
        }
    }

    /// Whether it depends on the settings of its module where an async method runs. Symbol graphs don't say, and the
    /// module of the proxy may have other settings; usual ones make it concurrent. An isolated parameter says it.
    private func leavesIsolationOpen(_ method: RequirementDescription, of owner: ProtocolDescription) -> Bool {
        method.kind == .method && method.effects.isAsync && owner.globalActor == nil && method.modifiers.isEmpty
            && !method.attributes.contains { $0 == "@concurrent" || $0.hasSuffix("Actor") }
            && !method.parameters.contains { TypeText($0.type).specifiers.contains("isolated") }
    }

    /// Requirements with an unconditional default body in an extension of one of the protocols.
    private func defaultBodies(in graph: SymbolGraph, of sources: Set<String>) -> Set<String> {
        let conditional = Set(
            graph.symbols.filter { symbol in
                !(symbol.swiftExtension?.constraints ?? []).isEmpty
                    || !symbol.isPublic && graph.module.name != destination
                    || !sources.contains(symbol.pathComponents.dropLast().joined(separator: "."))
            }
            .map(\.identifier.precise)
        )
        let isAsync = Dictionary(
            graph.symbols.map { ($0.identifier.precise, $0.declaration.contains(" async")) },
            uniquingKeysWith: { first, _ in first }
        )
        // Symbol graphs match by name only; an async function can't implement a synchronous requirement.
        let bodies = graph.relationships.filter {
            $0.kind == "defaultImplementationOf" && !conditional.contains($0.source)
                && !(isAsync[$0.source] == true && isAsync[$0.target] == false)
        }
        return Set(bodies.map(\.target))
    }

    // MARK: Parents

    private func readParent(
        _ relationship: SymbolGraph.Relationship,
        into read: inout ReadProtocol,
        primary: [String]
    ) throws {
        let fallback = relationship.targetFallback.map { $0.split(separator: ".", maxSplits: 1).map(String.init) }
        let fallbackName = fallback?.last ?? relationship.target
        if Self.markers.contains(fallbackName) { return }
        let module = fallback.flatMap { $0.count > 1 ? $0[0] : nil } ?? ModuleName.of(identifier: relationship.target)
        if fallbackName == "Actor" || fallbackName == "DistributedActor" {
            read.refusals.append("\(read.description.name): \(Refusal.actorProtocol.message)")
            return
        }
        let types = KnownParents.inferredTypes(of: relationship.targetName)
        let isDeclaredAgain = declaresAgain(relationship.targetName, in: read)
        // The parent's own form has the associated type: `id: ID` for `id: Int`.
        if isDeclaredAgain, !types.isEmpty, Set(types).isDisjoint(with: primary) {
            let declared = read.description.associatedTypeNames
            read.description.defaultedAssociatedTypes += types.filter { !declared.contains($0) }
            return
        }
        guard let (symbol, owner) = library.symbol(relationship.target, orIn: module) else {
            if isDeclaredAgain, types.isEmpty { return }
            read.refusals.append("\(read.description.name): \(Refusal.unseenParent(name: fallbackName).message)")
            return
        }
        if symbol.path == "NSObjectProtocol" {
            read.isNSObjectProtocol = true
            read.description.mayBeValue = false
            return
        }
        var parent = try own(
            symbol,
            in: owner,
            sources: try familyNames(of: symbol, in: owner).union([read.description.name])
        )
        AssociatedTypes.constrain(symbol, try associatedTypes(of: symbol, in: owner), in: &parent)
        AssociatedTypes.inherit(from: parent.description, into: &read, primary: primary)
        if !parent.description.mayBeValue { read.description.mayBeValue = false }
        read.inherited.append(parent.description)
        read.imports.formUnion(parent.imports)
        read.refusals += parent.refusals
    }

    /// Whether the protocol, or a parent read before, declares all that a parent of the standard library or Foundation
    /// requires, by name.
    private func declaresAgain(_ name: String, in read: ReadProtocol) -> Bool {
        guard case .protocolWith(let names) = KnownParents.kind(of: name), !names.isEmpty else { return false }
        let declared = ([read.description] + read.inherited).flatMap(\.requirements).map(\.fullName)
        return Set(declared).isSuperset(of: names)
    }

    private func check(_ symbol: SymbolGraph.Symbol, _ read: inout ReadProtocol) {
        for owner in [read.description] + read.inherited {
            for requirement in owner.requirements {
                let fixed = Set(read.description.primaryAssociatedTypes.map(\.name))
                let all = read.description.associatedTypeNames.union(owner.associatedTypeNames)
                let found = requirement.refusals(
                    fixedTypes: fixed,
                    allTypes: all,
                    mayBeValue: read.description.mayBeValue
                )
                for refusal in found {
                    read.refusals.append("\(owner.name).\(requirement.fullName): \(refusal.message)")
                }
            }
        }
    }
}
