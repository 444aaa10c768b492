// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ProxySource {
    /// Writes the forwarding methods, properties and subscripts.
    func writeForwarding(into text: inout SourceText) {
        for plan in plan.requirements where plan.accessor != .set || plan.requirement.inheritsGetter {
            text.gap()
            text.comment("Forwards `\(plan.requirement.fullName)`.")
            writeAttributes(of: plan, into: &text)
            if plan.requirement.kind == .method {
                writeMethod(plan, into: &text)
            } else {
                writeValue(plan, into: &text)
            }
        }
    }

    func writeAttributes(of plan: RequirementPlan, into text: inout SourceText) {
        if let actor = plan.inheritedActor { text.line(actor) }
        for attribute in plan.requirement.attributes { text.line(attribute) }
    }

    // MARK: Signature

    /// The type parameters of a requirement: `<T: Hashable>`, empty for none.
    func clause(of requirement: RequirementDescription) -> String { ProxyPlan.clause(requirement.genericParameters) }

    /// The parameters as declared by the method.
    func declarations(of plan: RequirementPlan) -> [String] {
        let own = plan.accessor == .set ? Array(plan.arguments.dropFirst()) : plan.arguments
        return own.map { $0.parameter.declaration(named: $0.name, in: plan.requirement.kind) }
    }

    /// Effects, result and constraints.
    func tail(of plan: RequirementPlan) -> String {
        let requirement = plan.requirement
        return requirement.effects.declaration + (requirement.result.map { " -> \($0)" } ?? "")
            + (requirement.whereClause.map { " where \($0)" } ?? "")
    }

    private func modifiers(of plan: RequirementPlan) -> String {
        plan.requirement.modifiers.map { $0 + " " }.joined() + openAccess
            + (plan.requirement.isOverriding ? "override " : "")
    }

    // MARK: Bodies

    private func writeMethod(_ plan: RequirementPlan, into text: inout SourceText) {
        let requirement = plan.requirement
        text.list(
            "\(modifiers(of: plan))func \(requirement.name)\(clause(of: requirement))",
            declarations(of: plan),
            tail(of: plan) + " {"
        )
        text.indented { writeForward(plan, effects: requirement.effects, into: &$0) }
        text.line("}")
    }

    private func writeValue(_ getter: RequirementPlan, into text: inout SourceText) {
        let requirement = getter.requirement
        let type = requirement.result ?? "Void"
        if requirement.kind == .property {
            text.line("\(modifiers(of: getter))var \(requirement.name): \(type) {")
        } else {
            let end = " -> \(type)" + (requirement.whereClause.map { " where \($0)" } ?? "") + " {"
            text.list("\(modifiers(of: getter))subscript\(clause(of: requirement))", declarations(of: getter), end)
        }
        let setter = plan.requirements.first {
            $0.accessor == .set && $0.requirement == requirement && $0.protocolName == getter.protocolName
        }
        text.indented { text in
            if setter == nil, requirement.effects == EffectsDescription() {
                return writeForward(getter, effects: requirement.effects, into: &text)
            }
            text.block("get\(requirement.effects.declaration)") {
                if requirement.inheritsGetter { return $0.line(inheritedValue(getter)) }
                writeForward(getter, effects: requirement.effects, into: &$0)
            }
            guard let setter else { return }
            text.block("set") { writeForward(setter, effects: EffectsDescription(), into: &$0) }
        }
        text.line("}")
    }

    /// The superclass's value of a property or subscript.
    private func inheritedValue(_ plan: RequirementPlan) -> String {
        let requirement = plan.requirement
        let prefix = requirement.effects.callPrefix
        guard requirement.kind == .subscript else { return "\(prefix)super.\(requirement.name)" }
        let own = plan.accessor == .set ? Array(plan.arguments.dropFirst()) : plan.arguments
        let passed = own.map { ($0.parameter.label(in: .subscript).map { $0 + ": " } ?? "") + $0.passedValue }
        return "\(prefix)super[\(passed.joined(separator: ", "))]"
    }

    /// Writes the forwarding line of a requirement.
    private func writeForward(_ plan: RequirementPlan, effects: EffectsDescription, into text: inout SourceText) {
        for argument in plan.arguments { argument.preparation.map { text.line($0) } }
        writeClosures(plan, into: &text)
        let values = plan.arguments.map(\.recordedValue)
        let tuple = values.count == 1 ? values[0] : "(\(values.joined(separator: ", ")))"
        let facet = plan.facet.map { ["as: \(self.plan.facetList).\($0)"] } ?? []
        let answer = answer(for: plan).map { [$0] } ?? []
        let isolation = effects.isAsync ? isolation(of: plan).map { ["like: \($0)"] } ?? [] : []
        let arguments = facet + ["\(self.plan.selectors).\(plan.shortName)", tuple] + answer + isolation
        let result = plan.requirement.result ?? "Void"
        let cast = plan.erasesResult ? " as! \(TypeText(result).stored)" : ""
        let head = effects.callPrefix + "forward"
        let isSending = plan.accessor != .set && TypeText(result).specifiers.contains("sending")
        let isPrepared = plan.arguments.contains { $0.preparation != nil || $0.closure != nil }
        let returning = isPrepared && plan.recordedResult != "Void" ? "return " : ""
        text.call(
            (isSending ? "nonisolated(unsafe) let result = " : returning) + head,
            arguments,
            closures: [closure(plan, effects)] + (plan.isEditable ? [editedClosure(plan, effects)] : []),
            tail: cast
        )
        if isSending { text.line("return result") }
    }

    /// Writes the wrappers of closures that are called later.
    private func writeClosures(_ plan: RequirementPlan, into text: inout SourceText) {
        guard plan.arguments.contains(where: { $0.closure != nil }) else { return }
        text.line("let closures = watchClosures(of: \(self.plan.selectors).\(plan.shortName))")
        for (index, argument) in plan.arguments.enumerated() {
            argument.closure?.write(argument.name, argument: index, into: &text)
        }
    }

    /// The function type whose isolation an async requirement has; nil if its own attributes decide.
    private func isolation(of plan: RequirementPlan) -> String? {
        let requirement = plan.requirement
        if requirement.modifiers.contains("nonisolated(nonsending)") {
            return "(nonisolated(nonsending) () async -> Void).self"
        }
        let isOnActor = requirement.hasOwnActor || plan.inheritedActor != nil
        if isOnActor || requirement.attributes.contains("@concurrent") { return nil }
        // What the module's settings make of it.
        return "(() async -> Void).self"
    }

    /// The closure that passes the method's own parameters on.
    private func closure(_ plan: RequirementPlan, _ effects: EffectsDescription) -> SourceClosure {
        let error = plan.namedError(effects)
        let target = error == nil ? "$0" : "target"
        return SourceClosure(
            signature: signature("target", of: effects, error),
            body: effects.callPrefix + call(plan, on: target, passing: plan.arguments.map(\.passedValue)),
            suffix: plan.erasesResult ? " as Any" : ""
        )
    }

    /// The closure that passes the values of a tuple of arguments on, in which a rule has changed some.
    private func editedClosure(_ plan: RequirementPlan, _ effects: EffectsDescription) -> SourceClosure {
        let error = plan.namedError(effects)
        let (target, tuple) = error == nil ? ("$0", "$1") : ("target", "arguments")
        let passed = plan.arguments.enumerated().map { index, argument in
            argument.passed(edited: plan.arguments.count == 1 ? tuple : "\(tuple).\(index)")
        }
        let statements = passed.compactMap(\.preparation)
        let returning = !statements.isEmpty && plan.recordedResult != "Void" ? "return " : ""
        return SourceClosure(
            label: "edited",
            signature: signature("target, arguments", of: effects, error),
            statements: statements,
            body: returning + effects.callPrefix + call(plan, on: target, passing: passed.map(\.value)),
            suffix: plan.erasesResult ? " as Any" : ""
        )
    }

    /// The signature of a closure, needed only where the type of its errors has to be named.
    private func signature(_ parameters: String, of effects: EffectsDescription, _ error: String?) -> String? {
        error.map { "\(parameters)\(effects.isAsync ? " async" : "") throws(\($0)) in" }
    }

    /// The call of the requirement.
    ///
    /// - Parameter values: What is passed for each of the plan's arguments.
    private func call(_ plan: RequirementPlan, on target: String, passing values: [String]) -> SourceCall {
        let requirement = plan.requirement
        let kind = requirement.kind
        // What `as` gives cannot be changed.
        let isChanged = plan.accessor == .set || kind == .method && requirement.changesDelegate
        let target = isChanged ? target : requirement.caller.map { "(\(target) as \($0))" } ?? target
        let own = Array(zip(plan.arguments, values).dropFirst(plan.accessor == .set ? 1 : 0))
        let passed = own.map { argument, value in
            (argument.parameter.label(in: kind).map { $0 + ": " } ?? "") + value
        }
        let assignment = plan.accessor == .set ? " = \(values[0])" : ""
        switch kind {
        case .property: return SourceCall(head: "\(target).\(requirement.name)\(assignment)")
        case .subscript:
            return SourceCall(head: target, items: passed, brackets: ("[", "]"), tail: assignment)
        case .method:
            guard requirement.parameters.contains(where: \.isVariadic) else {
                return SourceCall(head: "\(target).\(requirement.name)", items: passed, brackets: ("(", ")"))
            }
            return variadicCall(plan, on: target, passing: values)
        }
    }

    /// Swift passes an array to a variadic parameter only through a function with an array parameter.
    private func variadicCall(_ plan: RequirementPlan, on target: String, passing values: [String]) -> SourceCall {
        let requirement = plan.requirement
        let effects = requirement.effects.typeDeclaration
        let result = TypeText(requirement.result ?? "Void").inFunction
        func type(_ spell: (ArgumentPlan) -> String) -> String {
            "(\(plan.arguments.map(spell).joined(separator: ", ")))\(effects) -> \(result)"
        }
        let variadic = type { TypeText($0.parameter.type).inFunction + ($0.parameter.isVariadic ? "..." : "") }
        let array = type {
            let spelled = TypeText($0.parameter.type).inFunction
            return $0.parameter.isVariadic ? "[\(spelled)]" : spelled
        }
        let function = "\(target).\(requirement.reference) as \(variadic)"
        return SourceCall(
            head: "ProxyCore::takingArrays(\(function), as: (\(array)).self)",
            items: values,
            brackets: ("(", ")")
        )
    }

    /// The default answer or the object that gives it; nil for none.
    private func answer(for plan: RequirementPlan) -> String? {
        if let declared = plan.requirement.defaultAnswer, plan.accessor != .set {
            // Where the result is known as `Any`, the type of `nil` and `[]` has to be said.
            let type = plan.erasesResult ? plan.requirement.result.map { TypeText($0).stored } : nil
            return "default: " + (type.map { "(\(declared)) as \($0) as Any" } ?? declared)
        }
        guard plan.requirement.isOptional, self.plan.defaultsClass != nil else { return nil }
        return "otherwise: Self.defaults"
    }
}
