// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore
internal import Tracing

/// The headers that instrumentation would send with a request.
struct TraceHeaders: Sendable {
    /// By lowercase name.
    private var values: [String: String] = [:]

    struct Writer: Injector {
        func inject(_ value: String, forKey key: String, into carrier: inout TraceHeaders) {
            carrier.values[key.lowercased()] = value
        }
    }

    /// The span that the headers name; nil if they name none in a known form.
    var trace: TraceContext? {
        values["traceparent"].flatMap { TraceContext(traceparent: $0) } ?? values["b3"].flatMap(Self.single) ?? b3
    }

    /// - SeeAlso: B3 Propagation, "Single Header"
    private static func single(_ text: String) -> TraceContext? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 2 else { return nil }
        return span(parts[0], parts[1], sampled: parts.count > 2 ? parts[2] : "")
    }

    /// - SeeAlso: B3 Propagation, "Multiple Headers"
    private var b3: TraceContext? {
        guard let trace = values["x-b3-traceid"], let span = values["x-b3-spanid"] else { return nil }
        let sampled = values["x-b3-flags"] == "1" ? "d" : values["x-b3-sampled"] ?? ""
        return Self.span(trace[...], span[...], sampled: sampled[...])
    }

    private static func span(_ trace: Substring, _ span: Substring, sampled: Substring) -> TraceContext? {
        // Trace ids of B3 may have half as many digits.
        let trace = trace.utf8.count == 16 ? String(repeating: "0", count: 16) + trace : String(trace)
        let isSampled = sampled == "1" || sampled == "d" || sampled == "true"
        return TraceContext(traceID: trace, spanID: span, flags: isSampled ? 1 : 0)
    }
}
