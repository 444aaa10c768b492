// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ValueMaker {
    /// Names by which `makeCase` makes values of a type; nil if it makes none.
    ///
    /// The names of an enumeration's cases; of another type, the raw values that it lists. Empty if values are made by
    /// their raw values and the type doesn't list them.
    static func caseNames(of type: Any.Type) -> [String]? {
        if let type = type as? any CaseIterable.Type {
            let names = CaseForm.names(type)
            if !names.isEmpty { return names }
        }
        guard let raw = type as? any RawRepresentable.Type, RawForm.isUsable(raw), KeyText(type) != .none else {
            return nil
        }
        return (type as? any (RawRepresentable & CaseIterable).Type).map { RawForm.rawStrings($0) } ?? []
    }

    /// Makes a value by the name of its case, or else by its raw value: a text, or the digits of a number.
    static func makeCase(_ name: String, of type: Any.Type) throws(ValueProblem) -> Any {
        guard let names = caseNames(of: type) else {
            let reason = "\(TypeName.of(type)) has no cases that could be named: it would have to be CaseIterable or "
            throw ValueProblem(position: nil, reason: reason + "RawRepresentable")
        }
        do throws(ValueProblem) {
            var place = try JSONText.read(ValueJSON.string(name))
            place.isObjectKey = true
            let found = place
            func opened<Value>(_ type: Value.Type) throws(ValueProblem) -> Any {
                if let made = CaseForm.find(type, at: found) { return made }
                guard let raw = type as? any RawRepresentable.Type, RawForm.isUsable(raw) else {
                    throw ValueProblem(position: nil, reason: "")
                }
                return try RawForm.make(raw, from: found)
            }
            return try _openExistential(type, do: opened)
        } catch {
            let wanted = names.isEmpty ? error.reason : "give " + Alternatives.words(names.map { "\"\($0)\"" })
            let type = TypeName.withArticle(type)
            throw ValueProblem(position: nil, reason: "“\(name.prefix(40))” is not a case of \(type); \(wanted)")
        }
    }
}
