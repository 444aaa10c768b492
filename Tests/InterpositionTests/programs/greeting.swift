// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A library that is built for library evolution: the runtime makes the tables of types that conform to its protocol.

/// A protocol to which types of several modules conform.
public protocol Greeter {
    /// Takes and returns a number.
    func greet(_ number: Int) -> Int
}

/// A type of the library.
public struct Guest {
    /// Creates it.
    public init() {}
}

/// Calls a requirement from within the library.
public func greet(_ target: any Greeter) -> Int { target.greet(5) }
