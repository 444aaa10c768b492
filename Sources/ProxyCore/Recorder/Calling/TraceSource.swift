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
    private var task: UInt64 = 0
    /// The span; nil if the context has none.
    private(set) var trace: TraceContext?
    /// Counts what the thread has been in, so that rings know whether they have named it.
    private var number: UInt64 = 0
    /// Keeps the context: another one can't have its address.
    private var keeper: AnyObject?

    /// Number of the span and task in which the calling thread is; nil outside of spans.
    @inline(__always)
    static func number(
        of source: UnsafePointer<TraceSource>,
        in context: UnsafeMutablePointer<ThreadContext>
    ) -> UInt64? {
        guard let identity = source.pointee.identify() else { return nil }
        if context.pointee.trace.identity != identity || context.pointee.trace.task != ContextNote.currentTask {
            read(source, identity, context)
        }
        return context.pointee.trace.trace == nil ? nil : context.pointee.trace.number
    }

    /// The span in which the calling thread is; nil outside of spans.
    static func current(
        of source: UnsafePointer<TraceSource>,
        in context: UnsafeMutablePointer<ThreadContext>
    ) -> TraceContext? {
        number(of: source, in: context) == nil ? nil : context.pointee.trace.trace
    }

    @inline(never)
    private static func read(
        _ source: UnsafePointer<TraceSource>,
        _ identity: UnsafeRawPointer,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) {
        context.pointee.trace.task = ContextNote.currentTask
        context.pointee.trace.number += 1
        if context.pointee.trace.identity == identity { return }
        // The program's instrumentation may make calls itself.
        context.pointee.suppression += 1
        let reading = source.pointee.read()
        let old = context.pointee.trace.keeper
        context.pointee.trace.identity = identity
        context.pointee.trace.trace = reading.trace
        context.pointee.trace.keeper = reading.keeper
        // The last reference to the old context may be this one; what dies with it may run code too.
        withExtendedLifetime(old) {}
        context.pointee.suppression -= 1
    }

    /// Forgets the context of a thread that has ended.
    ///
    /// - Returns: What has kept it, to be released when no call can see the thread's context half changed.
    static func forget(_ context: UnsafeMutablePointer<ThreadContext>) -> AnyObject? {
        defer {
            context.pointee.trace.identity = nil
            context.pointee.trace.trace = nil
            context.pointee.trace.keeper = nil
        }
        return context.pointee.trace.keeper
    }
}

extension Recorder {
    /// Has calls that begin from now on carry the trace context in which they are made. Stays on; a second source is
    /// ignored.
    package func recordTraces(from source: TraceSource) { engine.gate.pointee.setTraceSource(source) }
}
