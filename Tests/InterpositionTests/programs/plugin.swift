// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

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

/// Whether an entry of the protocol's table leads to code of no library.
@_cdecl("plugin_is_interposed") public func pluginIsInterposed() -> Bool {
    let plug = plug(1)
    let offset = MemoryLayout<UInt>.size
    let table = withUnsafeBytes(of: plug) { $0.load(fromByteOffset: offset, as: UnsafePointer<UnsafeRawPointer>.self) }
    var info = Dl_info()
    return dladdr(table[1], &info) == 0
}
