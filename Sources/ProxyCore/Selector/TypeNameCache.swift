// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Names of types by the address of their metadata; asking the runtime costs a microsecond, this a few nanoseconds.
///
/// - Invariant: Callable from any thread.
package final class TypeNameCache: Sendable {
    private let names = Mutex<[UInt: String]>([:])

    package init() {}

    subscript(address: UInt) -> String {
        if let known = names.withLock({ $0[address] }) { return known }
        let name = TypeName.at(address)
        names.withLock { $0[address] = name }
        return name
    }
}
