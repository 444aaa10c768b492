// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyTemplate

/// A class with a delegate property.
struct FoundParent {
    var parent: ProxyOptions.Parent
    /// Whether it has `.rx` already: an `NSObject`, or a class declared so by the module.
    var isReactive: Bool
    /// Whether it is visible to other modules.
    var isPublic: Bool
    /// The global actor of the property as source text; nil for none.
    var globalActor: String?
    var module: String
}

/// Finds the class with a delegate property.
struct ParentFinder {
    let library: GraphLibrary
    /// The module of the generated source, whose internal properties are visible.
    let destination: String?

    /// The only class in `module` with a settable property of the protocol's type; nil for none or several.
    func parent(of protocolName: String, in module: String) throws -> FoundParent? {
        let graph = try library.graph(of: module)
        let isOwn = module == destination
        let properties = graph.symbols.filter { ($0.isPublic || isOwn) && Self.holds(protocolName, $0) }
        guard let property = properties.first, properties.count == 1 else { return nil }
        return try parent(property.pathComponents.dropLast().joined(separator: "."), property.names.title, in: module)
    }

    /// The class with a name, and one of its properties.
    func parent(_ type: String, _ property: String, in module: String) throws -> FoundParent? {
        let graph = try library.graph(of: module)
        guard let symbol = graph.symbols.first(where: { $0.kind.identifier == "swift.class" && $0.path == type })
        else { return nil }
        let generics = Self.genericParameters(symbol)
        var parent = ProxyOptions.Parent(type: type, property: property)
        if !generics.isEmpty {
            parent.type += "<\(generics.map(\.name).joined(separator: ", "))>"
            parent.genericParameters = generics
        }
        let declaration = propertySymbol(property, of: symbol, graph)?.declaration ?? symbol.declaration
        let actor = GlobalActor.name(in: declaration)
        parent.isOnMainActor = actor == GlobalActor.main
        return FoundParent(
            parent: parent,
            isReactive: isReactive(symbol, graph),
            isPublic: symbol.isPublic,
            globalActor: actor,
            module: module
        )
    }

    /// A property of a class or of its nearest superclass in the module.
    private func propertySymbol(
        _ name: String,
        of type: SymbolGraph.Symbol,
        _ graph: SymbolGraph
    ) -> SymbolGraph.Symbol? {
        for owner in Self.lineage(of: type.identifier.precise, in: graph) {
            let path = graph.symbols.first { $0.identifier.precise == owner }?.pathComponents ?? []
            let found = graph.symbols.first {
                $0.kind.identifier == "swift.property" && $0.pathComponents == path + [name]
            }
            if let found { return found }
        }
        return nil
    }

    /// A class and its superclasses, as far as the module contains them.
    private static func lineage(of identifier: String, in graph: SymbolGraph) -> [String] {
        var lineage = [identifier]
        while let parent = graph.relationships.first(where: { $0.kind == "inheritsFrom" && $0.source == lineage.last }),
            !lineage.contains(parent.target)
        {
            lineage.append(parent.target)
        }
        return lineage
    }

    private static func holds(_ protocolName: String, _ symbol: SymbolGraph.Symbol) -> Bool {
        let text = symbol.declaration
        let isSettable = !text.contains("{") || text.contains("set }")
        return symbol.kind.identifier == "swift.property" && isSettable && text.hasPrefixOfVariable
            && text.contains(": (any \(protocolName))?")
    }

    private static func genericParameters(_ symbol: SymbolGraph.Symbol) -> [GenericParameterDescription] {
        let text = symbol.declaration.replacingOccurrences(of: " : ", with: ": ")
        guard let open = text.firstIndex(of: "<") else { return [] }
        let group = text[open...]
        let constraints = text.topLevelRange(of: "where").map { String(text[$0.upperBound...]) } ?? ""
        return group[..<group.endOfGroup].dropFirst().dropLast().topLevelParts(separatedBy: ",").map { part in
            let sides = part.topLevelParts(separatedBy: ":").map(\.trimmingSpaces)
            let behind = constraints.topLevelParts(separatedBy: ",").map { $0.topLevelParts(separatedBy: ":") }
                .first { $0.count == 2 && $0[0].trimmingSpaces == sides[0] }?[1].trimmingSpaces
            return GenericParameterDescription(sides[0], constraint: sides.count > 1 ? sides[1] : behind)
        }
    }

    private func isReactive(_ symbol: SymbolGraph.Symbol, _ graph: SymbolGraph) -> Bool {
        let lineage = Self.lineage(of: symbol.identifier.precise, in: graph)
        let conforms = graph.relationships.contains {
            $0.kind == "conformsTo" && lineage.contains($0.source) && $0.targetFallback == "Reactive.ReactiveCompatible"
        }
        return conforms || isNSObject(symbol, graph)
    }

    private func isNSObject(_ symbol: SymbolGraph.Symbol, _ graph: SymbolGraph) -> Bool {
        var identifier = symbol.identifier.precise
        while let parent = graph.relationships.first(where: { $0.kind == "inheritsFrom" && $0.source == identifier }) {
            if parent.target.hasSuffix("8NSObjectC") { return true }
            if parent.targetFallback?.hasPrefix("Foundation.") == true { return true }
            identifier = parent.target
        }
        return false
    }
}

/// The global actor of a declaration.
enum GlobalActor {
    static let main = "@MainActor"

    /// The attribute in a declaration's text; nil for none.
    static func name(in declaration: String) -> String? {
        declaration.split(separator: " ").first { $0.hasPrefix("@") && $0.hasSuffix("Actor") }.map(String.init)
    }
}

extension String {
    fileprivate var hasPrefixOfVariable: Bool {
        let words = prefix { $0 != ":" }.split(separator: " ")
        return words.contains("var") && !words.contains("static") && !words.contains("class")
    }
}
