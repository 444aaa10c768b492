// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Selects values that are never recorded. The record contains only their type and the rule; neither text nor length.
///
/// ```swift
/// var configuration = RecorderConfiguration()
/// configuration.redactions = [.label("*password*"), .type(Token.self), .selector("AccountDelegate.signIn*")]
/// ```
///
/// Patterns match whole names, ignoring case; `*` matches any run of characters. The program's own types can conform to
/// `Redactable` instead.
public struct RedactionRule: Sendable, Hashable, CustomStringConvertible {
    enum Kind: Sendable, Hashable {
        case label(String)
        case type(ObjectIdentifier, name: String)
        case selector(String)
    }

    let kind: Kind

    /// Values with a matching name: an argument's label, a parameter's name, a field of a struct or tuple, the case of an
    /// enumeration that carries them, a dictionary key. A lazy field or one with a property wrapper has the name that the
    /// source declares.
    public static func label(_ pattern: String) -> Self { Self(kind: .label(pattern)) }

    /// Values of exactly this type, wherever they are found.
    public static func type(_ type: Any.Type) -> Self {
        Self(kind: .type(ObjectIdentifier(type), name: String(describing: type)))
    }

    /// All arguments, the result and the error of requirements with a matching name.
    ///
    /// The name may include the protocol's: `signIn(_:password:)` or `AccountDelegate.*`.
    public static func selector(_ pattern: String) -> Self { Self(kind: .selector(pattern)) }

    /// The rule as shown in records.
    public var description: String {
        switch kind {
        case .label(let pattern): "label:\(pattern)"
        case .type(_, let name): "type:\(name)"
        case .selector(let pattern): "selector:\(pattern)"
        }
    }
}
