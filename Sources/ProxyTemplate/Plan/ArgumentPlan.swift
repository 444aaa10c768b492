// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How one argument is recorded and passed on.
struct ArgumentPlan {
    /// The parameter.
    let parameter: ParameterDescription
    /// The proxy's name for it.
    let name: String
    /// The parameter's own name, if any, for records.
    var recordedName: String {
        let own = parameter.name.withoutBackticks
        return own == "_" || name.withoutBackticks == own ? name.withoutBackticks : own
    }
    /// The type in the tuple of arguments.
    let recordedType: String
    /// The value in the tuple of arguments.
    let recordedValue: String
    /// The forwarded argument, without its label.
    let passedValue: String
    /// A statement required before the call, nil for none.
    let preparation: String?
    /// How the closure is wrapped before the call; nil for other values.
    let closure: ClosurePlan?

    init(
        _ parameter: ParameterDescription,
        name: String,
        isOnly: Bool,
        closure: ClosurePlan?,
        erased: Set<String>,
        restricted: Set<String>,
        packs: Set<String>
    ) {
        self.parameter = parameter
        self.name = name
        self.closure = closure
        let type = TypeText(parameter.type)
        let isInout = type.specifiers.contains("inout")
        let isConsumed = type.specifiers.contains("consuming") || type.specifiers.contains("__owned")
        preparation = Self.preparation(name, type, isConsumed: isConsumed)
        passedValue = Self.passed(name, type, isInout: isInout, isConsumed: isConsumed, isPack: type.mentions(packs))
        if let reason = Self.reasonNotToRecord(type, restricted: restricted) {
            recordedType = "UnrecordedArgument"
            recordedValue = ".\(reason)"
        } else if type.mentions(packs) {
            recordedType = "[Any]"
            recordedValue = "UnrecordedArgument.list(repeat each \(name))"
        } else {
            let isErased = type.mentions(erased) || isOnly && type.isTuple
            let value = isErased ? "\(name) as Any" : name
            let stored = isErased ? "Any" : type.stored
            recordedType =
                isInout ? "InoutArgument<\(stored)>" : parameter.isVariadic && !isErased ? "[\(stored)]" : stored
            recordedValue = isInout ? "InoutArgument(\(value))" : value
        }
    }

    private static func preparation(_ name: String, _ type: TypeText, isConsumed: Bool) -> String? {
        if isConsumed { return "var \(name) = Optional(\(name))" }
        // The caller has given up the value, and the capturing closure runs once, here.
        return type.specifiers.contains("sending") ? "nonisolated(unsafe) let \(name) = \(name)" : nil
    }

    private static func passed(
        _ name: String,
        _ type: TypeText,
        isInout: Bool,
        isConsumed: Bool,
        isPack: Bool
    ) -> String {
        if isPack { return "repeat each \(name)" }
        if isInout { return "&\(name)" }
        // A captured value can't be consumed, but it can be taken from an optional.
        if isConsumed { return "\(name).take()!" }
        return type.isAutoclosure ? "\(name)()" : name
    }

    /// Types with values that can't outlive the call or can't be copied.
    private static let restrictedTypes: Set<String> = [
        "Span", "RawSpan", "MutableSpan", "MutableRawSpan", "OutputSpan", "OutputRawSpan", "UTF8Span",
    ]

    private static func reasonNotToRecord(_ type: TypeText, restricted: Set<String>) -> String? {
        if type.isNonescapingFunction { return "nonescapingClosure" }
        if type.specifiers.contains("consuming") || type.specifiers.contains("__owned") { return "consumed" }
        if type.specifiers.contains("borrowing") || type.specifiers.contains("__shared") { return "borrowed" }
        if type.text.contains("~Copyable") || type.mentions(restricted) { return "noncopyable" }
        if type.text.contains("~Escapable") || type.mentions(restrictedTypes) { return "nonescapable" }
        return nil
    }
}
