// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

extension Recorder {
    /// Records with each call the span in which it is made: `Invocation.trace`.
    ///
    /// Takes the ids from the headers that the program's instrumentation would send from there, `traceparent` or those of
    /// B3; so spans of any tracer for swift-distributed-tracing count that sends one of them. It is asked when a thread
    /// makes a call in another `ServiceContext` than its call before, on that thread and without a lock. Each thread keeps
    /// the context until it makes a call in another one, or ends.
    ///
    /// Holds for calls that begin afterwards, and can't be switched off again. Calling it twice changes nothing.
    public func recordTraceContext() {
        let identify = CurrentSpan.hasAddress ? CurrentSpan.address : CurrentSpan.newAddress
        recordTraces(from: TraceSource(identify: identify, read: CurrentSpan.read))
    }
}
