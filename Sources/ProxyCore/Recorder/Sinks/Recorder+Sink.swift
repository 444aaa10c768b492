// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// Passes everything recorded from now on, and everything in memory, to a sink.
    ///
    /// Calls do not wait for the sink. With `.wait`, memory may fill to one half; then callers wait until the sink has
    /// caught up, and nothing is lost. With `.dropNewest`, invocations evicted before the sink received them count as
    /// missed. The recorder never waits for a sink that fails.
    ///
    /// A sink that is still attached when the program exits by `exit` or by returning from `main` is finished then; the
    /// exit is delayed by at most two seconds.
    ///
    /// - Parameter history: Answers for invocations no longer in memory; usually reads what the sink writes. Default
    ///   nil.
    /// - Returns: False if a sink is already attached, or in a child process made by fork(2); nothing changed then.
    @discardableResult
    public func attach(
        _ sink: any InvocationSink,
        history: (any InvocationHistory)? = nil,
        configuration: SinkConfiguration = SinkConfiguration()
    ) -> Bool {
        if engine.isInParent { return false }
        let pump = SinkPump(engine, directory, sink, configuration)
        guard attachment.setPump(pump) else { return false }
        if let history { attachment.setHistory(history) }
        pump.start()
        return true
    }

    /// Passes everything recorded before to the sink, finishes it and detaches it. The history stays attached.
    ///
    /// Waits until the sink has finished. Does nothing without a sink. A sink must not call it.
    ///
    /// - Returns: The final status, in which `waiting` counts the invocations that were not written; nil without a
    ///   sink.
    @discardableResult
    public func detachSink() -> SinkStatus? {
        guard let pump = attachment.takePump() else { return nil }
        let last = pump.end()
        var status = pump.status
        // Invocations recorded in the meantime were not due to be written.
        status.waiting = last - min(status.position, last)
        return status
    }

    /// Waits until the sink has received everything recorded before, or failed. Returns immediately without a sink.
    public func flushSink() {
        guard let pump = attachment.pump else { return }
        engine.flush()
        pump.flush()
    }

    /// How many invocations the sink has received; nil without a sink.
    public var sinkStatus: SinkStatus? { attachment.pump?.status }
}
