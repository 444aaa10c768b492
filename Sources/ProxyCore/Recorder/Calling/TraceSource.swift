// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Where calls get the trace context from that the program's instrumentation keeps.
package struct TraceSource: Sendable {
    /// What a source read of the context that the calling thread is in.
    package struct Reading {
        /// The span; nil when the context has none.
        let trace: TraceContext?
        /// Keeps the address of the context from being used for another one.
        let keeper: AnyObject?

        package init(trace: TraceContext?, keeper: AnyObject?) {
            self.trace = trace
            self.keeper = keeper
        }
    }

    /// The address of the calling thread's context; nil when it has none. Called for every call.
    let identify: @convention(c) () -> UnsafeRawPointer?
    /// Reads the calling thread's context. Called when `identify` returns another address than for the thread's last call.
    let read: @Sendable () -> Reading

    package init(
        identify: @escaping @convention(c) () -> UnsafeRawPointer?,
        read: @escaping @Sendable () -> Reading
    ) {
        self.identify = identify
        self.read = read
    }
}

/// The trace context that a thread was in when it made its last call.
struct KnownTrace {
    private var identity: UnsafeRawPointer?
    private var trace: TraceContext?
    /// Keeps the context: another one can't have its address.
    private var keeper: AnyObject?

    /// The trace context of the calling thread; nil outside of spans.
    @inline(__always)
    static func current(
        of source: UnsafePointer<TraceSource>,
        in context: UnsafeMutablePointer<ThreadContext>
    ) -> TraceContext? {
        guard let identity = source.pointee.identify() else { return nil }
        if context.pointee.trace.identity == identity { return context.pointee.trace.trace }
        return read(source, identity, context)
    }

    @inline(never)
    private static func read(
        _ source: UnsafePointer<TraceSource>,
        _ identity: UnsafeRawPointer,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) -> TraceContext? {
        // The program's instrumentation may make calls itself.
        context.pointee.suppression += 1
        let reading = source.pointee.read()
        let old = context.pointee.trace.keeper
        context.pointee.trace = KnownTrace(identity: identity, trace: reading.trace, keeper: reading.keeper)
        // The last reference to the old context may be this one; what dies with it may run code too.
        withExtendedLifetime(old) {}
        context.pointee.suppression -= 1
        return reading.trace
    }

    /// Forgets the context of a thread that has ended.
    ///
    /// - Returns: What has kept it, to be released when no call can see the thread's context half changed.
    static func forget(_ context: UnsafeMutablePointer<ThreadContext>) -> AnyObject? {
        defer { context.pointee.trace = KnownTrace() }
        return context.pointee.trace.keeper
    }
}

extension Recorder {
    /// Has calls that begin from now on carry the trace context in which they are made. Stays on; a second source is
    /// ignored.
    package func recordTraces(from source: TraceSource) { engine.gate.pointee.setTraceSource(source) }

    /// Whether calls carry the trace context in which they are made.
    package var recordsTraces: Bool { engine.gate.pointee.traceSource != nil }
}
