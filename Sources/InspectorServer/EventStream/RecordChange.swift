// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Something that a client changed in what is recorded, which all clients have to learn of.
enum RecordChange: Sendable {
    typealias Teller = @Sendable (RecordChange) -> Void

    /// An invocation was marked, or a comment was changed.
    case noted(Invocation)
    /// What was stored is gone.
    case cleared
}
