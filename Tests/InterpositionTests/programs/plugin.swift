// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A library that safety.swift loads while it runs.

protocol Plug: AnyObject {
    func double(_ number: Int) -> Int
}

final class Doubling: Plug {
    func double(_ number: Int) -> Int { number * 2 }
}

final class Adding: Plug {
    func double(_ number: Int) -> Int { number + number }
}

@inline(never) @_optimize(none) func plug(_ number: Int) -> any Plug { number > 5 ? Doubling() : Adding() }

/// Doubles a number through the protocol.
@_cdecl("plugin_double") public func pluginDouble(_ number: Int) -> Int { plug(number).double(number) }
