// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// A protocol as its declaration has it, with what its proxy is to be.
struct ReadProtocol {
    var description: ProtocolDescription
    var options: ProxyOptions
    var refusals: [PlacedRefusal] = []
}

/// Turns a declaration into a description.
struct ProtocolReader {
    let declaration: ScannedProtocol
    /// All protocols of the target.
    let known: KnownProtocols

    func read() -> ReadProtocol {
        let arguments = ProxiedArguments(declaration.proxied)
        let members = ScannedMember.members(of: declaration.body)
        var options = ProxyOptions(superclass: arguments.superclass, parent: arguments.parent)
        options.writesDefaultBodies = true
        options.hintsAtActors = true
        var read = ReadProtocol(description: ownDescription, options: options, refusals: arguments.refusals)
        readActor(into: &read)
        let types = AssociatedTypesReader(primary: head.primary, constraints: head.constraints)
        read.refusals += types.read(members, into: &read.description)
        ParentsReader(declaration: declaration, known: known, namesSuperclass: arguments.namesSuperclass)
            .read(head, members, into: &read)
        read.refusals += types.unseen(in: read.description)
        let reader = MemberReader(description: read.description)
        for member in members {
            let (requirement, refusals) = reader.read(member)
            read.refusals += refusals
            if let requirement { read.description.requirements.append(requirement) }
        }
        read.removeRepeated()
        refuseCollisions(members, in: &read)
        return read
    }

    var head: ProtocolHead { ProtocolHead(declaration.head) }

    private var ownDescription: ProtocolDescription {
        var description = ProtocolDescription(name: declaration.name.text, access: declaration.access)
        description.attributes = declaration.attributes.filter { $0.name == "available" }.map(\.tokens.plainText)
        description.globalActor = declaration.attributes.first { $0.name.hasSuffix("Actor") }?.tokens.plainText
        return description
    }

    /// The parent object's property belongs to the actor of the protocol.
    private func readActor(into read: inout ReadProtocol) {
        guard read.options.parent != nil,
            let actor = declaration.attributes.first(where: { $0.name.hasSuffix("Actor") })
        else { return }
        read.options.parent?.isOnMainActor = true
        guard actor.name != "MainActor", let place = actor.tokens.first?.place else { return }
        let name = String(actor.tokens.plainText.dropFirst())
        read.refusals.append(PlacedRefusal(place, .unknownActor(name: name)))
    }

    /// Requirements that neither a record nor a person who asks for one could tell apart.
    private func refuseCollisions(_ members: [ScannedMember], in read: inout ReadProtocol) {
        guard read.refusals.isEmpty else { return }
        let names = ProxySource(read.description, options: read.options).indistinguishableNames
        guard !names.isEmpty else { return }
        let reader = MemberReader(description: read.description)
        var seen: Set<String> = []
        for member in members {
            guard let name = reader.read(member).requirement?.fullName, names.contains(name) else { continue }
            if !seen.insert(name).inserted {
                read.refusals.append(PlacedRefusal(member.nameToken.place, .indistinguishable(name: name)))
            }
        }
    }
}

extension ReadProtocol {
    /// Drops inherited requirements that a nearer protocol declares again.
    fileprivate mutating func removeRepeated() {
        var seen = Set(description.requirements.map(Self.traits))
        for index in options.inherited.indices {
            options.inherited[index].requirements.removeAll { !seen.insert(Self.traits($0)).inserted }
        }
    }

    private static func traits(_ requirement: RequirementDescription) -> [String] {
        let isAsync = requirement.effects.isAsync ? "async" : ""
        return [requirement.fullName, requirement.result ?? "", isAsync] + requirement.parameters.map(\.type)
    }
}

/// What stands between the name of a protocol and its brace.
struct ProtocolHead {
    /// Between the angle brackets.
    private(set) var primary: ArraySlice<Token> = []
    /// The types that it inherits from.
    private(set) var inherited: [ArraySlice<Token>] = []
    /// Behind `where`.
    private(set) var constraints: ArraySlice<Token> = []

    init(_ tokens: ArraySlice<Token>) {
        var rest = tokens
        if rest.first?.text == "<" {
            primary = rest[..<rest.endOfGroup].inside
            rest = rest[rest.endOfGroup...]
        }
        constraints = rest.whereClause
        if let word = rest.topLevelIndex(where: { $0.text == "where" }) { rest = rest[..<word] }
        if rest.first?.text == ":" { inherited = rest.dropFirst().parts }
        for part in constraints.parts where part.starts(with: "Self", ":") { inherited.append(part.dropFirst(2)) }
    }
}

/// What stands in the parentheses of `@Proxied`.
struct ProxiedArguments {
    private(set) var parent: ProxyOptions.Parent?
    private(set) var superclass: String?
    /// Whether it is said what is inherited, be it nothing.
    private(set) var namesSuperclass = false
    private(set) var refusals: [PlacedRefusal] = []

    init(_ attribute: ScannedAttribute?) {
        var property: String?
        var isOnMainActor = false
        for argument in attribute?.arguments.parts ?? [] {
            guard let label = argument.first?.text, argument.dropFirst().first?.text == ":" else { continue }
            let value = argument.dropFirst(2)
            switch label {
            case "parent": parent = typeName(value).map { ProxyOptions.Parent(type: $0) }
            case "inheriting":
                namesSuperclass = true
                if value.plainText != "nil" { superclass = literal(value) }
            case "actor": isOnMainActor = readActor(value)
            case "property": property = literal(value)
            default: break
            }
        }
        if let property { parent?.property = property }
        parent?.isOnMainActor = isOnMainActor
    }

    private mutating func readActor(_ value: ArraySlice<Token>) -> Bool {
        guard value.plainText != "nil", let name = typeName(value), let place = value.first?.place else { return false }
        if ["MainActor", "Swift.MainActor", "_Concurrency.MainActor"].contains(name) { return true }
        refusals.append(PlacedRefusal(place, .unknownActor(name: name)))
        return false
    }

    private mutating func typeName(_ value: ArraySlice<Token>) -> String? {
        if value.count > 2, value.suffix(2).starts(with: ".", "self") { return value.dropLast(2).plainText }
        return refuse(value, "write the type itself, as in 'ScrollView.self': a value cannot be followed to its type")
    }

    private mutating func literal(_ value: ArraySlice<Token>) -> String? {
        let text = value.first?.text ?? ""
        let isPlain = value.count == 1 && text.hasPrefix("\"") && !text.hasPrefix("\"\"\"") && !text.contains("\\")
        if isPlain { return String(text.dropFirst().dropLast()) }
        return refuse(value, "write the name as a plain string literal")
    }

    private mutating func refuse(_ value: ArraySlice<Token>, _ message: String) -> String? {
        if let place = value.first?.place { refusals.append(PlacedRefusal(place, message)) }
        return nil
    }
}
