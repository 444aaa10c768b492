// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The sink, history and exporter attached to a recorder.
final class Attachment: Sendable {
    private struct State: Sendable {
        var pump: SinkPump?
        var history: (any InvocationHistory)?
        var export: (@Sendable () -> ExportStatus)?
    }

    private let state = ForkableMutex(State())

    var pump: SinkPump? { state.withLock { $0.pump } }
    var history: (any InvocationHistory)? { state.withLock { $0.history } }

    /// Whether the history answers all queries.
    let isReplay: Bool
    /// The history that answers all queries, if it grows.
    let feed: (any InvocationFeed)?

    init(replaying history: (any InvocationHistory)? = nil) {
        isReplay = history != nil
        feed = history as? any InvocationFeed
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

    /// The status of the exporter, read without the lock; nil without one.
    var exportStatus: ExportStatus? { state.withLock { $0.export }.map { $0() } }

    /// - Returns: False if there already is an exporter.
    func setExport(_ status: @escaping @Sendable () -> ExportStatus) -> Bool {
        state.withLock { state in
            guard state.export == nil else { return false }
            state.export = status
            return true
        }
    }

    func removeExport() {
        let old = state.withLock { state in
            defer { state.export = nil }
            return state.export
        }
        // Released outside the lock, like the history.
        withExtendedLifetime(old) {}
    }

    func takePump() -> SinkPump? {
        state.withLock { state in
            defer { state.pump = nil }
            return state.pump
        }
    }
}
