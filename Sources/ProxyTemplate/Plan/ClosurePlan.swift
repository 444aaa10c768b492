// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How a closure argument is wrapped, so that the record of the call tells when the closure is called.
///
/// The wrapper has the type of the closure and passes each call on. It is written only where it cannot make a
/// difference: not for closures that don't escape, that have a representation or an isolation of their own to ask for
/// (`@convention`, `@isolated(any)`), or whose parameters can't be passed on or described.
struct ClosurePlan {
    /// Whether the argument is an optional closure.
    let isOptional: Bool
    /// Number of parameters of the closure.
    let parameterCount: Int
    let effects: EffectsDescription
    let returnsValue: Bool

    /// - Parameters:
    ///   - type: The type of the parameter.
    ///   - isIsolated: Whether the requirement belongs to an actor.
    ///   - generics: Names of type parameters.
    ///   - restricted: Names of those without copyable, escapable values, and of parameter packs.
    /// - Returns: Nil for any other type, and for a closure that is passed on as it is.
    init?(_ type: TypeText, isIsolated: Bool, generics: Set<String>, restricted: Set<String>) {
        guard !type.isAutoclosure, type.specifiers.allSatisfy({ $0.hasPrefix("@") }) else { return nil }
        isOptional = !type.isFunction
        guard let closure = isOptional ? Self.wrapped(type.bare) : type,
            isOptional || type.specifiers.contains("@escaping"),
            closure.bare.hasPrefix("("), let arrow = closure.bare.topLevelArrow
        else { return nil }
        let attributes = Set(closure.specifiers).subtracting(["@escaping", "@Sendable"])
        let isActorName = { (attribute: String) in !attribute.contains("(") && attribute.dropFirst().first != "_" }
        guard attributes.count <= 1, attributes.allSatisfy(isActorName),
            !closure.text.contains("~"), !closure.text.contains("..."), !closure.mentions(Self.refusedWords),
            !closure.mentions(restricted), attributes.isEmpty || !closure.mentions(generics)
        else { return nil }
        let end = closure.bare[...].endOfGroup
        let inside = closure.bare[..<end].dropFirst().dropLast().trimmingSpaces
        let parameters = inside.isEmpty ? [] : inside.topLevelParts(separatedBy: ",").map(Self.parameterType)
        guard parameters.allSatisfy({ !$0.isNonescapingFunction }),
            let effects = EffectsDescription(between: closure.bare[end..<arrow].trimmingSpaces)
        else { return nil }
        // A closure without an actor, made in a method with one, would suspend on that actor first.
        let isFree = attributes.isEmpty && !closure.specifiers.contains("@Sendable")
        guard !(isIsolated && effects.isAsync && isFree) else { return nil }
        parameterCount = parameters.count
        self.effects = effects
        returnsValue = !["Void", "()", "Swift.Void"].contains(closure.bare[arrow...].dropFirst(2).trimmingSpaces)
    }

    /// Words of parameters and results that a wrapper can't pass on, or that it can't describe before.
    private static let refusedWords: Set<String> = [
        "inout", "borrowing", "consuming", "sending", "__owned", "__shared", "isolated", "each", "repeat", "_const",
        "Span", "RawSpan", "MutableSpan", "MutableRawSpan", "OutputSpan", "OutputRawSpan", "UTF8Span",
    ]

    /// The function type in `((Int) -> Void)?`; nil for other types.
    private static func wrapped(_ type: String) -> TypeText? {
        guard type.hasPrefix("("), type.hasSuffix("?"), type[...].endOfGroup == type.index(before: type.endIndex)
        else { return nil }
        let inner = TypeText(String(type.dropLast().dropFirst().dropLast()))
        return inner.isFunction ? inner : nil
    }

    /// The type of a parameter of a function type, without its name.
    private static func parameterType(_ text: Substring) -> TypeText {
        TypeText(text.topLevelParts(separatedBy: ":").last?.trimmingSpaces ?? text.trimmingSpaces)
    }

    /// Writes a variable with the wrapper, which hides the parameter of that name.
    func write(_ name: String, argument: Int, into text: inout SourceText) {
        // The compiler infers every type but that of an error.
        var signature = "[\(name)] in"
        var arguments = (0..<parameterCount).map { "$\($0)" }.joined(separator: ", ")
        if case .only = effects.throwing {
            arguments = (0..<parameterCount).map { "value\($0)" }.joined(separator: ", ")
            signature = "[\(name)] (\(arguments))\(effects.declaration) in"
        }
        text.line("var \(name) = \(name)")
        text.block("if \(isOptional ? "\(name) != nil, " : "")let followed = closures?.watch(\(argument))") { text in
            text.line("\(name) = { \(signature)")
            text.indented { text in
                text.line("followed.called(\(arguments))")
                let call = "\(effects.callPrefix)\(name)\(isOptional ? "!" : "")(\(arguments))"
                text.line((returnsValue ? "return " : "") + call)
            }
            text.line("}")
        }
    }
}
