// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Suspends tasks until a test releases them.
final class Turnstile: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// Returns when the turnstile is open, on any thread.
    func pass() async {
        await withCheckedContinuation { continuation in
            let ready: [CheckedContinuation<Void, Never>] = state.withLock { state in
                if state.isOpen { return [continuation] }
                state.waiting.append(continuation)
                return Self.takeWatchers(&state)
            }
            ready.forEach { $0.resume() }
        }
    }

    /// Returns when this number of tasks is waiting.
    func waitForTasks(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                state.watchers.append((count, continuation))
                return Self.takeWatchers(&state)
            }
            ready.forEach { $0.resume() }
        }
    }

    /// Releases all current and future tasks.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach { $0.resume() }
    }

    private static func takeWatchers(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        let waiting = state.waiting.count
        defer { state.watchers.removeAll { $0.count <= waiting } }
        return state.watchers.filter { $0.count <= waiting }.map(\.continuation)
    }
}
