// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// Reads the parents of a protocol.
///
/// The new proxy forwards the requirements of a parent in the same target itself, unless the parent has its own proxy,
/// which then becomes the superclass. Parents of other modules must have a proxy.
struct ParentsReader {
    let declaration: ScannedProtocol
    let known: KnownProtocols
    /// Whether the superclass was given explicitly.
    let namesSuperclass: Bool

    func read(_ head: ProtocolHead, _ members: [ScannedMember], into read: inout ReadProtocol) {
        let own = Set(members.compactMap { MemberReader(description: read.description).read($0).requirement?.fullName })
        for type in head.inherited.flatMap(\.composed) { self.read(type, own, into: &read) }
    }

    private func read(_ type: ArraySlice<Token>, _ own: Set<String>, into read: inout ReadProtocol) {
        // `~Copyable` has no requirements, and `class` requires a class.
        guard let first = type.first, first.text != "~", first.text != "class" else { return }
        let name = type.plainText
        switch KnownParents.kind(of: name) {
        case .marker: break
        case .objectProtocol: read.options.isNSObjectProtocol = true
        case .actor: read.refusals.append(PlacedRefusal(first.place, .actorProtocol))
        case .class: read.refusals.append(PlacedRefusal(first.place, .superclassConstraint(name: name)))
        case .protocolWith(let requirements):
            if requirements.isEmpty {
                read.refusals.append(PlacedRefusal(first.place, .impossibleParent(name: name)))
            } else if !own.isSuperset(of: requirements) {
                read.refusals.append(PlacedRefusal(first.place, .unseenParent(name: name)))
            }
            let declared = read.description.associatedTypeNames
            let types = KnownParents.inferredTypes(of: name).filter { !declared.contains($0) }
            read.description.defaultedAssociatedTypes += types
        case .unknown: inherit(type, into: &read)
        }
    }

    private func inherit(_ type: ArraySlice<Token>, into read: inout ReadProtocol) {
        let names = type.prefix { $0.text != "<" }
        if known.isClass(names.plainText, in: declaration.path) {
            let refusal = Refusal.superclassConstraint(name: type.plainText)
            return read.refusals.append(PlacedRefusal(type.first!.place, refusal))
        }
        let parent = known.find(names.plainText, in: declaration.path)
        // The compiler tells of a circle of parents.
        if let parent, known.inherits(parent, from: declaration) { return }
        let arguments = type.dropFirst(names.count).plainText
        let superclass = names.plainText + "Proxy" + arguments
        if namesSuperclass {
            if let parent, read.options.superclass == superclass { note(parent, into: &read) }
        } else if let parent, !isInherited(parent, by: read) {
            take(parent, at: type, into: &read)
        } else {
            let elsewhere = parent.flatMap { isElsewhere($0) ? $0.fullName + "Proxy" + arguments : nil }
            inherit(superclass: elsewhere ?? superclass, at: type, into: &read)
            if let parent { note(parent, into: &read) }
        }
    }

    /// Notes what the parent's proxy forwards, or answers itself.
    private func note(_ parent: ScannedProtocol, into read: inout ReadProtocol) {
        let theirs = ProtocolReader(declaration: parent, known: known).read()
        let all = ([theirs.description] + theirs.options.inherited).map { owner in
            EnclosedNames(known: known, path: owner.path, isInside: false).written(owner)
        }
        let requirements = all.flatMap(\.requirements)
        // A proxy with a superclass leaves them to that one.
        let answersObjects = theirs.options.isNSObjectProtocol && theirs.options.superclass == nil
        let answered = answersObjects ? ObjectMember.all(besides: requirements).map(\.requirement) : []
        read.superclassRequirements += theirs.superclassRequirements + answered + requirements
        read.superclassNames.formUnion(theirs.superclassNames)
        read.superclassNames.formUnion(ProxySource(theirs.description, options: theirs.options).shortNames)
    }

    /// Whether the parent's own proxy forwards its requirements. A proxy with a parent object can't inherit from one
    /// without.
    private func isInherited(_ parent: ScannedProtocol, by read: ReadProtocol) -> Bool {
        parent.proxied != nil && (read.options.parent == nil || hasParentObject(parent))
    }

    private func hasParentObject(_ parent: ScannedProtocol) -> Bool {
        // A circle among its parents has none.
        if known.parents(of: parent).contains(where: { known.inherits($0, from: parent) }) { return false }
        if ProxiedArguments(parent.proxied).parent != nil { return true }
        let head = ProtocolReader(declaration: parent, known: known).head
        return head.inherited.flatMap(\.composed).contains { type in
            let found = known.find(type.prefix { $0.text != "<" }.plainText, in: parent.path)
            return found.map { $0.proxied != nil && hasParentObject($0) } ?? false
        }
    }

    private func inherit(superclass: String, at type: ArraySlice<Token>, into read: inout ReadProtocol) {
        if let other = read.options.superclass, other != superclass {
            read.refusals.append(PlacedRefusal(type.first!.place, .secondParent(name: type.plainText)))
        } else {
            read.options.superclass = superclass
        }
    }

    /// Whether a parent is inside other types.
    private func isElsewhere(_ parent: ScannedProtocol) -> Bool {
        parent.path.joined(separator: ".") != declaration.path.joined(separator: ".")
    }

    /// Takes over the requirements of a parent without a proxy, including inherited ones.
    private func take(_ parent: ScannedProtocol, at type: ArraySlice<Token>, into read: inout ReadProtocol) {
        var theirs = ProtocolReader(declaration: parent, known: known, mayBeValue: read.description.mayBeValue).read()
        guard theirs.refusals.isEmpty else {
            // They concern the parent's declaration, but the refused proxy is this one.
            read.refusals += theirs.refusals.map {
                PlacedRefusal(type.first!.place, "\(parent.name.text): \($0.message)")
            }
            return
        }
        theirs.description.name = parent.fullName
        if isElsewhere(parent) {
            let names = EnclosedNames(known: known, path: parent.path, isInside: false)
            theirs.description = names.written(theirs.description)
            // Those from elsewhere were written out for this parent already.
            theirs.options.inherited = theirs.options.inherited.map { owner in
                owner.path == parent.path ? names.written(owner) : owner
            }
        }
        let unfixed = Self.unfixed(theirs, in: read.description)
        read.refusals += unfixed.map { PlacedRefusal(type.first!.place, "\(parent.name.text): \($0.message)") }
        if theirs.description.hasUnknownAttribute { read.description.hasUnknownAttribute = true }
        read.imports += theirs.imports
        read.description.inheritTypes(of: theirs.description)
        let names = read.options.inherited.map(\.name)
        read.options.inherited += ([theirs.description] + theirs.options.inherited).filter { !names.contains($0.name) }
        if theirs.options.isNSObjectProtocol { read.options.isNSObjectProtocol = true }
        if let superclass = theirs.options.superclass { inherit(superclass: superclass, at: type, into: &read) }
        read.superclassRequirements += theirs.superclassRequirements
        read.superclassNames.formUnion(theirs.superclassNames)
    }
}

extension ParentsReader {
    /// The reasons against inherited requirements with types that the parent fixes, and the protocol doesn't.
    private static func unfixed(_ parent: ReadProtocol, in description: ProtocolDescription) -> [Refusal] {
        let fixed = Set(description.primaryAssociatedTypes.map(\.name))
        return ([parent.description] + parent.options.inherited).flatMap { owner in
            owner.requirements.flatMap {
                $0.refusals(fixedTypes: fixed, allTypes: owner.associatedTypeNames, mayBeValue: false)
            }
        }
    }
}

extension ArraySlice<Token> {
    /// The members of a composition of parents, without the attributes before it, which say nothing of requirements.
    var composed: [ArraySlice<Token>] {
        var parts: [ArraySlice<Token>] = []
        var rest = self
        while rest.first?.text == "@" { _ = rest.takeAttribute() }
        while let sign = rest.topLevelIndex(where: { $0.text == "&" }) {
            parts.append(rest[..<sign])
            rest = rest[(sign + 1)...]
        }
        return parts + [rest]
    }
}

extension ProtocolDescription {
    /// Adds the associated types of a parent, which the proxy needs too.
    fileprivate mutating func inheritTypes(of parent: ProtocolDescription) {
        let types = parent.primaryAssociatedTypes + parent.freeAssociatedTypes
        freeAssociatedTypes += types.filter { !associatedTypeNames.contains($0.name) }
        whereClause += parent.whereClause.filter { !whereClause.contains($0) }
    }
}
