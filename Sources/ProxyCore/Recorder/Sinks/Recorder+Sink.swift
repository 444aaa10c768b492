// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
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

    /// What became of the invocations in the sink; nil without one.
    public var sinkStatus: SinkStatus? { attachment.pump?.status }
}
