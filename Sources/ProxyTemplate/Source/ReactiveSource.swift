// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Writes the `.rx` extension of a parent object: its proxy, and a stream per requirement.
package struct ReactiveSource {
    private let plan: ProxyPlan
    private let parent: ProxyOptions.Parent

    /// Whether the object receives the proxy at creation, so that it can't be installed here.
    private var isGiven: Bool { plan.options.parent == nil }

    /// Plans the extension for the proxy of `description`; nil without a parent object.
    package init?(_ description: ProtocolDescription, options: ProxyOptions) {
        guard let parent = options.parent ?? options.givenTo else { return nil }
        plan = ProxyPlan(description, options: options)
        self.parent = parent
    }

    private var access: String { plan.description.access.keyword }
    private var isGeneric: Bool { !parent.genericParameters.isEmpty }
    private var clause: String { ProxyPlan.clause(parent.genericParameters) }
    private var condition: String? { isGeneric ? "where Base == \(parent.type)" : nil }
    private var proxy: String {
        isGeneric
            ? "\(plan.className)<\(parent.genericParameters.map(\.name).joined(separator: ", "))>" : plan.className
    }

    /// The declaration.
    package var text: String {
        var text = SourceText()
        text.block(isGeneric ? "extension Reactive" : "extension Reactive where Base: \(parent.type)") { text in
            writeProxy(into: &text)
            text.gap()
            text.line(
                "// Streams of the calls' arguments, after each call returned. They omit the object itself, which"
            )
            text.line("// is known, and fail if the proxy is not its delegate and cannot become it.")
            for requirement in plan.requirements where requirement.accessor == nil {
                text.gap()
                writeStream(requirement, into: &text)
            }
            text.gap()
            writeShortcut(into: &text)
        }
        return text.text
    }

    private func writeShortcut(into text: inout SourceText) {
        let (arguments, result) = (plan.freeName("Arguments"), plan.freeName("Return"))
        let generics = [String(clause.dropFirst().dropLast()), arguments, result].filter { !$0.isEmpty }
        let head = "private func calls<\(generics.joined(separator: ", "))>"
        let parameter = "(_ selector: MethodSelector<\(plan.phantom), \(arguments), \(result)>)"
        text.line("\(head)\(parameter) -> Observable<\(arguments)>" + (condition == nil ? " {" : ""))
        condition.map { text.line($0 + " {") }
        let origin = isGiven ? "givenTo: base, as: base.\(parent.property)" : "of: base"
        text.indented { $0.line("\(proxy).methodInvoked(selector, \(origin))") }
        text.line("}")
    }

    private func writeProxy(into text: inout SourceText) {
        if isGiven {
            text.comment("The proxy that the object was given as its `\(parent.property)`, nil for another delegate.")
            return text.line("\(access)var \(parent.property): \(proxy)? { base.\(parent.property) as? \(proxy) }")
        }
        text.comment(
            "The proxy in the property `\(parent.property)`. Installs it when there is none; the delegate that was there "
                + "becomes its forward delegate."
        )
        if isGeneric {
            writeHead("func \(parent.property)Proxy\(clause)()", "throws(DelegateProxyError) -> \(proxy)", into: &text)
            text.indented { $0.line("try \(proxy).proxy(for: base)") }
        } else {
            text.line("\(access)var \(parent.property): \(proxy) {")
            text.indented { $0.line("get throws(DelegateProxyError) { try \(proxy).proxy(for: base) }") }
        }
        text.line("}")
        text.gap()
        text.comment("Makes an object the forward delegate of the proxy, held weakly, until the result is disposed of.")
        let delegate = plan.description.existential
        let name = "func set\(parent.property.capitalized)\(clause)(_ delegate: \(delegate))"
        writeHead(name, "throws(DelegateProxyError) -> any Disposable", into: &text)
        text.indented { text in
            text.list(
                "try \(proxy).installForwardDelegate",
                ["delegate", "retainDelegate: false", "onProxyForObject: base"],
                ""
            )
        }
        text.line("}")
    }

    /// Writes a member up to its opening brace.
    private func writeHead(_ name: String, _ type: String, into text: inout SourceText) {
        if condition == nil, text.fits("\(access)\(name) \(type) {") { return text.line("\(access)\(name) \(type) {") }
        text.line("\(access)\(name)")
        text.indented { $0.line(type) }
        text.line((condition.map { $0 + " " } ?? "") + "{")
    }

    /// The arguments of calls, without the parent object itself.
    private func writeStream(_ requirement: RequirementPlan, into text: inout SourceText) {
        let kept = requirement.arguments.indices.filter { !isParent(requirement.arguments[$0]) }
        let named = kept.map { "\(requirement.arguments[$0].name): \(requirement.arguments[$0].recordedType)" }
        let element: String
        switch kept.count {
        case 0: element = "Void"
        case 1: element = requirement.arguments[kept[0]].recordedType
        default: element = "(\(named.joined(separator: ", ")))"
        }
        text.comment("`\(requirement.recordedName)`")
        let name = isGeneric ? "func \(requirement.shortName)\(clause)()" : "var \(requirement.shortName):"
        let selectors = plan.isGeneric ? plan.selectors : "\(plan.className).\(plan.selectors)"
        let own = "calls(\(selectors).\(requirement.shortName))"
        let count = requirement.arguments.count
        let values = kept.map { index in count == 1 ? "$0" : "$0.\(index)" }
        let mapping: String
        if kept.count == count {
            mapping = kept.count > 1 ? ".map { (\(values.joined(separator: ", "))) }" : ""
        } else {
            mapping =
                kept.isEmpty
                ? ".map { _ in }" : ".map { \(kept.count == 1 ? values[0] : "(\(values.joined(separator: ", ")))") }"
        }
        writeHead(name, (isGeneric ? "-> " : "") + "Observable<\(element)>", into: &text)
        text.indented { text in
            if text.fits(own + mapping) { return text.line(own + mapping) }
            text.line(own)
            text.indented { $0.line(mapping) }
        }
        text.line("}")
    }

    private func isParent(_ argument: ArgumentPlan) -> Bool {
        TypeText(argument.parameter.type).bare.prefix { $0.isWordCharacter || $0 == "." }
            == parent.type.prefix { $0.isWordCharacter || $0 == "." }
    }
}
