// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// One parameter of a requirement.
package struct ParameterDescription: Hashable, Sendable {
    /// The first name: the label, `_` for none, nil when there is one name only.
    package var firstName: String?
    /// The name inside the method.
    package var name: String
    /// The type with everything that stands before it: `inout Int`, `@escaping (Int) -> Void`.
    package var type: String
    /// Whether any number of values is taken: `Int...`.
    package var isVariadic: Bool

    /// A parameter.
    package init(firstName: String? = nil, name: String, type: String, isVariadic: Bool = false) {
        self.firstName = firstName.map(Self.label)
        self.name = name
        self.type = type
        self.isVariadic = isVariadic
    }

    /// A label as source has to write it: almost every keyword may stand there as it is.
    private static func label(_ name: String) -> String {
        let bare = name.withoutBackticks
        return ["inout", "var", "let"].contains(bare) ? "`\(bare)`" : bare
    }

    /// The label that a caller writes, nil for none. The only name of a subscript's parameter is not a label.
    func label(in kind: RequirementDescription.Kind) -> String? {
        guard let firstName else { return kind == .subscript ? nil : Self.label(name) }
        return firstName == "_" ? nil : firstName
    }

    /// The parameter as it is declared, under the name that the proxy gives it.
    func declaration(named internalName: String) -> String {
        let isSame = internalName.withoutBackticks == name.withoutBackticks
        let only = isSame ? internalName : "\(Self.label(name)) \(internalName)"
        let names = firstName.map { "\($0) \(internalName)" } ?? only
        return "\(names): \(type)\(isVariadic ? "..." : "")"
    }
}
