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

extension Recorder {
    /// Whether it records nothing and answers from a history alone.
    public var isReplay: Bool { attachment.isReplay }

    /// From now on gives all that is recorded to a sink as well, beginning with what is in memory.
    ///
    /// Calls do not wait for the sink. With `.wait`, the recorder lets its memory fill to one half before it makes
    /// callers wait until the sink has taken something over, and nothing is lost; with `.dropNewest`, what has to make
    /// room before the sink took it over is counted as missed. A sink that fails is not waited for.
    ///
    /// - Parameter history: What answers for the invocations that are no longer in memory; mostly reads what the sink
    ///   writes. Default nil.
    /// - Returns: False, and nothing changed, when there is a sink already.
    @discardableResult
    public func attach(
        _ sink: any InvocationSink,
        history: (any InvocationHistory)? = nil,
        configuration: SinkConfiguration = SinkConfiguration()
    ) -> Bool {
        let pump = SinkPump(engine, directory, sink, configuration)
        guard attachment.setPump(pump) else { return false }
        if let history { attachment.setHistory(history) }
        pump.start()
        return true
    }

    /// Gives the sink all that was recorded before, finishes it and lets go of it; the history stays.
    ///
    /// Returns when that is done. Does nothing when there is no sink. Not to be called by a sink.
    ///
    /// - Returns: What became of the invocations in the end; those that wait still did not get there. nil without a sink.
    @discardableResult
    public func detachSink() -> SinkStatus? {
        guard let pump = attachment.takePump() else { return nil }
        engine.flush()
        let last = engine.withDrain { $0.store.lastPosition }
        pump.stop()
        pump.waitForEnd()
        var status = pump.status
        // What was recorded meanwhile was not to be written.
        status.waiting = last - min(status.position, last)
        return status
    }

    /// Returns when everything recorded before was given to the sink, or that failed. Returns at once without one.
    public func flushSink() {
        guard let pump = attachment.pump else { return }
        engine.flush()
        pump.flush()
    }

    /// The last time that the history could not be read, and an answer lacked something; nil when there was none.
    public var historyFailure: HistoryFailure? { attachment.history?.failure }

    /// What became of the invocations in the sink; nil without one.
    public var sinkStatus: SinkStatus? { attachment.pump?.status }
}
