// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Tracing

/// A tracer that goes on with the trace of a request and sends spans nowhere. A real program has swift-otel or another in
/// its place.
struct HeaderTracer: Tracer {
    struct Context: Sendable {
        var trace: String
        var span: String

        var header: String { "00-\(trace)-\(span)-01" }

        init(trace: String) {
            self.trace = trace
            span = digits(16)
        }

        /// - SeeAlso: W3C Trace Context, 3.2 "Traceparent Header"
        init?(header: String) {
            let parts = header.split(separator: "-")
            guard parts.count == 4, parts[1].count == 32, parts[2].count == 16 else { return nil }
            (trace, span) = (String(parts[1]), String(parts[2]))
        }
    }

    func startSpan<Instant: TracerInstant>(
        _ operationName: String,
        context: @autoclosure () -> ServiceContext,
        ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant,
        function: String,
        file fileID: String,
        line: UInt
    ) -> HeaderSpan {
        var context = context()
        context.trace = Context(trace: context.trace?.trace ?? digits(32))
        return HeaderSpan(context, named: operationName)
    }

    func forceFlush() {}

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier,
        into context: inout ServiceContext,
        using extractor: Extract
    ) where Extract.Carrier == Carrier {
        context.trace = extractor.extract(key: "traceparent", from: carrier).flatMap { Context(header: $0) }
    }

    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext,
        into carrier: inout Carrier,
        using injector: Inject
    ) where Inject.Carrier == Carrier {
        if let trace = context.trace { injector.inject(trace.header, forKey: "traceparent", into: &carrier) }
    }
}

extension ServiceContext {
    private enum TraceKey: ServiceContextKey { typealias Value = HeaderTracer.Context }

    var trace: HeaderTracer.Context? {
        get { self[TraceKey.self] }
        set { self[TraceKey.self] = newValue }
    }
}

final class HeaderSpan: Span {
    let context: ServiceContext
    private let state: Mutex<(name: String, attributes: SpanAttributes)>

    init(_ context: ServiceContext, named name: String) {
        self.context = context
        state = Mutex((name, [:]))
    }

    var operationName: String {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    var attributes: SpanAttributes {
        get { state.withLock { $0.attributes } }
        set { state.withLock { $0.attributes = newValue } }
    }

    var isRecording: Bool { true }

    func setStatus(_ status: SpanStatus) {}
    func addEvent(_ event: SpanEvent) {}
    func addLink(_ link: SpanLink) {}
    func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {}
    func recordError<Instant: TracerInstant>(
        _ error: any Error,
        attributes: SpanAttributes,
        at instant: @autoclosure () -> Instant
    ) {}
}

/// Random hexadecimal digits.
private func digits(_ count: Int) -> String {
    String((0..<count).map { _ in "0123456789abcdef".randomElement() ?? "0" })
}
