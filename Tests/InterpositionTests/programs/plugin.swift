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

/// Whether an entry of the protocol's table leads to code of no library.
@_cdecl("plugin_is_interposed") public func pluginIsInterposed() -> Bool {
    let plug = plug(1)
    let offset = MemoryLayout<UInt>.size
    // Without the cast, the bytes would be those of the object alone.
    let table = withUnsafeBytes(of: plug as any Plug) {
        $0.load(fromByteOffset: offset, as: UnsafePointer<UnsafeRawPointer>.self)
    }
    return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { dladdr(table[1], $0.baseAddress!) == 0 }
}

@_silgen_name("dladdr") private func dladdr(_ address: UnsafeRawPointer, _ info: UnsafeMutableRawPointer) -> Int32
