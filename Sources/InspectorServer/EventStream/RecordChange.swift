// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A client's change to the recording, reported to all clients.
enum RecordChange: Sendable {
    typealias Teller = @Sendable (RecordChange) -> Void

    /// An invocation's mark or comment changed.
    case noted(Invocation)
    /// The stored invocations were cleared.
    case cleared
}
