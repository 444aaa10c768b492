// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// The calls whose backtrace is recorded; nil for none. Set it at any time; calls that begin later follow it.
    ///
    /// A backtrace costs its call about 70 ns for 8 frames, and 8 bytes of memory for each frame.
    public var backtraces: BacktraceCapture? {
        get { engine.gate.pointee.backtraces.capture }
        set { engine.gate.pointee.backtraces.select(newValue) }
    }

    /// The invocation with the functions and lines of its backtrace.
    ///
    /// The first request for code of a program or library reads its symbols, which can take some 100 ms. Records of another
    /// process keep what was recorded.
    public func symbolicated(_ invocation: Invocation) -> Invocation {
        guard !isReplay, invocation.id.epoch == epoch else { return invocation }
        return invocation.symbolicated
    }
}

extension Invocation {
    /// The same for an invocation recorded by this process.
    var symbolicated: Invocation {
        // Either all frames were looked up, or none.
        guard let innermost = backtrace.first, innermost.function == nil else { return self }
        var invocation = self
        invocation.backtrace = Symbolizer.shared.lookedUp(backtrace, calling: selector)
        return invocation
    }
}
