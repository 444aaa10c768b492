// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// What a recording can be turned into.
public enum ExportFormat: String, Sendable, CaseIterable {
    /// One invocation a line, as the API gives it: nothing is lost.
    case ndjson
    /// A table for spreadsheets (RFC 4180); what begins like a formula has an apostrophe in front.
    case csv
    /// The trace event format of Chromium, which Perfetto opens too.
    case trace
    /// The inspector page with the recording in it, as one file that opens from disk.
    case html

    /// The media type of the result.
    public var mediaType: String {
        switch self {
        case .ndjson: "application/x-ndjson"
        case .csv: "text/csv; charset=utf-8"
        case .trace: "application/json"
        case .html: "text/html; charset=utf-8"
        }
    }

    /// What names of such files end with, without the dot.
    public var fileExtension: String { self == .trace ? "trace.json" : rawValue }
}

/// Turns invocations into the bytes of one format, one after the other.
protocol ExportEncoder {
    /// What stands before the first invocation.
    mutating func begin() -> [UInt8]
    /// One invocation. They come in the order of their starts.
    mutating func encode(_ invocation: Invocation) -> [UInt8]
    /// What stands behind the last one.
    mutating func end() -> [UInt8]
}

extension ExportFormat {
    func encoder(_ context: ExportContext) -> any ExportEncoder {
        switch self {
        case .ndjson: LineEncoder()
        case .csv: TableEncoder()
        case .trace: TraceEncoder(context)
        case .html: PageEncoder(context)
        }
    }
}

/// What an export says of itself, where its format has room for it.
struct ExportContext: Sendable {
    var epoch: String
    /// Canonical text of the filter, empty for none.
    var filter: String
    /// Start of the first invocation of the run, in nanoseconds since 1970.
    var startedAtNanoseconds: Int64
    var counters: RecorderStatus

    /// The members of the context, as JSON without braces.
    var members: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("epoch")
            json.string(epoch)
            json.key("filter")
            json.string(filter)
            json.key("startedAt")
            json.plain(Instant.text(startedAtNanoseconds))
            json.key("counters")
            json.object { json in
                json.key("calls")
                json.integer(counters.calls)
                json.key("recorded")
                json.integer(counters.recorded)
                json.key("stored")
                json.integer(counters.stored)
                json.key("evicted")
                json.integer(counters.evicted)
                json.key("cleared")
                json.integer(counters.cleared)
                json.key("dropped")
                json.integer(counters.dropped)
                json.key("suppressed")
                json.integer(counters.suppressed)
            }
        }
        return json.bytes
    }
}
