// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Makes values of a program's types from JSON text (RFC 8259).
///
/// In this order: types of the standard library, `ConstructibleValue` by its text, `RawRepresentable` by its raw value,
/// `CaseIterable` by the name of a case, `Decodable`. Values of other types aren't made. A type has the same form
/// wherever it occurs, also inside of a `Decodable` one. No value is converted: a string never becomes a number.
///
/// Runs the program's initialisers, on the calling thread; calls that these make are not recorded and follow no rules.
/// Takes time in proportion to the text, apart from those.
enum ValueMaker {
    /// Makes a value of `type`.
    static func make<Value>(_ json: String, as type: Value.Type) throws(ValueProblem) -> Value {
        if let reason = refusal(of: type) { throw ValueProblem(position: nil, reason: reason) }
        return try ThreadContext.unrecorded { () throws(ValueProblem) in try JSONText.read(json).make(type) }
    }

    /// Makes a value of a type known only at run time.
    static func makeAny(_ json: String, as type: Any.Type) throws(ValueProblem) -> Any {
        func opened<Value>(_ type: Value.Type) throws(ValueProblem) -> Any { try make(json, as: type) }
        return try _openExistential(type, do: opened)
    }

    /// The JSON text from which the value would be made again; nil if it has none.
    ///
    /// It has none if a part of it can't be made, is `Redactable`, hidden or a credential that must not be shown, or if
    /// the text would exceed the limits.
    ///
    /// - Parameters:
    ///   - value: A value of `type`.
    ///   - hidesCredentials: Whether credentials, such as the password of a URL, must not be shown.
    ///   - isHidden: Whether a part of this type, and with this label or key if it has one, must not be shown.
    static func json(
        of value: Any,
        as type: Any.Type,
        hidesCredentials: Bool = false,
        isHidden: @escaping (_ type: Any.Type, _ label: String?) -> Bool = { _, _ in false }
    ) -> String? {
        guard refusal(of: type) == nil else { return nil }
        func opened<Value>(_ type: Value.Type) -> String? {
            func text<Shown>(_ value: Shown) -> String? {
                ValueJSON.text(of: value, hidesCredentials: hidesCredentials, isHidden)
            }
            func closed<Own>(_ value: Own) -> String? {
                if Own.self == type { return text(value) }
                return (value as? Value).flatMap(text)
            }
            return _openExistential(value, do: closed)
        }
        return ThreadContext.unrecorded { _openExistential(type, do: opened) }
    }
}

extension JSONPlace {
    /// Most types around one that is made. A type that decodes itself would otherwise use up the stack.
    private static let levelLimit = 256

    /// Makes a value of any type.
    package func make<Value>(_ type: Value.Type) throws(ValueProblem) -> Value {
        guard level < Self.levelLimit else { throw problem("\(TypeName.of(type)) is nested in too many types") }
        var place = self
        place.level += 1
        if let type = type as? any JSONMakeable.Type { return try place.standard(type) }
        if Value.self == Void.self, node.kind == .null { return Identity.cast(()) }
        if let type = type as? any ConstructibleValue.Type { return try place.constructed(type) }
        if let type = type as? any RawRepresentable.Type, RawForm.isUsable(type) { return try place.raw(type) }
        if let type = type as? any CaseIterable.Type, TypeKind(type) == .enumeration { return try place.named(type) }
        if let type = type as? any Decodable.Type { return try place.decoded(type) }
        if Value.self == Void.self { throw mismatch(type, give: "null") }
        throw problem(ValueMaker.refusal(of: type) ?? "\(TypeName.of(type)) can't be made")
    }

    /// Makes a value as it decodes itself, also where its type has another form.
    package func make<Made: Decodable>(decoded type: Made.Type) throws(ValueProblem) -> Made {
        try DecodedForm.make(type, from: self)
    }

    private func standard<Made: JSONMakeable, Value>(_ type: Made.Type) throws(ValueProblem) -> Value {
        Identity.cast(try Made.make(from: self))
    }

    private func constructed<Made: ConstructibleValue, Value>(_ type: Made.Type) throws(ValueProblem) -> Value {
        guard let text = node.string else { throw mismatch(type, give: "a string: the text that describes it") }
        guard let made = Made(inspectedDescription: text) else {
            throw mismatch(type, give: "a text that its init?(inspectedDescription:) accepts")
        }
        return Identity.cast(made)
    }

    private func raw<Made: RawRepresentable, Value>(_ type: Made.Type) throws(ValueProblem) -> Value {
        Identity.cast(try RawForm.make(type, from: self))
    }

    private func named<Made: CaseIterable, Value>(_ type: Made.Type) throws(ValueProblem) -> Value {
        Identity.cast(try CaseForm.make(type, from: self))
    }

    private func decoded<Made: Decodable, Value>(_ type: Made.Type) throws(ValueProblem) -> Value {
        Identity.cast(try DecodedForm.make(type, from: self))
    }
}

/// Gives a value its type back after a metatype was opened.
enum Identity {
    /// - Parameter value: A value of type `Same`, or of a subclass of it.
    static func cast<Own, Same>(_ value: Own, as type: Same.Type = Same.self) -> Same {
        // A dynamic cast would mistake the optionals in optionals for each other.
        if Own.self == Same.self { return unsafeBitCast(value, to: Same.self) }
        return value as! Same
    }
}
