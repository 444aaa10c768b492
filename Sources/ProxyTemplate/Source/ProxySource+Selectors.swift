// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ProxySource {
    /// Writes the selectors inside the class.
    func writeSelectors(into text: inout SourceText) {
        text.gap()
        text.line("/// The requirements of `\(plan.description.name)`, typed.")
        text.block("\(access)enum \(plan.selectors)") { writeSelectorList(into: &$0) }
    }

    /// The selectors of a generic class, which can't hold them.
    var separateSelectors: String {
        var text = SourceText()
        text.line("/// The requirements of `\(plan.description.name)`; what depends on its types is known as `Any`.")
        text.block("nonisolated \(typeAccess())enum \(plan.selectors)") { text in
            if !plan.requirements.isEmpty, !plan.facets.isEmpty { writeFacetKeys(into: &text) }
            writeSelectorList(into: &text)
        }
        return text.text
    }

    /// Writes the identities of a generic class's facets, which can't hold them either.
    private func writeFacetKeys(into text: inout SourceText) {
        text.block("enum \(plan.facetList)") { text in
            for facet in plan.facets { text.line("static let \(facet.name) = ProxyCore::DelegateFacet<Never>()") }
        }
    }

    private func writeSelectorList(into text: inout SourceText) {
        for requirement in plan.requirements {
            text.gap()
            text.comment("`\(requirement.recordedName)`")
            writeSelector(requirement, into: &text)
        }
        text.gap()
        text.line("static let all: [ProxyCore::AnyMethodSelector] = [")
        text.indented { text in
            for requirement in plan.requirements {
                text.line("ProxyCore::AnyMethodSelector(\(requirement.shortName)),")
            }
        }
        text.line("]")
    }

    private func writeSelector(_ requirement: RequirementPlan, into text: inout SourceText) {
        let names = requirement.arguments.map { SwiftWords.literal($0.recordedName) }
        let parameters =
            requirement.arguments.count == 1
            ? "parameter: \(names[0])" : "parameters: [\(names.joined(separator: ", "))]"
        var items = [
            SwiftWords.literal(requirement.recordedName), "of: \(SwiftWords.literal(requirement.protocolName))",
            parameters,
        ]
        let traits = requirement.traits(
            hasStandIn: plan.defaultsClass != nil,
            reportsDefaults: plan.options.writesDefaultBodies
        )
        if !traits.isEmpty {
            items.append("traits: " + (traits.count == 1 ? traits[0] : "[\(traits.joined(separator: ", "))]"))
        }
        if let failure = requirement.failure { items.append("failure: \(failure).self") }
        items.append(text.labelledLiteral("declaration", requirement.declaration))
        let types = "\(plan.phantom), \(requirement.argumentsType), \(requirement.recordedResult)"
        let head = "\(access)static let \(requirement.shortName) = ProxyCore::MethodSelector<\(types)>"
        if text.fits(head + "(") { return text.list(head, items, "") }
        text.line("\(access)static let \(requirement.shortName) = ProxyCore::MethodSelector<")
        text.indented { $0.line(types) }
        text.list(">", items, "")
    }

    // MARK: Names with a leading dot

    /// Writes the names for leading-dot syntax, and the methods that take them.
    func writeNamedMembers(into text: inout SourceText) {
        text.gap()
        text.line(
            "/// Names a requirement where the proxy is asked about it: `proxy.handle(.\(plan.requirements[0].shortName))`."
        )
        let (arguments, result) = (plan.freeName("Arguments"), plan.freeName("Return"))
        text.block("\(access)struct \(plan.member)<\(arguments), \(result)>: Sendable") { text in
            text.line("/// The selector with this name.")
            text.line("\(access)let selector: ProxyCore::MethodSelector<\(plan.phantom), \(arguments), \(result)>")
            for requirement in plan.requirements {
                text.gap()
                text.comment("`\(requirement.recordedName)`")
                let types = "\(requirement.argumentsType), \(requirement.recordedResult)"
                let head = "\(access)static var \(requirement.shortName): \(plan.className).\(plan.member)<\(types)>"
                let value = ".init(selector: \(plan.selectors).\(requirement.shortName))"
                if text.fits("\(head) { \(value) }") {
                    text.line("\(head) { \(value) }")
                } else {
                    text.block(head) { $0.line(value) }
                }
            }
        }
        writeMemberMethods(into: &text)
    }

    private func writeMemberMethods(into text: inout SourceText) {
        let final = "\(access)final func"
        let (arguments, result) = (plan.freeName("Arguments"), plan.freeName("Return"))
        let generics = "<\(arguments), \(result)>"
        let member = "\(plan.member)\(generics)"
        let streams = [
            ("sentMessage", arguments, "The arguments of each call, before it is passed on."),
            ("methodInvoked", arguments, "The arguments of each call, after it returned."),
            ("returned", "(\(arguments), \(result))", "Arguments and result of each call that returned."),
        ]
        for (name, type, comment) in streams {
            text.gap()
            text.line("/// \(comment)")
            text.block("\(final) \(name)\(generics)(_ member: \(member)) -> ProxyCore::ProxyObservable<\(type)>") {
                $0.line("\(name)(member.selector)")
            }
        }
        text.gap()
        text.line("/// Lets a closure answer a requirement in place of the forward delegate.")
        text.list(
            "\(final) handle\(generics)",
            [
                "_ member: \(member)", "callingTarget: Bool = true",
                "with handler: @escaping @isolated(any) (\(arguments)) throws -> \(result)",
            ],
            " -> any ProxyCore::ProxyDisposable {"
        )
        text.indented { $0.line("handle(member.selector, callingTarget: callingTarget, with: handler)") }
        text.line("}")
        text.gap()
        text.line("/// Whether a call of the requirement is answered.")
        text.block("\(final) responds\(generics)(to member: \(member)) -> Bool") { text in
            text.line("responds(to: member.selector)")
        }
    }
}
