// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore
import Synchronization

/// Whether a server is running. Routes refer to this object instead of the server. Otherwise, the last reference to the
/// server could be released on its own thread, which cannot wait for itself to end.
final class ServerState: Sendable {
    /// A running server.
    struct Running: Sendable {
        let daemon: HTTPDaemon
        let url: String
        let startedAt: ContinuousClock.Instant
        /// Maximum number of concurrent event streams.
        let streamCountLimit: Int
        let traceLink: String?
        /// Deletes the file together with this value.
        let discovery: DiscoveryFile?
        /// Ends the events of rules together with this value.
        let ruleEvents: RuleEventToken
    }

    private enum Value: Sendable {
        case stopped
        case starting
        case running(Running)
    }

    private let value = Mutex(Value.stopped)

    /// The running server.
    var running: Running? {
        value.withLock { if case .running(let running) = $0 { running } else { nil } }
    }

    /// True for the one caller that may start the server and then calls `started` or `failed`.
    func claimStart() -> Bool {
        value.withLock { value in
            guard case .stopped = value else { return false }
            value = .starting
            return true
        }
    }

    func started(_ running: Running) { value.withLock { $0 = .running(running) } }

    func failed() { value.withLock { $0 = .stopped } }

    /// The running server, for the one caller that must stop it.
    func claimStop() -> Running? {
        value.withLock { value in
            guard case .running(let running) = value else { return nil }
            value = .stopped
            return running
        }
    }
}
