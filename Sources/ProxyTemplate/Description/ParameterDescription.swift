// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// One parameter of a requirement.
package struct ParameterDescription: Hashable, Sendable {
    /// The first name: the label, `_` for none, nil if there is a single name.
    package var firstName: String?
    /// The name inside the method.
    package var name: String
    /// The type with its specifiers and attributes: `inout Int`, `@escaping (Int) -> Void`.
    package var type: String
    /// Whether it is variadic: `Int...`.
    package var isVariadic: Bool

    /// A parameter.
    package init(firstName: String? = nil, name: String, type: String, isVariadic: Bool = false) {
        self.firstName = firstName.map(Self.label)
        self.name = name
        self.type = type
        self.isVariadic = isVariadic
    }

    /// A label as source text; almost every keyword is allowed without backticks.
    private static func label(_ name: String) -> String {
        let bare = name.withoutBackticks
        return ["inout", "var", "let"].contains(bare) || !bare.isPlainName ? "`\(bare)`" : bare
    }

    /// The label at the call site, nil for none. A single name of a subscript's parameter is no label.
    func label(in kind: RequirementDescription.Kind) -> String? {
        guard let firstName else { return kind == .subscript ? nil : Self.label(name) }
        return firstName == "_" ? nil : firstName
    }

    /// The declaration of the parameter, with the proxy's name for it.
    func declaration(named internalName: String, in kind: RequirementDescription.Kind) -> String {
        let isSame = internalName.withoutBackticks == name.withoutBackticks
        let only = isSame ? internalName : "\(label(in: kind) ?? "_") \(internalName)"
        let names = firstName.map { "\($0) \(internalName)" } ?? only
        return "\(names): \(type)\(isVariadic ? "..." : "")"
    }
}
