// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// When the calls started at which pages end: the next page asks for it, also when the call is not stored any more, or its
/// server doesn't answer.
///
/// - Invariant: Callable from any thread.
final class AskedStarts: Sendable {
    private static let limit = 4_096

    private let starts = Mutex<[UInt64: Int64]>([:])

    subscript(key: UInt64) -> Int64? { starts.withLock { $0[key] } }

    /// - Parameter start: In nanoseconds since 1970.
    func note(_ start: Int64, ofKey key: UInt64) {
        starts.withLock { starts in
            if starts.count >= Self.limit { starts.removeAll(keepingCapacity: true) }
            starts[key] = start
        }
    }
}
