// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SymbolText {
    mutating func write(_ type: SymbolType) {
        switch type {
        case .nominal(let nominal): write(nominal)
        case .builtin(let builtin): write("Builtin.\(builtin.name)")
        case .tuple(let elements): writeTuple(elements)
        case .function(let function): write(function)
        case .existential(let existential): write(existential)
        case .metatype(let instance):
            writeSimple(instance)
            write(".Type")
        case .existentialMetatype(.existential(let existential)):
            write(existential, inParentheses: true)
            write(".Type")
        case .existentialMetatype(let instance):
            write(instance)
            write(".Type")
        case .parameter(let depth, let index): writeParameter(depth: depth, index: index)
        case .existentialSelf: write("Self")
        case .member(let base, let name, _):
            writeSimple(base)
            write(".\(name.asInSource)")
        case .modified(let modifier, let inner):
            if let word = modifier.word { write("\(word) ") }
            write(inner)
        case .pack(let elements):
            write("Pack{")
            writeList(elements) { text, element in text.write(element) }
            write("}")
        case .packExpansion(let pattern, _):
            if case .parameter = pattern { write("repeat each ") } else { write("repeat ") }
            write(pattern)
        case .integer(let value): write("\(value)")
        case .generic(let signature, let inner):
            write(signature)
            write(" ")
            write(inner)
        }
    }

    private mutating func writeTuple(_ elements: [SymbolElement]) {
        write("(")
        writeList(elements) { text, element in
            if let label = element.label { text.write("\(label.asInSource): ") }
            text.write(element.type)
        }
        write(")")
    }

    /// Writes a type in front of a suffix, with parentheses if it needs them.
    mutating func writeSimple(_ type: SymbolType) {
        guard type.needsParentheses else { return write(type) }
        write("(")
        write(type)
        write(")")
    }

    // MARK: - Nominal types

    private mutating func write(_ type: SymbolNominal) {
        if writeSugar(type) { return }
        write(type.context)
        write(type.name.text)
        guard !type.arguments.isEmpty else { return }
        write("<")
        writeList(type.arguments) { text, argument in text.write(argument) }
        write(">")
    }

    /// Writes the types around a type.
    private mutating func write(_ context: SymbolContext) {
        switch context {
        case .type(let type):
            write(type)
            write(".")
        case .extension(let value):
            write(value.type)
            write(".")
        case .module, .entity: break
        }
    }

    private mutating func writeSugar(_ type: SymbolNominal) -> Bool {
        guard type.context == .swift, let first = type.arguments.first else { return false }
        if type.isStandard(.enum, "Optional"), type.arguments.count == 1 {
            writeSimple(first)
            write("?")
        } else if type.isStandard(.structure, "Array"), type.arguments.count == 1 {
            write("[")
            write(first)
            write("]")
        } else if type.isStandard(.structure, "Dictionary"), type.arguments.count == 2 {
            write("[")
            write(first)
            write(": ")
            write(type.arguments[1])
            write("]")
        } else {
            return false
        }
        return true
    }

    // MARK: - Existentials

    /// - Parameter inParentheses: Whether a composition has parentheses, for a suffix that binds tighter than `any`.
    private mutating func write(_ existential: SymbolExistential, inParentheses: Bool = false) {
        var parts = existential.protocols.map { $0.text }
        if let superclass = existential.superclass { parts.insert(superclass.text(names: names), at: 0) }
        if existential.isClassBound { parts.append("AnyObject") }
        for case .suppressed(.existentialSelf, let suppression) in existential.constraints {
            parts.append("~\(suppression.text)")
        }
        if parts.isEmpty { return write("Any") }
        if parts != ["AnyObject"] { write("any ") }
        let composition = parts.joined(separator: " & ")
        write(inParentheses && parts.count > 1 ? "(\(composition))" : composition)
        let constraints = existential.constraints.filter { if case .suppressed = $0 { false } else { true } }
        guard !constraints.isEmpty else { return }
        write("<")
        writeList(constraints) { text, constraint in text.write(constraint) }
        write(">")
    }
}

extension SymbolType {
    /// Whether a suffix such as `?` needs parentheses around the type.
    fileprivate var needsParentheses: Bool {
        switch self {
        case .function, .modified, .packExpansion, .generic: true
        case .existential(let existential): existential.needsAny
        case .existentialMetatype(.existential(let existential)): existential.needsAny
        default: false
        }
    }
}

extension SymbolExistential {
    /// Whether the type is written with `any`, unlike `Any` and `AnyObject`.
    fileprivate var needsAny: Bool { !protocols.isEmpty || superclass != nil || !constraints.isEmpty }
}

extension SymbolModifier {
    fileprivate var word: String? {
        switch self {
        case .inOut: "inout"
        case .shared: "borrowing"
        case .owned: "consuming"
        case .isolated: "isolated"
        case .sending: "sending"
        case .noDerivative: "@noDerivative"
        case .dynamicSelf: nil
        case .weak: "weak"
        case .unowned: "unowned"
        case .unmanaged: "unowned(unsafe)"
        }
    }
}
