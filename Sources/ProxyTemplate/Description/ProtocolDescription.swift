// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A protocol, described well enough to write its proxy.
///
/// Types and expressions are Swift source, as in the protocol's own file.
package struct ProtocolDescription: Hashable, Sendable {
    /// Name of the protocol.
    package var name: String
    /// The enclosing types, where the name doesn't contain them.
    package var path: [String] = []
    /// Access level of the protocol and the proxy.
    package var access: AccessLevel
    /// Attributes repeated by the proxy: `@available(…)`.
    package var attributes: [String]
    /// The global actor of the protocol: `@MainActor`.
    package var globalActor: String?
    /// Whether the protocol or a requirement has an attribute that can be an actor with an unusual name, which the
    /// compiler gives to the methods of a class only if nothing else is said.
    package var hasUnknownAttribute = false
    /// Primary associated types in order; they become parameters of the proxy and of the delegate's type.
    package var primaryAssociatedTypes: [GenericParameterDescription]
    /// Other associated types without a default; they become parameters of the proxy. Forwardable requirements don't
    /// mention them.
    package var freeAssociatedTypes: [GenericParameterDescription] = []
    /// Names of associated types with a default.
    package var defaultedAssociatedTypes: [String] = []
    /// Names of its type aliases, which can only be used inside of the proxy.
    package var typeAliases: Set<String> = []
    /// Names of aliases of function types, as far as they are known.
    package var functionAliases: Set<String> = []
    /// Constraints of the proxy's type parameters that can't follow their names: `Value.Element == Key`.
    package var whereClause: [String] = []
    /// Names of types with values that can't be copied, as far as they are known.
    package var noncopyableTypes: Set<String> = []
    /// Whether delegates can be values: no parent requires a class, and all parents are known.
    package var mayBeValue = false
    /// The requirements in declaration order.
    package var requirements: [RequirementDescription]

    /// A protocol without requirements.
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

    /// Whether an attribute can be an actor whose name doesn't end in `Actor`.
    package static func isUnknown(attribute name: String) -> Bool {
        name.first?.isUppercase == true && !name.hasSuffix("Actor")
            && !["Proxied", "Optional", "Default"].contains(name)
    }

    /// The reason why no proxy can be named after the protocol; nil if one can.
    package var refusalOfName: Refusal? {
        name.split(separator: ".").allSatisfy { String($0).withoutBackticks.isPlainName } ? nil : .rawName(name: name)
    }

    /// Whether only its enclosing type can name it.
    package var isPrivateInType: Bool { access == .private && !path.isEmpty }

    /// Names of all associated types.
    package var associatedTypeNames: Set<String> {
        Set((primaryAssociatedTypes + freeAssociatedTypes).map(\.name) + defaultedAssociatedTypes)
    }

    /// The type of a delegate: `any P`, `any P<Element>`.
    package var existential: String {
        // Inside a proxy, these names are the superclass's own types.
        let isHidden = ["Delegate", "ParentObject"].contains(name)
        let name = isHidden ? (path + [name]).joined(separator: ".") : name
        guard !primaryAssociatedTypes.isEmpty else { return "any \(name)" }
        return "any \(name)<\(primaryAssociatedTypes.map(\.name).joined(separator: ", "))>"
    }
}
