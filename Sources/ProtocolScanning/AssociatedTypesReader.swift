// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// Reads the associated types of a protocol.
struct AssociatedTypesReader {
    /// The names between the angle brackets.
    let primary: ArraySlice<Token>
    /// The clause after `where`.
    let constraints: ArraySlice<Token>

    func read(_ members: [ScannedMember], into description: inout ProtocolDescription) -> [PlacedRefusal] {
        var refusals = sameTypes(constraints)
        for member in members where member.keyword.text == "associatedtype" {
            var rest = member.tokens.dropFirst()
            guard let name = rest.popFirst() else { continue }
            let clause = rest.whereClause
            let value = rest[..<clause.startIndex].firstIndex { $0.text == "=" }
            let bound = rest[..<(value ?? clause.startIndexBehindWord)]
            let parameter = GenericParameterDescription(
                name.text,
                constraint: constraint(of: name.text, bound, clause)
            )
            if names.contains(name.text) {
                description.primaryAssociatedTypes.append(parameter)
            } else if value == nil {
                description.freeAssociatedTypes.append(parameter)
            } else {
                description.defaultedAssociatedTypes.append(name.text)
            }
            refusals += sameTypes(clause)
        }
        let order = names
        description.primaryAssociatedTypes.sort {
            order.firstIndex(of: $0.name) ?? 0 < order.firstIndex(of: $1.name) ?? 0
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

    /// The constraints of a type: after its name, and in the `where` clauses of the type and the protocol.
    private func constraint(of name: String, _ bound: ArraySlice<Token>, _ clause: ArraySlice<Token>) -> String? {
        var parts = bound.first?.text == ":" ? bound.dropFirst().parts.map(\.plainText) : []
        for requirement in (constraints.parts + clause.parts) {
            guard let colon = requirement.topLevelIndex(where: { $0.text == ":" }) else { continue }
            let subject = requirement[..<colon].plainText
            if subject == name || subject == "Self.\(name)" { parts.append(requirement[(colon + 1)...].plainText) }
        }
        return parts.isEmpty ? nil : parts.joined(separator: " & ")
    }

    /// A class parameter can only have conformance constraints.
    private func sameTypes(_ clause: ArraySlice<Token>) -> [PlacedRefusal] {
        clause.parts.filter { part in
            part.indices.dropLast().contains { part[$0].text == "=" && part[$0 + 1].text == "=" }
        }
        .map { PlacedRefusal($0.first!.place, .unknownDeclaration(text: $0.plainText)) }
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
