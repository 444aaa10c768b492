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
    /// How another value is passed in its place; nil if the argument is always passed on as it came.
    let edit: Edit?

    /// The ways in which another value takes the place of an argument.
    enum Edit {
        /// It is passed itself.
        case value
        /// It is assigned to the caller's variable, which is passed.
        case assigned
        /// It is passed from a variable of its own, because the requirement takes it over.
        case sent
    }

    init(
        _ parameter: ParameterDescription,
        name: String,
        isOnly: Bool,
        closure: ClosurePlan?,
        erased: Set<String>,
        restricted: Set<String>,
        packs: Set<String>,
        noncopyable: Set<String>,
        functions: Set<String>
    ) {
        self.parameter = parameter
        self.name = name
        self.closure = closure
        let type = TypeText(parameter.type)
        let isInout = type.specifiers.contains("inout")
        let isConsumed = type.specifiers.contains("consuming") || type.specifiers.contains("__owned")
        preparation = Self.preparation(name, type, isConsumed: isConsumed)
        // `repeat each T`; a tuple or closure of a pack is one value.
        let isPack = type.mentions(packs) && type.bare.prefix { $0.isWordCharacter } == "repeat"
        passedValue = Self.passed(name, type, isInout: isInout, isConsumed: isConsumed, isPack: isPack)
        // A variadic or `inout` one escapes.
        let mayBeNonescaping = !type.specifiers.contains("@escaping") && !isInout && !parameter.isVariadic
        let isFunctionAlias = mayBeNonescaping && type.isPlainName(oneOf: functions)
        let isNonescaping = isFunctionAlias || type.isNonescapingFunction && !parameter.isVariadic
        let reason = isNonescaping ? "nonescapingClosure" : Self.reasonNotToRecord(type, restricted: restricted)
        if let reason = reason ?? (type.names(oneOf: noncopyable) ? "noncopyable" : nil) {
            recordedType = "ProxyCore::UnrecordedArgument"
            recordedValue = ".\(reason)"
        } else if isPack {
            recordedType = "[Any]"
            recordedValue = "ProxyCore::UnrecordedArgument.list(repeat each \(name))"
        } else {
            let isErased = type.mentions(erased) || isOnly && type.isTuple
            let value = isErased ? "\(name) as Any" : name
            let stored = isErased ? "Any" : type.stored
            let isList = parameter.isVariadic && !isErased
            recordedType = isInout ? "\(Self.inout)<\(stored)>" : isList ? "[\(stored)]" : stored
            recordedValue = isInout ? "\(Self.inout)(\(value))" : value
        }
        edit = Self.edit(type, isRecorded: [name, "\(Self.inout)(\(name))"].contains(recordedValue))
    }

    /// The way to pass another value: none unless the recorded value has the parameter's own type.
    private static func edit(_ type: TypeText, isRecorded: Bool) -> Edit? {
        // A rule can make an optional closure nil, but no closure. An isolated parameter decides where the call runs.
        guard isRecorded, !type.isFunction, !type.specifiers.contains("isolated") else { return nil }
        if type.specifiers.contains("inout") { return .assigned }
        return type.isSent ? .sent : .value
    }

    /// The forwarded argument when `value` is the one in the tuple of arguments, and the statement that it needs.
    func passed(edited value: String) -> (value: String, preparation: String?) {
        switch edit {
        case nil: (passedValue, nil)
        case .value: (value, nil)
        case .assigned: (passedValue, "\(name) = \(value).after")
        case .sent: (name, "nonisolated(unsafe) let \(name) = \(value)")
        }
    }

    private static func preparation(_ name: String, _ type: TypeText, isConsumed: Bool) -> String? {
        if isConsumed { return "var \(name) = Optional(\(name))" }
        // The caller has given up the value, and the capturing closure runs once, here.
        return type.isSent ? "nonisolated(unsafe) let \(name) = \(name)" : nil
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
        return type.isAutoclosure ? "\(type.autoclosureEffects.callPrefix)\(name)()" : name
    }

    private static let `inout` = "ProxyCore::InoutArgument"

    /// Types with values that can't outlive the call or can't be copied.
    private static let restrictedTypes: Set<String> = [
        "Span", "RawSpan", "MutableSpan", "MutableRawSpan", "OutputSpan", "OutputRawSpan", "UTF8Span",
    ]

    private static func reasonNotToRecord(_ type: TypeText, restricted: Set<String>) -> String? {
        if type.specifiers.contains("consuming") || type.specifiers.contains("__owned") { return "consumed" }
        if type.specifiers.contains("borrowing") || type.specifiers.contains("__shared") { return "borrowed" }
        if type.text.contains("~Copyable") || type.mentions(restricted) { return "noncopyable" }
        if type.text.contains("~Escapable") || type.mentions(restrictedTypes) { return "nonescapable" }
        return nil
    }
}
