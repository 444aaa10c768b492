// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A type parameter of a requirement, or an associated type.
package struct GenericParameterDescription: Hashable, Sendable {
    /// The name.
    package var name: String
    /// What it has to conform to: `Hashable & Sendable`, nil for nothing.
    package var constraint: String?
    /// Whether it stands for any number of types: `each T`.
    package var isPack: Bool

    /// A type parameter.
    package init(_ name: String, constraint: String? = nil, isPack: Bool = false) {
        self.name = name
        self.constraint = constraint
        self.isPack = isPack
    }

    /// The parameter as it is declared.
    var declaration: String { (isPack ? "each " : "") + name + (constraint.map { ": \($0)" } ?? "") }

    /// Whether its values may not be copied or may not escape, so that a record cannot hold them.
    var isRestricted: Bool { constraint.map { $0.contains("~Copyable") || $0.contains("~Escapable") } ?? false }
}
