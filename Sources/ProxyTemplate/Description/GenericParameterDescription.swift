// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A type parameter of a requirement, or an associated type.
package struct GenericParameterDescription: Hashable, Sendable {
    /// The name.
    package var name: String
    /// Its conformance requirements: `Hashable & Sendable`, nil for none.
    package var constraint: String?
    /// Whether it is a parameter pack: `each T`.
    package var isPack: Bool
    /// Whether it is a value: `let count: Int`.
    package var isValue: Bool

    /// A type parameter.
    ///
    /// - Parameter specifier: The word before its name: `each` or `let`.
    package init(_ name: String, constraint: String? = nil, specifier: String? = nil) {
        self.name = name
        self.constraint = constraint
        isPack = specifier == "each"
        isValue = specifier == "let"
    }

    /// The declaration of the parameter.
    var declaration: String { (isPack ? "each " : isValue ? "let " : "") + name + (constraint.map { ": \($0)" } ?? "") }

    /// Whether its values can't be copied or can't escape, which excludes them from records.
    var isRestricted: Bool { constraint.map { $0.contains("~Copyable") || $0.contains("~Escapable") } ?? false }
}
