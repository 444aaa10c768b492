// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// One requirement of a protocol.
///
/// Created once per process and requirement by a `MethodSelector`, and never freed: records refer to it by address.
public final class Requirement: Sendable {
    /// One parameter of a requirement.
    public struct Parameter: Hashable, Sendable {
        /// The argument label, nil for `_`.
        public let label: String?
        /// The name inside the method.
        public let name: String
        /// The static type, as written in Swift source.
        public let typeName: String

        package init(label: String?, name: String, typeName: String) {
            self.label = label
            self.name = name
            self.typeName = typeName
        }
    }

    /// Properties of a requirement that matter to its callers.
    public struct Traits: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt8

        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A delegate may leave it out.
        public static let optional = Traits(rawValue: 1)
        /// Can throw.
        public static let throwing = Traits(rawValue: 2)
        /// Can suspend.
        public static let async = Traits(rawValue: 4)
        /// Returns a value that only a delegate or a handler can give: there is no declared default.
        public static let needsAnswer = Traits(rawValue: 8)
        /// Its default body calls `DefaultBody.reached`.
        public static let reportsDefault = Traits(rawValue: 16)
        /// Its proxy passes changed arguments on: `forward` gets a closure `edited:`.
        public static let editable = Traits(rawValue: 32)
    }

    /// The identity.
    public let selector: Selector
    /// The parameters in order.
    public let parameters: [Parameter]
    /// The static type of the result as written in Swift source, nil for Void.
    public let resultTypeName: String?
    /// Optionality and effects.
    public let traits: Traits
    /// The text of the declaration, nil when the proxy does not provide it.
    let declaration: String?
    private let knownSignature = Mutex<Signature?>(nil)

    /// The requirement as its protocol declares it, with the names of its parameters and all types.
    public var signature: Signature {
        knownSignature.withLock { known in
            let signature = known ?? makeSignature()
            known = signature
            return signature
        }
    }

    /// Whether the requirement returns a value.
    public var returnsValue: Bool { resultTypeName != nil }
    /// Whether a delegate may leave it out.
    public var isOptional: Bool { traits.contains(.optional) }

    init(selector: Selector, parameters: [Parameter], resultTypeName: String?, traits: Traits, declaration: String?) {
        self.selector = selector
        self.parameters = parameters
        self.resultTypeName = resultTypeName
        self.traits = traits
        self.declaration = declaration
    }
}
