// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyTemplate

/// The associated types of a protocol.
enum AssociatedTypes {
    /// The names between the angle brackets of a protocol's declaration.
    static func primaryNames(of symbol: SymbolGraph.Symbol) -> [String] {
        let declaration = symbol.declaration
        guard let open = declaration.firstIndex(of: "<") else { return [] }
        let group = declaration[open...]
        return group[..<group.endOfGroup].dropFirst().dropLast().split(separator: ",").map { $0.trimmingSpaces }
    }

    /// Adds the types of a parent protocol, which its proxy needs too.
    static func inherit(from parent: ProtocolDescription, into read: inout ReadProtocol, primary: [String]) {
        let types = parent.primaryAssociatedTypes + parent.freeAssociatedTypes
        for type in types where !read.description.associatedTypeNames.contains(type.name) {
            if primary.contains(type.name) {
                read.description.primaryAssociatedTypes.append(type)
            } else {
                read.description.freeAssociatedTypes.append(type)
            }
        }
        let known = read.description.whereClause
        read.description.whereClause += parent.whereClause.filter { !known.contains($0) }
        read.description.primaryAssociatedTypes.sort {
            primary.firstIndex(of: $0.name) ?? 0 < primary.firstIndex(of: $1.name) ?? 0
        }
    }

    static func read(_ symbols: [SymbolGraph.Symbol], of owner: SymbolGraph.Symbol, into read: inout ReadProtocol) {
        let primary = primaryNames(of: owner)
        for symbol in symbols {
            let name = symbol.names.title
            let (head, _) = parts(of: symbol)
            let value = head.topLevelRange(ofSign: "=")
            let bounds = head[..<(value?.lowerBound ?? head.endIndex)].topLevelParts(separatedBy: ":").dropFirst()
            // Several bounds are listed with commas, which a type parameter can't have.
            let constraint = bounds.first?.topLevelParts(separatedBy: ",").map(\.trimmingSpaces)
                .joined(separator: " & ")
            let parameter = GenericParameterDescription(name, constraint: constraint)
            if primary.contains(name) {
                read.description.primaryAssociatedTypes.append(parameter)
            } else if value == nil {
                read.description.freeAssociatedTypes.append(parameter)
            } else {
                read.description.defaultedAssociatedTypes.append(name)
            }
        }
        read.description.primaryAssociatedTypes.sort {
            primary.firstIndex(of: $0.name) ?? 0 < primary.firstIndex(of: $1.name) ?? 0
        }
    }

    /// Adds the constraints in the `where` clauses of a protocol and of its types, once the types of its parents are
    /// known too.
    static func constrain(_ owner: SymbolGraph.Symbol, _ symbols: [SymbolGraph.Symbol], in read: inout ReadProtocol) {
        for symbol in [owner] + symbols {
            for constraint in parts(of: symbol).constraints {
                guard let refusal = read.description.add(constraint: constraint) else { continue }
                read.refusals.append("\(symbol.path): \(refusal.message)")
            }
        }
    }

    /// A declaration up to the `where` clause, and the constraints there.
    private static func parts(of symbol: SymbolGraph.Symbol) -> (head: String, constraints: [String]) {
        // Symbol graphs print a space before a colon.
        let text = symbol.declaration.replacingOccurrences(of: " : ", with: ": ")
        guard let word = text.topLevelRange(of: "where") else { return (text, []) }
        let constraints = text[word.upperBound...].topLevelParts(separatedBy: ",").map(\.trimmingSpaces)
        return (String(text[..<word.lowerBound]), constraints)
    }
}
