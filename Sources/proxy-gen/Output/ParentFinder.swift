// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyTemplate

/// A class with a property for the delegate.
struct FoundParent {
    var parent: ProxyOptions.Parent
    /// Whether it is an `NSObject`, which has `.rx` already.
    var isNSObject: Bool
    var module: String
}

/// Finds the class whose property holds a delegate.
struct ParentFinder {
    let library: GraphLibrary
    /// The module that the source will belong to, whose internal properties it sees.
    let destination: String?

    /// The one class in `module` with a settable property of the protocol's type; nil for none or several.
    func parent(of protocolName: String, in module: String) throws -> FoundParent? {
        let graph = try library.graph(of: module)
        let isOwn = module == destination
        let properties = graph.symbols.filter { ($0.isPublic || isOwn) && Self.holds(protocolName, $0) }
        guard let property = properties.first, properties.count == 1 else { return nil }
        return try parent(property.pathComponents.dropLast().joined(separator: "."), property.names.title, in: module)
    }

    /// The class of a name, with one of its properties.
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
        return FoundParent(parent: parent, isNSObject: isNSObject(symbol, graph), module: module)
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

extension String {
    fileprivate var hasPrefixOfVariable: Bool {
        let words = prefix { $0 != ":" }.split(separator: " ")
        return words.contains("var") && !words.contains("static") && !words.contains("class")
    }
}
