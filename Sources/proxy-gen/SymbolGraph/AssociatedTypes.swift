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
        read.description.primaryAssociatedTypes.sort {
            primary.firstIndex(of: $0.name) ?? 0 < primary.firstIndex(of: $1.name) ?? 0
        }
    }

    static func read(_ symbols: [SymbolGraph.Symbol], of owner: SymbolGraph.Symbol, into read: inout ReadProtocol) {
        let primary = primaryNames(of: owner)
        for symbol in symbols {
            let name = symbol.names.title
            let text = symbol.declaration.replacingOccurrences(of: " : ", with: ": ")
            let hasDefault = text.contains("=")
            let constraint = text.split(separator: ":", maxSplits: 1).dropFirst().first
                .map { $0.split(separator: "=")[0].trimmingSpaces }
            let parameter = GenericParameterDescription(name, constraint: constraint)
            if primary.contains(name) {
                read.description.primaryAssociatedTypes.append(parameter)
            } else if !hasDefault {
                read.description.freeAssociatedTypes.append(parameter)
            } else {
                read.description.defaultedAssociatedTypes.append(name)
            }
        }
        read.description.primaryAssociatedTypes.sort {
            primary.firstIndex(of: $0.name) ?? 0 < primary.firstIndex(of: $1.name) ?? 0
        }
    }
}
