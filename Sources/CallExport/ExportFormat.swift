// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A file format for exported invocations.
public enum ExportFormat: String, Sendable, CaseIterable {
    /// One JSON object per line, as in the API; lossless.
    case ndjson
    /// A table for spreadsheets (RFC 4180). Text that looks like a formula gets a leading apostrophe.
    case csv
    /// The trace event format of Chromium, also supported by Perfetto.
    case trace
    /// The inspector page with the recording, as a single file that opens from disk.
    case html
    /// Folded stacks by time and by calls, and a timeline of each thread, for https://www.speedscope.app.
    case speedscope
    /// Stacks with calls and self time, for pprof.
    case pprof
    /// A line of text per stack, for `flamegraph.pl`; see `StackOptions`.
    case folded
    /// Spans of OpenTelemetry, in lines of JSON, as the file exporter of its collector writes them.
    case otlp

    /// The format's media type.
    public var mediaType: String {
        switch self {
        case .ndjson, .otlp: "application/x-ndjson"
        case .csv: "text/csv; charset=utf-8"
        case .trace, .speedscope: "application/json"
        case .html: "text/html; charset=utf-8"
        case .pprof: "application/gzip"
        case .folded: "text/plain; charset=utf-8"
        }
    }

    /// The usual file extension, without the dot.
    public var fileExtension: String {
        switch self {
        case .trace: "trace.json"
        case .speedscope: "speedscope.json"
        case .pprof: "pb.gz"
        case .folded: "folded.txt"
        case .otlp: "otlp.jsonl"
        case .ndjson, .csv, .html: rawValue
        }
    }

    /// Whether the format is a profile, which needs calls between those that pass a filter to know their stacks.
    public var isProfile: Bool { [.speedscope, .pprof, .folded].contains(self) }

    /// Whether `StackOptions` apply.
    public var takesStackOptions: Bool { self == .folded }

    /// Whether the format has events of proxies.
    var hasProxyEvents: Bool { !isProfile && self != .otlp }
}

/// Encodes invocations in one format.
protocol ExportEncoder {
    /// The text before the first invocation.
    mutating func begin() -> [UInt8]
    /// Encodes one invocation; call it in the order of their starts.
    mutating func encode(_ invocation: Invocation) -> [UInt8]
    /// Encodes one event of a proxy; call it after the invocations that had started before.
    mutating func encode(_ event: ProxyEvent) -> [UInt8]
    /// Notes an invocation that does not pass the filter. Only encoders of profiles get these, and those of spans if it
    /// would take long to find them.
    mutating func skip(_ invocation: Invocation)
    /// The text after the last invocation.
    mutating func end() -> [UInt8]
}

extension ExportEncoder {
    func skip(_ invocation: Invocation) {}
}

extension ExportFormat {
    func encoder(_ context: ExportContext) -> any ExportEncoder {
        switch self {
        case .ndjson: LineEncoder(epoch: context.epoch)
        case .csv: TableEncoder(epoch: context.epoch)
        case .trace: TraceEncoder(context)
        case .html: PageEncoder(context)
        case .speedscope: SpeedscopeEncoder(context)
        case .pprof: PprofEncoder(context)
        case .folded: FoldedEncoder(context.stacks)
        case .otlp: OTLPEncoder(context)
        }
    }
}
