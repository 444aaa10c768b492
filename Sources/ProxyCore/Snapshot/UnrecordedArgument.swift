// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Stands in a tuple of arguments for a value that cannot be kept for observers and records, and says why.
public struct UnrecordedArgument: Hashable, Sendable, InspectableValue, CustomStringConvertible {
    private enum Reason: String {
        case nonescapingClosure = "non-escaping closure"
        case consumed = "consumed value"
        case borrowed = "borrowed value"
        case noncopyable = "value that cannot be copied"
        case nonescapable = "value that cannot escape"
    }

    private let reason: Reason

    /// A closure that may not outlive the call, or an expression that is evaluated only where it is needed.
    public static let nonescapingClosure = Self(reason: .nonescapingClosure)
    /// A value that the call takes over.
    public static let consumed = Self(reason: .consumed)
    /// A value that the call only looks at.
    public static let borrowed = Self(reason: .borrowed)
    /// A value of a type that may be `~Copyable`.
    public static let noncopyable = Self(reason: .noncopyable)
    /// A value of a type that is `~Escapable`, such as a span.
    public static let nonescapable = Self(reason: .nonescapable)

    /// Why there is no value.
    public var description: String { reason.rawValue }

    /// Why there is no value.
    public var inspectedDescription: String { "(\(reason.rawValue))" }

    /// The values of a parameter pack, which a tuple of arguments holds as one list.
    public static func list<each Value>(_ value: repeat each Value) -> [Any] {
        var list: [Any] = []
        for value in repeat each value { list.append(value) }
        return list
    }
}

/// A function with variadic parameters as one that takes arrays in their place.
///
/// Swift has no other way to pass on the values of a variadic parameter.
///
/// - Parameters:
///   - function: The function.
///   - type: Its type, with `[T]` for each `T...` and nothing else changed.
@inlinable
public func takingArrays<Variadic, Arrays>(_ function: Variadic, as type: Arrays.Type) -> Arrays {
    // Inside a function a variadic parameter is an array and is passed as one: both types are one representation.
    unsafeBitCast(function, to: type)
}
