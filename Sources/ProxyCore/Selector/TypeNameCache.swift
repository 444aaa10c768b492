// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Caches names of types by the address of their metadata. A runtime look-up takes a microsecond, a cached one a few
/// nanoseconds.
///
/// - Invariant: Callable from any thread.
package final class TypeNameCache: Sendable {
    private struct State: Sendable {
        var names: [UInt: String] = [:]
        /// The addresses by name; nil until somebody asks for one.
        var addresses: [String: UInt]?
        /// Number of names that belong to no known type.
        var inventedCount: UInt = 0

        mutating func set(_ name: String, at address: UInt) {
            names[address] = name
            addresses?[name] = address
        }
    }

    /// Largest number of names that belong to no known type. Their numbers stand for them in place of addresses; nothing
    /// is ever mapped at addresses as low.
    private static let inventedLimit: UInt = 1_024

    private let state = ForkableMutex(State())

    package init() {}

    subscript(address: UInt) -> String {
        if let known = state.withLock({ $0.names[address] }) { return known }
        let name = TypeName.at(address)
        state.withLock { $0.set(name, at: address) }
        return name
    }

    /// An address that has this name from now on; nil if there are too many names of unknown types.
    func address(of name: String) -> UInt? {
        state.withLock { state in
            if state.addresses == nil {
                state.addresses = [:]
                for (address, name) in state.names { state.addresses?[name] = address }
            }
            if let known = state.addresses?[name] { return known }
            guard state.inventedCount < Self.inventedLimit else { return nil }
            state.inventedCount += 1
            state.set(name, at: state.inventedCount)
            return state.inventedCount
        }
    }
}
