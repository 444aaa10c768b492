// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Types that are made from their raw values, such as enumerations with one, and sets of options.
enum RawForm {
    /// Whether the raw value can be made.
    ///
    /// - Parameter level: Types around this one of which each is the next one's raw value; at most 16.
    static func isUsable<Made: RawRepresentable>(_ type: Made.Type, level: Int = 0) -> Bool {
        level < 16 && Obstacle(to: Made.RawValue.self, rawLevel: level + 1) == nil
    }

    static func keyText<Made: RawRepresentable>(_ type: Made.Type) -> KeyText { KeyText(Made.RawValue.self) }

    /// Makes a value from its raw value. Cases can be named too, unless raw values are strings as well.
    static func make<Made: RawRepresentable>(_ type: Made.Type, from place: JSONPlace) throws(ValueProblem) -> Made {
        let raw: Result<Made.RawValue, ValueProblem>
        do throws(ValueProblem) { raw = .success(try place.make(Made.RawValue.self)) } catch { raw = .failure(error) }
        if case .success(let raw) = raw, let made = Made(rawValue: raw) { return made }
        let acceptsNames = KeyText(Made.RawValue.self) != .string
        if acceptsNames, let made = CaseForm.find(type, at: place) { return made }
        if case .failure(let problem) = raw, problem.position != place.node.offset { throw problem }
        if let allowed = allowed(type, withNames: acceptsNames) { throw place.mismatch(type, give: allowed) }
        guard case .failure(var problem) = raw else { throw place.mismatch(type, give: "another raw value") }
        problem.reason = "\(TypeName.of(type)) is made from its raw value: \(problem.reason)"
        throw problem
    }

    /// The raw values and names of all cases; nil for a type that doesn't list them.
    private static func allowed(_ type: any RawRepresentable.Type, withNames: Bool) -> String? {
        guard let type = type as? any (RawRepresentable & CaseIterable).Type else { return nil }
        var choices = rawTexts(type)
        if withNames { choices += CaseForm.names(type).map { "\"\($0)\"" } }
        return choices.isEmpty ? nil : Alternatives.words(choices)
    }

    /// The JSON of the raw values of all cases.
    private static func rawTexts<Made: RawRepresentable & CaseIterable>(_ type: Made.Type) -> [String] {
        type.allCases.prefix(CaseForm.limit).compactMap { ValueJSON.text(of: $0.rawValue) { _, _ in false } }
    }

    /// The raw values of all cases that are strings.
    static func rawStrings<Made: RawRepresentable & CaseIterable>(_ type: Made.Type) -> [String] {
        guard KeyText(Made.RawValue.self) != .none else { return [] }
        return type.allCases.prefix(CaseForm.limit).compactMap { ValueJSON.keyText(of: $0.rawValue) }
    }
}
