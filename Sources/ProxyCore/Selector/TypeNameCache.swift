// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Caches names of types by the address of their metadata. A runtime look-up takes a microsecond, a cached one a few
/// nanoseconds.
///
/// - Invariant: Callable from any thread.
package final class TypeNameCache: Sendable {
    private let names = ForkableMutex<[UInt: String]>([:])

    package init() {}

    subscript(address: UInt) -> String {
        if let known = names.withLock({ $0[address] }) { return known }
        let name = TypeName.at(address)
        names.withLock { $0[address] = name }
        return name
    }
}
