// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Whether a server runs. Shared with the routes, which ask it about the server that they are served by: so the last
/// reference to the server itself is never let go on the server's own thread, which could not wait for its own end.
final class ServerState: Sendable {
    /// A server that listens.
    struct Running: Sendable {
        let daemon: HTTPDaemon
        let url: String
        let startedAt: ContinuousClock.Instant
        /// Most event streams at once.
        let streamCountLimit: Int
        /// Removed with this value.
        let discovery: DiscoveryFile?
    }

    private enum Value: Sendable {
        case stopped
        case starting
        case running(Running)
    }

    private let value = Mutex(Value.stopped)

    /// What runs now.
    var running: Running? {
        value.withLock { if case .running(let running) = $0 { running } else { nil } }
    }

    /// True for the one caller that may start the server; it calls `started` or `failed` next.
    func claimStart() -> Bool {
        value.withLock { value in
            guard case .stopped = value else { return false }
            value = .starting
            return true
        }
    }

    func started(_ running: Running) { value.withLock { $0 = .running(running) } }

    func failed() { value.withLock { $0 = .stopped } }

    /// What ran, for the one caller that has to stop it.
    func claimStop() -> Running? {
        value.withLock { value in
            guard case .running(let running) = value else { return nil }
            value = .stopped
            return running
        }
    }
}
