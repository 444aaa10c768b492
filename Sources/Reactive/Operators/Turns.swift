// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The scheduling of turns: at most one is scheduled or running.
final class Turns: Sendable {
    private struct State {
        var waitingCount = 0
        var hasTurn = false
        /// The thread that is in the scheduler's `schedule`.
        var schedulingThread: pthread_t?
        var needsAnother = false
    }

    private let state = Locked(State())

    /// Adds an event; `true` if the caller must schedule a turn for it.
    func announce() -> Bool {
        state.withLock { state in
            state.waitingCount += 1
            defer { state.hasTurn = true }
            return !state.hasTurn
        }
    }

    func beginScheduling() {
        state.withLock { state in
            state.schedulingThread = pthread_self()
            state.needsAnother = false
        }
    }

    /// `true` if the turn ran inside `schedule` and the caller must schedule another one.
    func endScheduling() -> Bool {
        state.withLock { state in
            // A thread that has run the turn meanwhile may be scheduling the next one.
            guard state.schedulingThread == pthread_self() else { return false }
            state.schedulingThread = nil
            return state.needsAnother
        }
    }

    /// Ends a turn with this number of sent events; `true` if the caller must schedule another one.
    func endTurn(eventCount: Int) -> Bool {
        state.withLock { state in
            state.waitingCount -= eventCount
            guard state.waitingCount > 0 else {
                state.hasTurn = false
                return false
            }
            guard state.schedulingThread == pthread_self() else { return true }
            state.needsAnother = true
            return false
        }
    }
}
