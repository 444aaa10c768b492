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

    /// A type parameter.
    package init(_ name: String, constraint: String? = nil, isPack: Bool = false) {
        self.name = name
        self.constraint = constraint
        self.isPack = isPack
    }

    /// The declaration of the parameter.
    var declaration: String { (isPack ? "each " : "") + name + (constraint.map { ": \($0)" } ?? "") }

    /// Whether its values can't be copied or can't escape, which excludes them from records.
    var isRestricted: Bool { constraint.map { $0.contains("~Copyable") || $0.contains("~Escapable") } ?? false }
}
