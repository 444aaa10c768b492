// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Revisions of deallocated proxies that records may still name.
final class RetiredRevisions: Sendable {
    /// Smallest number of revisions worth a search.
    private static let least = 1_024

    private struct State: Sendable {
        var waiting: [UInt32] = []
        var dueAt = RetiredRevisions.least
    }

    private let state = ForkableMutex(State())

    /// Adds the revisions of a deallocated proxy.
    ///
    /// - Returns: Whether this makes a search due.
    func add(_ revisions: [UInt32]) -> Bool {
        state.withLock { state in
            let wasDue = state.waiting.count >= state.dueAt
            state.waiting += revisions
            return !wasDue && state.waiting.count >= state.dueAt
        }
    }

    var isDue: Bool { state.withLock { $0.waiting.count >= $0.dueAt } }

    func take() -> [UInt32] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Puts back revisions that records still name. The next search is due when their number has doubled, so that
    /// searches take constant time per proxy.
    func putBack(_ named: [UInt32]) {
        state.withLock { state in
            state.waiting += named
            state.dueAt = max(Self.least, named.count * 2)
        }
    }
}
