// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What a recorder has besides its memory.
final class Attachment: Sendable {
    private struct State: Sendable {
        var pump: SinkPump?
        var history: (any InvocationHistory)?
    }

    private let state = Mutex(State())

    var pump: SinkPump? { state.withLock { $0.pump } }
    var history: (any InvocationHistory)? { state.withLock { $0.history } }

    /// Whether the history is all there is.
    let isReplay: Bool

    init(replaying history: (any InvocationHistory)? = nil) {
        isReplay = history != nil
        setHistory(history)
    }

    func setHistory(_ history: (any InvocationHistory)?) { state.withLock { $0.history = history } }

    /// - Returns: False when there is one already.
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
