// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The sink and history attached to a recorder.
final class Attachment: Sendable {
    private struct State: Sendable {
        var pump: SinkPump?
        var history: (any InvocationHistory)?
    }

    private let state = ForkableMutex(State())

    var pump: SinkPump? { state.withLock { $0.pump } }
    var history: (any InvocationHistory)? { state.withLock { $0.history } }

    /// Whether the history answers all queries.
    let isReplay: Bool

    init(replaying history: (any InvocationHistory)? = nil) {
        isReplay = history != nil
        setHistory(history)
    }

    func setHistory(_ history: (any InvocationHistory)?) {
        let old = state.withLock { state in
            defer { state.history = history }
            return state.history
        }
        // Released outside the lock: it is the program's, and may ask the recorder when it dies.
        withExtendedLifetime(old) {}
    }

    /// - Returns: False if there already is a pump.
    func setPump(_ pump: SinkPump) -> Bool {
        state.withLock { state in
            guard state.pump == nil else { return false }
            state.pump = pump
            return true
        }
    }

    func takePump() -> SinkPump? {
        state.withLock { state in
            defer { state.pump = nil }
            return state.pump
        }
    }
}
