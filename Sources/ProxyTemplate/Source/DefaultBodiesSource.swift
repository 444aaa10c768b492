// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Writes the default bodies of optional requirements: empty, or with the declared answer.
package struct DefaultBodiesSource {
    private let source: ProxySource
    private let type: String
    /// The enclosing types of the protocol; empty for none.
    private let path: String
    private let plans: [RequirementPlan]
    private let setters: [RequirementPlan]

    /// Plans the default bodies of `description`; nil if there are no optional requirements.
    ///
    /// - Parameters:
    ///   - type: The protocol as named in its extension.
    ///   - written: Writes names out that are unknown outside of the protocol's enclosing types.
    package init?(
        _ description: ProtocolDescription,
        extending type: String,
        writing written: (RequirementDescription) -> RequirementDescription = { $0 }
    ) {
        // The proxy's selectors have these names.
        let names = ProxySource(description).plan.requirements.map(\.recordedName)
        var outside = description
        outside.requirements = description.requirements.map(written)
        source = ProxySource(outside)
        self.type = type
        path = description.path.joined(separator: ".")
        let all = zip(source.plan.requirements, names).map { plan, name in
            var plan = plan
            plan.recordedName = name
            return plan
        }
        plans = all.filter { $0.requirement.isOptional && $0.accessor != .set }
        setters = all.filter { $0.requirement.isOptional && $0.accessor == .set }
        if plans.isEmpty { return nil }
    }

    /// The extension.
    package var text: String {
        var text = SourceText()
        text.block("extension \(type)") { text in
            // The hint beside the compiler's error if a name is unknown.
            if !path.isEmpty {
                text.line("// Is a name unknown here? In the protocol, write \(path).Name for what \(path) declares.")
            }
            for plan in plans {
                text.gap()
                text.comment("What `\(plan.requirement.fullName)` does where a delegate leaves it out.")
                write(plan, into: &text)
            }
        }
        return text.text
    }

    private func write(_ plan: RequirementPlan, into text: inout SourceText) {
        let requirement = plan.requirement
        source.writeAttributes(of: plan, into: &text)
        let head = requirement.modifiers.map { $0 + " " }.joined() + source.access
        switch requirement.kind {
        case .method:
            let name = "\(head)func \(requirement.name)\(source.clause(of: requirement))"
            text.list(name, source.declarations(of: plan), source.tail(of: plan) + " {")
            text.indented { writeBody(of: plan, into: &$0) }
            text.line("}")
        case .property:
            text.block("\(head)var \(requirement.name): \(requirement.result ?? "Void")") {
                writeAccessors(plan, into: &$0)
            }
        case .subscript:
            let end =
                " -> \(requirement.result ?? "Void")"
                + (requirement.whereClause.map { " where \($0)" } ?? "") + " {"
            text.list("\(head)subscript\(source.clause(of: requirement))", source.declarations(of: plan), end)
            text.indented { writeAccessors(plan, into: &$0) }
            text.line("}")
        }
    }

    private func writeAccessors(_ getter: RequirementPlan, into text: inout SourceText) {
        let requirement = getter.requirement
        text.block("get\(requirement.effects.declaration)") { writeBody(of: getter, into: &$0) }
        let setter = setters.first { $0.requirement == requirement }
        if let setter { text.block("set") { writeBody(of: setter, into: &$0) } }
    }

    /// The declared answer, if any, then the report that the body was reached, so that nothing comes in between.
    private func writeBody(of plan: RequirementPlan, into text: inout SourceText) {
        let answer = plan.accessor == .set ? nil : plan.requirement.defaultAnswer
        let isAsync = plan.accessor != .set && plan.requirement.effects.isAsync
        let words = [
            SwiftWords.literal(plan.recordedName), "of: \(SwiftWords.literal(plan.protocolName))", "by: self",
        ]
        let function = "ProxyCore::DefaultBody.reached\(isAsync ? "Async" : "")"
        guard let answer else { return text.list(function, words, "") }
        text.block("defer") { $0.list(function, words, "") }
        text.line("return \(answer)")
    }
}
