// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// Reads the associated types of a protocol.
struct AssociatedTypesReader {
    /// The names between the angle brackets.
    let primary: ArraySlice<Token>
    /// The clause after `where`.
    let constraints: ArraySlice<Token>

    func read(_ members: [ScannedMember], into description: inout ProtocolDescription) {
        for member in members where member.keyword.text == "typealias" {
            guard let alias = ScannedAlias(member.tokens) else { continue }
            description.typeAliases.insert(alias.name)
            // It hides one of the same name outside of the protocol.
            if alias.isFunction {
                description.functionAliases.insert(alias.name)
            } else {
                description.functionAliases.remove(alias.name)
            }
        }
        for member in members where member.keyword.text == "associatedtype" {
            var rest = member.tokens.dropFirst()
            guard let name = rest.popFirst() else { continue }
            let clause = rest.whereClause
            let value = rest[..<clause.startIndex].firstIndex { $0.text == "=" }
            let bound = rest[..<(value ?? clause.startIndexBehindWord)]
            let bounds = bound.first?.text == ":" ? bound.dropFirst().parts.map(\.plainText) : []
            let parameter = GenericParameterDescription(
                name.text,
                constraint: bounds.isEmpty ? nil : bounds.joined(separator: " & ")
            )
            if names.contains(name.text) {
                description.primaryAssociatedTypes.append(parameter)
            } else if value == nil {
                description.freeAssociatedTypes.append(parameter)
            } else {
                description.defaultedAssociatedTypes.append(name.text)
            }
        }
        let order = names
        description.primaryAssociatedTypes.sort {
            order.firstIndex(of: $0.name) ?? 0 < order.firstIndex(of: $1.name) ?? 0
        }
    }

    /// Adds the constraints in the `where` clauses of the protocol and of its types, once all types are known.
    func constrain(_ members: [ScannedMember], in description: inout ProtocolDescription) -> [PlacedRefusal] {
        let own = members.filter { $0.keyword.text == "associatedtype" }.map(\.tokens.whereClause)
        var refusals: [PlacedRefusal] = []
        for part in constraints.parts + own.flatMap(\.parts) {
            guard let refusal = description.add(constraint: part.plainText) else { continue }
            refusals.append(PlacedRefusal(part.first!.place, refusal))
        }
        return refusals
    }

    private var names: [String] { primary.filter { $0.kind == .word }.map(\.text) }

    /// Primary types without a member: those of a parent, whose proxy has them as parameters.
    func unseen(in description: ProtocolDescription) -> [PlacedRefusal] {
        let own = Set(description.primaryAssociatedTypes.map(\.name))
        return primary.filter { $0.kind == .word && !own.contains($0.text) }
            .map { PlacedRefusal($0.place, .unseenParent(name: $0.text)) }
    }
}

extension ArraySlice<Token> {
    /// The clause after the keyword `where`; empty, at the end, without it.
    var whereClause: ArraySlice<Token> {
        guard let index = topLevelIndex(where: { $0.text == "where" }) else { return self[endIndex...] }
        return self[(index + 1)...]
    }

    /// For a `where` clause: the index of the keyword; the end for an empty one.
    fileprivate var startIndexBehindWord: Index { isEmpty ? startIndex : startIndex - 1 }
}
