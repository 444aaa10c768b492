// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Tracing

/// Instrumentation that keeps headers in the context and sends them on. Counts how often it is asked.
struct HeaderTracer: Instrument {
    static let injections = Atomic<Int>(0)

    /// Sets the instrumentation of the process, once.
    static let isInstalled: Bool = {
        InstrumentationSystem.bootstrap(HeaderTracer())
        return true
    }()

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier,
        into context: inout ServiceContext,
        using extractor: Extract
    ) where Extract.Carrier == Carrier {
        if let parent = extractor.extract(key: "traceparent", from: carrier) {
            context.headers = ["traceparent": parent]
        }
    }

    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext,
        into carrier: inout Carrier,
        using injector: Inject
    ) where Inject.Carrier == Carrier {
        Self.injections.add(1, ordering: .relaxed)
        context.action?()
        for (key, value) in context.headers { injector.inject(value, forKey: key, into: &carrier) }
    }
}

extension ServiceContext {
    private enum HeadersKey: ServiceContextKey { typealias Value = [String: String] }
    private enum ActionKey: ServiceContextKey { typealias Value = @Sendable () -> Void }

    var headers: [String: String] {
        get { self[HeadersKey.self] ?? [:] }
        set { self[HeadersKey.self] = newValue }
    }

    /// What the instrumentation does when it is asked.
    var action: (@Sendable () -> Void)? {
        get { self[ActionKey.self] }
        set { self[ActionKey.self] = newValue }
    }

    /// A context in the span with this number, of a trace with the same one.
    static func span(_ number: Int, of trace: Int? = nil) -> ServiceContext {
        var context = ServiceContext.topLevel
        context.headers = ["traceparent": traceparent(number, of: trace)]
        return context
    }

    static func traceparent(_ number: Int, of trace: Int? = nil) -> String {
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number, radix: 16)
            return String(repeating: "0", count: count - text.count) + text
        }
        return "00-\(digits(trace ?? number, 32))-\(digits(number, 16))-01"
    }
}
