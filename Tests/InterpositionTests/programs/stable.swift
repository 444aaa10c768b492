// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A library whose types may change without its clients being compiled again. It is built for library evolution.

/// Passed by address, since clients don't know its size.
public struct Open {
    /// The value.
    public var number: Int
    /// Creates it.
    public init(_ number: Int) { self.number = number }
}

/// Passed like any other struct of one word.
@frozen public struct Frozen {
    /// The value.
    public var number: Int
    /// Creates it.
    public init(_ number: Int) { self.number = number }
}

/// An object that a value has.
public final class Thing {
    /// The value.
    public let number: Int
    /// Creates it.
    public init(_ number: Int) { self.number = number }
}

/// One reference, which clients don't know of.
public struct Held {
    /// The object.
    public var thing: Thing
    /// Creates it.
    public init(_ thing: Thing) { self.thing = thing }
}

/// A client may be compiled with fewer cases.
public enum Choice {
    /// A case.
    case one
    /// Another.
    case two(Int)
}

/// A protocol that the library calls.
public protocol Called: AnyObject {
    /// Takes a value of the library, and returns it.
    func called(_ value: Open, _ number: Int) -> Open
}

/// Calls a requirement from within the library.
public func call(_ target: any Called) -> Int { target.called(Open(5), 6).number }
