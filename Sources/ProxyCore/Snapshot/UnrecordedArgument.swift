// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A placeholder in a tuple of arguments for a value that cannot be recorded or observed, with the reason. In a record,
/// it also replaces parts of values that must not be read.
public struct UnrecordedArgument: Hashable, Sendable, InspectableValue, CustomStringConvertible {
    private enum Reason: String {
        case nonescapingClosure = "non-escaping closure"
        case consumed = "consumed value"
        case borrowed = "borrowed value"
        case noncopyable = "value that cannot be copied"
        case nonescapable = "value that cannot escape"
        case weak = "weak reference"
        case unowned = "unowned reference"
        case unmanaged = "unmanaged reference"
        case unreadable = "unreadable memory"
    }

    private let reason: Reason

    /// A closure that may not outlive the call, or an autoclosure that is evaluated only when needed.
    public static let nonescapingClosure = Self(reason: .nonescapingClosure)
    /// A value that the call consumes.
    public static let consumed = Self(reason: .consumed)
    /// A value that the call borrows.
    public static let borrowed = Self(reason: .borrowed)
    /// A value of a type that may be `~Copyable`.
    public static let noncopyable = Self(reason: .noncopyable)
    /// A value of a type that is `~Escapable`, such as a span.
    public static let nonescapable = Self(reason: .nonescapable)

    /// What a `weak` property refers to, which its owner may let go meanwhile.
    static let weak = Self(reason: .weak)
    /// What an `unowned` property refers to, which may be gone.
    static let unowned = Self(reason: .unowned)
    /// What an `unowned(unsafe)` property refers to, `Unmanaged` among them, which may be gone.
    static let unmanaged = Self(reason: .unmanaged)
    /// Bytes that are not there, or must not be read.
    static let unreadable = Self(reason: .unreadable)

    /// Why there is no value.
    public var description: String { reason.rawValue }

    /// Why there is no value.
    public var inspectedDescription: String { "(\(reason.rawValue))" }

    /// The values of a parameter pack, which form one list in a tuple of arguments.
    public static func list<each Value>(_ value: repeat each Value) -> [Any] {
        var list: [Any] = []
        for value in repeat each value { list.append(value) }
        return list
    }
}

/// Converts a function with variadic parameters to one that takes arrays.
///
/// Swift has no other way to forward the values of a variadic parameter.
///
/// - Parameters:
///   - function: The function.
///   - type: Its type, with `[T]` for each `T...` and no other change.
@inlinable
public func takingArrays<Variadic, Arrays>(_ function: Variadic, as type: Arrays.Type) -> Arrays {
    // A variadic parameter is passed as an array, so both function types have the same representation.
    unsafeBitCast(function, to: type)
}
