// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a generator knows of a protocol: enough to write its proxy.
///
/// Types and expressions are Swift source, as the protocol's own file would write them.
package struct ProtocolDescription: Hashable, Sendable {
    /// Name of the protocol.
    package var name: String
    /// Who may use the protocol, and so the proxy.
    package var access: AccessLevel
    /// Attributes that the proxy repeats: `@available(…)`.
    package var attributes: [String]
    /// The global actor that the whole protocol belongs to: `@MainActor`.
    package var globalActor: String?
    /// The associated types that are primary, in order; they become parameters of the proxy and of the delegate's type.
    package var primaryAssociatedTypes: [GenericParameterDescription]
    /// Other associated types without a default; they become parameters of the proxy. No requirement that can be
    /// forwarded names one.
    package var freeAssociatedTypes: [GenericParameterDescription] = []
    /// Names of associated types that have a default.
    package var defaultedAssociatedTypes: [String] = []
    /// The requirements, in the order of their declarations.
    package var requirements: [RequirementDescription]

    /// A protocol without requirements; fill them in.
    package init(
        name: String,
        access: AccessLevel = .internal,
        attributes: [String] = [],
        globalActor: String? = nil,
        primaryAssociatedTypes: [GenericParameterDescription] = [],
        requirements: [RequirementDescription] = []
    ) {
        self.name = name
        self.access = access
        self.attributes = attributes
        self.globalActor = globalActor
        self.primaryAssociatedTypes = primaryAssociatedTypes
        self.requirements = requirements
    }

    /// Names of all associated types.
    package var associatedTypeNames: Set<String> {
        Set((primaryAssociatedTypes + freeAssociatedTypes).map(\.name) + defaultedAssociatedTypes)
    }

    /// The type of a delegate: `any P`, `any P<Element>`.
    package var existential: String {
        guard !primaryAssociatedTypes.isEmpty else { return "any \(name)" }
        return "any \(name)<\(primaryAssociatedTypes.map(\.name).joined(separator: ", "))>"
    }
}
