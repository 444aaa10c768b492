// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// Converts a declaration to a description.
struct ProtocolReader {
    let declaration: ScannedProtocol
    /// All protocols of the target.
    let known: KnownProtocols
    /// Whether delegates can be values; nil if that is for the protocol and its parents to say.
    var mayBeValue: Bool?

    func read() -> ReadProtocol {
        let arguments = ProxiedArguments(declaration.proxied)
        let members = ScannedMember.members(of: declaration.body)
        var options = ProxyOptions(superclass: arguments.superclass, parent: arguments.parent)
        options.writesDefaultBodies = true
        options.hintsAtActors = true
        let names = EnclosedNames(known: known, path: declaration.path, isInside: true)
        options.parent = options.parent.map { parent in
            var parent = parent
            parent.type = names.written(type: parent.type)
            return parent
        }
        var read = ReadProtocol(
            description: ownDescription,
            options: options,
            refusals: arguments.refusals,
            imports: declaration.imports
        )
        read.description.mayBeValue = mayBeValue ?? (ClassBinding(known: known).requiresClass(declaration) == false)
        let attributes = declaration.attributes + members.flatMap(\.attributes)
        read.description.hasUnknownAttribute = attributes.contains { ProtocolDescription.isUnknown(attribute: $0.name) }
        readActor(into: &read)
        if let refusal = read.description.refusalOfName {
            read.refusals.append(PlacedRefusal(declaration.name.place, refusal))
        }
        let types = AssociatedTypesReader(primary: head.primary, constraints: head.constraints)
        types.read(members, into: &read.description)
        ParentsReader(declaration: declaration, known: known, namesSuperclass: arguments.namesSuperclass)
            .read(head, members, into: &read)
        read.refusals += types.unseen(in: read.description)
        read.refusals += types.constrain(members, in: &read.description)
        let reader = MemberReader(description: read.description)
        for member in members {
            let (requirement, refusals) = reader.read(member)
            read.refusals += refusals
            if let requirement { read.description.requirements.append(requirement) }
        }
        read.description = names.written(read.description)
        // Compared are types with their names in full: a parent elsewhere may write the same one otherwise.
        let inFull = { (requirement: RequirementDescription, owner: ProtocolDescription) in
            EnclosedNames(known: known, path: owner.path, isInside: false).written(requirement, of: owner)
        }
        read.removeRepeated(inFull)
        let impossible = read.leaveToSuperclass(inFull)
        for member in members {
            guard let name = reader.read(member).requirement?.fullName, impossible.contains(name) else { continue }
            read.refusals.append(PlacedRefusal(member.nameToken.place, .otherThanInherited(name: name)))
        }
        refuseCollisions(members, in: &read)
        return read
    }

    var head: ProtocolHead { ProtocolHead(declaration.head) }

    private var ownDescription: ProtocolDescription {
        var description = ProtocolDescription(name: declaration.name.text, access: declaration.access)
        description.path = declaration.path
        description.attributes = declaration.attributes.filter { $0.name == "available" }.map(\.tokens.plainText)
        description.globalActor = actor(of: declaration)?.tokens.plainText
        description.noncopyableTypes = known.noncopyable
        description.functionAliases = known.functionAliases
        return description
    }

    /// The actor of a protocol, or of the parents that it has it from.
    ///
    /// - Parameter depth: Counts parents, since source with errors can have a circle of them.
    private func actor(of declaration: ScannedProtocol, depth: Int = 0) -> ScannedAttribute? {
        if let own = declaration.attributes.first(where: { $0.name.hasSuffix("Actor") }) { return own }
        guard !declaration.isNonisolated, depth < 100 else { return nil }
        let inherited = ProtocolHead(declaration.head).inherited.flatMap(\.composed).compactMap { type in
            known.find(type.prefix { $0.text != "<" }.plainText, in: declaration.path)
                .flatMap { actor(of: $0, depth: depth + 1) }
        }
        // Parents of different actors leave the protocol without one.
        return Set(inherited.map(\.name)).count == 1 ? inherited.first : nil
    }

    /// Applies the protocol's actor to the parent object's property.
    private func readActor(into read: inout ReadProtocol) {
        guard read.options.parent != nil,
            let actor = actor(of: declaration)
        else { return }
        read.options.parent?.isOnMainActor = true
        guard actor.name != "MainActor" else { return }
        let isOwn = declaration.attributes.contains { $0.name == actor.name }
        let place = isOwn ? actor.place : declaration.name.place
        let name = String(actor.tokens.plainText.dropFirst())
        read.refusals.append(PlacedRefusal(place, .unknownActor(name: name)))
    }

    /// Indistinguishable requirements.
    private func refuseCollisions(_ members: [ScannedMember], in read: inout ReadProtocol) {
        guard read.refusals.isEmpty else { return }
        let names = ProxySource(read.description, options: read.options).indistinguishableNames
        guard !names.isEmpty else { return }
        let reader = MemberReader(description: read.description)
        var seen: [String: SourcePlace] = [:]
        for member in members {
            guard let name = reader.read(member).requirement?.fullName, names.contains(name) else { continue }
            if seen.updateValue(member.nameToken.place, forKey: name) != nil {
                read.refusals.append(PlacedRefusal(member.nameToken.place, .indistinguishable(name: name)))
            }
        }
        guard read.refusals.isEmpty else { return }
        // Those of parents, or one of its own and one of a parent.
        read.refusals = names.sorted().map { name in
            PlacedRefusal(seen[name] ?? declaration.name.place, .indistinguishable(name: name))
        }
    }
}
