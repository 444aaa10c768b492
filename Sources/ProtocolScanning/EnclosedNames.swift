// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// Writes the names of types out that the enclosing types of a protocol declare, for source outside of these.
struct EnclosedNames {
    let known: KnownProtocols
    /// The enclosing types of the protocol.
    let path: [String]
    /// Whether the source is in an extension of the innermost one, which knows what this one declares, but not what those
    /// around it declare.
    let isInside: Bool

    /// A requirement, with types and declared answer as the other source names them.
    func written(_ requirement: RequirementDescription, of description: ProtocolDescription) -> RequirementDescription {
        guard !path.isEmpty else { return requirement }
        let own = Set(requirement.genericParameters.map(\.name)).union(description.associatedTypeNames)
            .union(description.typeAliases)
        var requirement = requirement.changingTypes { written($0, except: own) }
        requirement.defaultAnswer = requirement.defaultAnswer.map { written($0, except: own) }
        return requirement
    }

    /// A protocol, with the types of its requirements and constraints as the other source names them.
    func written(_ description: ProtocolDescription) -> ProtocolDescription {
        guard !path.isEmpty else { return description }
        let own = description.associatedTypeNames.union(description.typeAliases)
        func written(_ types: [GenericParameterDescription]) -> [GenericParameterDescription] {
            types.map { type in
                var type = type
                type.constraint = type.constraint.map { self.written($0, except: own) }
                return type
            }
        }
        var changed = description
        changed.primaryAssociatedTypes = written(description.primaryAssociatedTypes)
        changed.freeAssociatedTypes = written(description.freeAssociatedTypes)
        changed.whereClause = description.whereClause.map { self.written($0, except: own) }
        changed.requirements = description.requirements.map { self.written($0, of: description) }
        return changed
    }

    /// A type, as the other source names it.
    func written(type: String) -> String { path.isEmpty ? type : written(type, except: []) }

    /// A type or expression, as the other source names it.
    ///
    /// - Parameter own: Names that the protocol or requirement itself declares.
    private func written(_ text: String, except own: Set<String>) -> String {
        var result = ""
        var brackets: [Character] = []
        var rest = text[...]
        while let first = rest.first {
            let word = rest.prefix(while: \.isWordCharacter)
            guard word.isEmpty else {
                rest = rest[word.endIndex...]
                let isMember = [".", "`"].contains(result.last)
                // A key of a dictionary is a type.
                let isLabel = rest.first == ":" && brackets.last == "("
                let isOther = isMember || isLabel || own.contains(String(word))
                result += isOther ? String(word) : qualified(String(word))
                continue
            }
            if ["(", "[", "{"].contains(first) { brackets.append(first) }
            if [")", "]", "}"].contains(first) { _ = brackets.popLast() }
            let end = first == "\"" ? rest.endOfLiteral : rest.index(after: rest.startIndex)
            result += rest[..<end]
            rest = rest[end...]
        }
        return result
    }

    private func qualified(_ name: String) -> String {
        guard let depth = known.depth(ofType: name, in: path), !(isInside && depth == path.count) else { return name }
        return (path.prefix(depth) + [name]).joined(separator: ".")
    }
}

extension Substring {
    /// The position after the quotation mark that ends the literal at the start.
    fileprivate var endOfLiteral: Index {
        var isEscaped = false
        for index in indices.dropFirst() {
            if self[index] == "\"", !isEscaped { return self.index(after: index) }
            isEscaped = self[index] == "\\" && !isEscaped
        }
        return endIndex
    }
}
