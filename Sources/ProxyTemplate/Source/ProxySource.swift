// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Writes the source of proxies.
///
/// The same protocol and options give the same text, regardless of the reader.
package struct ProxySource {
    let plan: ProxyPlan

    /// Plans the proxy of `description`.
    package init(_ description: ProtocolDescription, options: ProxyOptions = ProxyOptions()) {
        plan = ProxyPlan(description, options: options)
    }

    /// Name of the proxy's class.
    package var className: String { plan.className }

    /// Full names of indistinguishable requirements.
    package var indistinguishableNames: Set<String> { plan.indistinguishableNames }

    /// Short names of the requirements.
    package var shortNames: Set<String> { Set(plan.requirements.map(\.shortName)) }

    /// The complete declarations: the class with its selectors, and the types that can't be nested in it.
    package var declarations: [String] {
        var declarations = [classDeclaration(nestsSelectors: true)]
        if plan.isGeneric { declarations.append(separateSelectors) }
        if let defaults = defaultsDeclaration { declarations.append(defaults) }
        return declarations
    }

    /// The declarations in two parts, for proxies too long for one file: forwarding and names.
    package var parts: (forwarding: [String], selectors: [String]) {
        let forwarding = [classDeclaration(nestsSelectors: false), defaultsDeclaration].compactMap(\.self)
        return (forwarding, (plan.isGeneric ? [separateSelectors] : []) + [selectorExtension])
    }

    var access: String { plan.description.access.keyword }
    var openAccess: String { plan.description.access.openKeyword }

    /// The access level of the types: no higher than that of a protocol that they name. Their members may say more.
    func typeAccess(isOpen: Bool = false) -> String {
        plan.description.isPrivateInType ? "private " : isOpen ? openAccess : access
    }

    // MARK: Class

    private func classDeclaration(nestsSelectors: Bool) -> String {
        var text = SourceText()
        text.comment(
            "A proxy for `\(plan.description.name)`: it forwards each call, records it and lets it be observed."
                + (plan.options.superclass.map { " What is inherited, `\($0)` forwards." } ?? "")
        )
        for attribute in plan.description.attributes { text.line(attribute) }
        writeHead(into: &text)
        text.indented { text in
            text.line("// Sendable: as its superclass; it adds no state.")
            writeObjectHint(into: &text)
            writeParent(into: &text)
            writeVisibility(into: &text)
            writeRequirementList(into: &text)
            if !plan.requirements.isEmpty { writeMembers(nestsSelectors: nestsSelectors, into: &text) }
            if plan.options.isNSObjectProtocol, plan.options.superclass == nil { writeObjectMembers(into: &text) }
        }
        text.line("}")
        return text.text
    }

    private func writeHead(into text: inout SourceText) {
        let inherited = [superclass] + conformances
        // A proxy has no actor, whatever the default of its module; methods with an actor declare it themselves, or have
        // that of the requirement.
        let description = plan.description
        let nonisolated = description.hasUnknownAttribute && description.globalActor == nil ? "" : "nonisolated "
        let head = "\(nonisolated)\(typeAccess(isOpen: true))class \(plan.className)\(plan.genericClause): "
        let constraints = plan.description.whereClause
        let condition = constraints.isEmpty ? "" : "where " + constraints.joined(separator: ", ")
        let short = head + inherited.joined(separator: ", ") + (condition.isEmpty ? "" : " " + condition) + " {"
        if text.fits(short) { return text.line(short) }
        text.line(head.trimmingSpaces)
        text.indented { text in
            for (index, name) in inherited.enumerated() { text.line(name + (index + 1 < inherited.count ? "," : "")) }
        }
        text.line(condition.isEmpty ? "{" : condition + " {")
    }

    private var superclass: String {
        if let superclass = plan.options.superclass { return superclass }
        let delegate = plan.description.existential
        guard let parent = plan.options.parent else { return "ProxyCore::ProtocolProxy<\(delegate)>" }
        return "ProxyCore::DelegateProxy<\(parent.type), \(delegate)>"
    }

    private var conformances: [String] {
        let isOwnParent = plan.options.parent != nil && plan.options.superclass == nil
        let protocols = [plan.description.name] + plan.options.others.map(\.name)
        return (isOwnParent ? ["ProxyCore::DelegateProxyType"] : []) + protocols + ["@unchecked Sendable"]
    }

    // MARK: Parent object

    private func writeParent(into text: inout SourceText) {
        guard let parent = plan.options.parent else { return }
        let label = parent.label
        text.gap()
        text.line("/// Creates the proxy of one parent object; `proxy(for:)` installs it too.")
        let recorder = "recorder: ProxyCore::Recorder = .current"
        text.block("\(access)convenience init(\(label): \(parent.type), \(recorder))") { text in
            text.list(
                "self.init",
                ["parentObject: \(label)", "delegateProxy: \(plan.className).self", "recorder: recorder"],
                ""
            )
        }
        guard plan.options.superclass == nil else { return writeRefinement(parent, into: &text) }
        text.gap()
        text.line("/// Registers the proxy for `\(parent.type)` and its subclasses.")
        text.block("\(access)static func registerKnownImplementations()") { text in
            text.line("register { \(plan.className)(\(label): $0) }")
        }
        text.gap()
        if parent.property != "delegate" {
            text.line("/// Name of the property.")
            text.line("\(access)static var propertyName: String { \(SwiftWords.literal(parent.property)) }")
            text.gap()
        }
        if parent.isOnMainActor {
            text.line("/// The property belongs to the main actor.")
            text.line("\(access)static var threadRule: ProxyCore::DelegateThreadRule { .mainActor }")
            text.gap()
        }
        writePropertyAccess(parent, into: &text)
    }

    /// Registers the proxy with its inherited family, for its own class of parent objects.
    private func writeRefinement(_ parent: ProxyOptions.Parent, into text: inout SourceText) {
        text.gap()
        text.line("/// Registers the proxy for `\(parent.type)` and its subclasses.")
        text.block("\(openAccess)override class func registerRefinedImplementations()") { text in
            text.line("super.registerRefinedImplementations()")
            text.line("refine { \(plan.className)(\(parent.label): $0) }")
        }
    }

    private func writePropertyAccess(_ parent: ProxyOptions.Parent, into text: inout SourceText) {
        let type = "(\(plan.description.existential))?"
        let isOnMainActor = parent.isOnMainActor
        text.line("/// Reads the property.")
        text.list(
            "\(access)static func currentDelegate",
            ["for object: \(parent.type)"],
            " -> \(type) {"
        )
        text.indented { text in
            if !isOnMainActor { writeActorHint(into: &text) }
            text.line(isOnMainActor ? "onMainActor(object) { $0.\(parent.property) }" : "object.\(parent.property)")
        }
        text.line("}")
        text.gap()
        text.line("/// Writes the property.")
        text.block("\(access)static func setCurrentDelegate(_ delegate: \(type), to object: \(parent.type))") { text in
            if !isOnMainActor { writeActorHint(into: &text) }
            text.line(
                isOnMainActor
                    ? "onMainActor(object, delegate) { $0.\(parent.property) = $1 }"
                    : "object.\(parent.property) = delegate"
            )
        }
    }

    private func writeVisibility(into text: inout SourceText) {
        guard plan.options.isHiddenFromOptimizer else { return }
        text.gap()
        text.line("/// The optimiser does not see what a macro makes; delete this in a copy of the expansion.")
        text.line("\(openAccess)override class var isHiddenFromOptimizer: Bool { !_isDebugAssertConfiguration() }")
    }

    /// The hint beside the compiler's error if the property belongs to the main actor.
    private func writeActorHint(into text: inout SourceText) {
        guard plan.options.hintsAtActors else { return }
        text.line("// Does it belong to the main actor? Say @Proxied(parent: …, actor: MainActor.self).")
    }

    // MARK: Lists

    private func writeRequirementList(into text: inout SourceText) {
        guard !plan.requirements.isEmpty else { return }
        text.gap()
        text.line("/// All requirements.")
        let all = plan.selectors + ".all"
        let value = plan.options.superclass == nil ? all : "super.requirements + \(all)"
        text.line("\(openAccess)override class var requirements: [ProxyCore::AnyMethodSelector] { \(value) }")
        guard !plan.facets.isEmpty else { return }
        text.gap()
        text.line("/// The protocols that a forward delegate is asked for besides its own.")
        text.line("\(openAccess)override class var facets: [ProxyCore::AnyDelegateFacet] {")
        text.indented { text in
            text.line("super.facets + [")
            text.indented { text in
                for facet in plan.facets { text.line("ProxyCore::AnyDelegateFacet(\(plan.facetList).\(facet.name)),") }
            }
            text.line("]")
        }
        text.line("}")
    }

    private func writeMembers(nestsSelectors: Bool, into text: inout SourceText) {
        if !plan.facets.isEmpty { writeFacets(into: &text) }
        if nestsSelectors, !plan.isGeneric { writeSelectors(into: &text) }
        if let defaults = plan.defaultsClass {
            text.gap()
            text.line("private static let defaults = \(defaults.name)()")
        }
        writeForwarding(into: &text)
        if nestsSelectors { writeNamedMembers(into: &text) }
    }

    private var selectorExtension: String {
        var text = SourceText()
        text.block("nonisolated extension \(plan.className)") { text in
            if !plan.isGeneric { writeSelectors(into: &text) }
            writeNamedMembers(into: &text)
        }
        return text.text
    }

    /// Members that every object answers itself, and that are no delegate calls unless the protocol declares them too.
    private func writeObjectMembers(into text: inout SourceText) {
        for member in ObjectMember.all(besides: plan.requirements.map(\.requirement)) {
            text.gap()
            text.line("/// \(member.comment)")
            text.line("\(openAccess)\(member.declaration) { \(member.answer) }")
        }
    }

    /// The hint beside the compiler's error if the superclass does not answer as an object, which can be unknown here.
    private func writeObjectHint(into text: inout SourceText) {
        guard plan.options.isNSObjectProtocol, let superclass = plan.options.superclass else { return }
        text.line("// Does it not conform to NSObjectProtocol? Its superclass has to do so: let the protocol")
        text.line("// of \(superclass) inherit from NSObjectProtocol.")
    }

    private func writeFacets(into text: inout SourceText) {
        text.gap()
        text.line("private enum \(plan.facetList) {")
        text.indented { text in
            for facet in plan.facets {
                let type = "ProxyCore::DelegateFacet<\(facet.type)>"
                let key = "\(plan.selectors).\(plan.facetList).\(facet.name)"
                text.line(
                    plan.isGeneric
                        ? "static var \(facet.name): \(type) { .init(identifiedBy: \(key)) }"
                        : "static let \(facet.name) = \(type)()"
                )
            }
        }
        text.line("}")
    }

    // MARK: Defaults

    private var defaultsDeclaration: String? {
        guard let (name, base) = plan.defaultsClass else { return nil }
        var text = SourceText()
        text.line("/// Does what the protocol itself does for a requirement that a delegate leaves out.")
        let protocols = [plan.description.name] + plan.options.others.map(\.name) + ["@unchecked Sendable"]
        let inherited = ([base].compactMap(\.self) + protocols).joined(separator: ", ")
        text.line("nonisolated private final class \(name): \(inherited) {")
        text.indented { text in
            text.line("// Sendable: it has no state.")
            for plan in plan.requirements where !plan.requirement.isOptional && plan.accessor != .set {
                text.gap()
                writeUnreachable(plan, into: &text)
            }
        }
        text.line("}")
        return text.text
    }

    /// A body for a requirement without default, which is never called on this class.
    private func writeUnreachable(_ plan: RequirementPlan, into text: inout SourceText) {
        let requirement = plan.requirement
        writeAttributes(of: plan, into: &text)
        let stop = "fatalError(\"never called\")"
        guard requirement.kind != .method else {
            text.list(
                "func \(requirement.name)\(clause(of: requirement))",
                declarations(of: plan),
                tail(of: plan) + " {"
            )
            text.indented { $0.line(stop) }
            return text.line("}")
        }
        let head = requirement.kind == .property ? "var \(requirement.name)" : "subscript\(clause(of: requirement))"
        let parameters = requirement.kind == .property ? "" : "(\(declarations(of: plan).joined(separator: ", ")))"
        let arrow = requirement.kind == .property ? ": " : " -> "
        text.line("\(head)\(parameters)\(arrow)\(requirement.result ?? "Void") {")
        text.indented { text in
            text.line("get\(requirement.effects.declaration) { \(stop) }")
            if requirement.isSettable { text.line("set { \(stop) }") }
        }
        text.line("}")
    }
}

extension ProxyOptions.Parent {
    /// The type as named in an extension.
    package var nameWithoutParameters: String { String(type.prefix { $0 != "<" }) }

    /// The label for the object: `parser` for an `XMLParser`, `scrollView` for a `ScrollView`, `session` for a
    /// `URLSession`.
    package var label: String {
        let words = String(type.prefix { $0 != "<" }).lastComponent.camelWords
        let isPrefix = { (word: String) in word.count > 1 && word.allSatisfy { $0.isUppercase || $0.isNumber } }
        let kept = words.count > 1 && isPrefix(words[0]) ? Array(words.dropFirst()) : words
        let label = SwiftWords.escaped(kept.joined().lowercasingFirst)
        // The initialiser takes a recorder besides.
        return label == "recorder" ? "parentRecorder" : label
    }
}
