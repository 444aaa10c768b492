// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Says which values never enter a record. The record keeps their type and the rule; neither text nor length.
///
/// ```swift
/// var configuration = RecorderConfiguration()
/// configuration.redactions = [.label("*password*"), .type(Token.self), .selector("AccountDelegate.signIn*")]
/// ```
///
/// Patterns compare a whole name whatever its case; `*` stands for any run of characters. Types of the program can
/// conform to `Redactable` instead.
public struct RedactionRule: Sendable, Hashable, CustomStringConvertible {
    enum Kind: Sendable, Hashable {
        case label(String)
        case type(ObjectIdentifier, name: String)
        case selector(String)
    }

    let kind: Kind

    /// Values under a name: an argument's label, a parameter's name, a field of a struct or tuple, a dictionary's key.
    public static func label(_ pattern: String) -> Self { Self(kind: .label(pattern)) }

    /// Values of exactly this type, wherever they are found.
    public static func type(_ type: Any.Type) -> Self {
        Self(kind: .type(ObjectIdentifier(type), name: String(describing: type)))
    }

    /// All arguments, the result and the error of requirements of this name, with or without the protocol's in front:
    /// `signIn(_:password:)` or `AccountDelegate.*`.
    public static func selector(_ pattern: String) -> Self { Self(kind: .selector(pattern)) }

    /// The rule as records show it.
    public var description: String {
        switch kind {
        case .label(let pattern): "label:\(pattern)"
        case .type(_, let name): "type:\(name)"
        case .selector(let pattern): "selector:\(pattern)"
        }
    }
}
