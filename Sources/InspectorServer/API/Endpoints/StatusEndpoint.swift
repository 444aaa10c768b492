// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `GET /api/v1/status`: the server's identity, counters, and limits.
enum StatusEndpoint {
    /// - Parameter allowsRules: Whether clients may act on live calls.
    static func route(
        _ recorder: Recorder,
        server: @escaping @Sendable () -> ServerStatus,
        allowsRules: Bool
    ) -> HTTPRoute {
        let access = RuleAccess(recorder: recorder, isAllowed: allowsRules)
        return HTTPRoute(.get, "/api/v1/status") { _ in respond(recorder, server(), access) }
    }

    private static func respond(_ recorder: Recorder, _ server: ServerStatus, _ access: RuleAccess) -> HTTPResponse {
        let status = recorder.status
        return .json { json in
            json.member("version", InspectorServerVersion.text)
            json.member("epoch", recorder.epoch)
            json.member("uptimeSeconds", server.uptimeSeconds)
            RecorderEndpoints.writeSettings(of: recorder, to: &json)
            json.member("failure", status.failure)
            writeReplay(recorder, to: &json)
            if recorder.fleet != nil { json.member("fleet", true) }
            json.object("counters") { write(status, to: &$0) }
            json.object("limits") { write(recorder.configuration, server, to: &$0) }
            json.member("clients", server.transport.streamsOpen)
            json.object("streams") { write(server.transport, to: &$0) }
            json.member("running", status.running)
            json.object("rules") { json in
                json.member("allowed", access.isPossible)
                json.member("count", recorder.rules.count)
                json.member("held", recorder.rules.heldCount)
            }
            json.member("position", status.lastPosition)
            if let sink = recorder.sinkStatus {
                json.object("sink") { write(sink, to: &$0) }
            } else {
                json.member("sink", nil as String?)
            }
            json.member("traceLink", server.traceLink)
            json.key("otlp")
            json.optional(recorder.exportStatus) { json, export in json.object { write(export, to: &$0) } }
            json.member("features", recorder.isReplay ? features.filter { !ofRecording.contains($0) } : features)
        }.adding("Cache-Control", "no-store")
    }

    /// The parts of the API in this version, so that pages and scripts need not probe.
    private static let features = [
        "invocations", "selectors", "running", "unanswered", "recorder", "status", "stream", "filter", "timeline",
        "proxies", "assert", "marks", "export", "compare", "events", "backtraces", "protocols", "tests",
        "rules", "callTree", "metrics",
    ]

    /// Features that a replayed recording lacks.
    private static let ofRecording: Set<String> = ["recorder", "marks", "backtraces", "protocols", "rules"]

    /// The run being replayed; null for a live program.
    private static func writeReplay(_ recorder: Recorder, to json: inout JSONWriter) {
        json.key("replay")
        guard recorder.isReplay, let run = recorder.presentRun else { return json.null() }
        json.object { json in
            json.member("file", run.file)
            json.member("program", run.program)
            json.member("startedAt", Instant.text(run.startedAtNanoseconds))
            json.member("endedAt", run.endedAtNanoseconds.map { Instant.text($0) })
        }
    }

    private static func write(_ status: RecorderStatus, to json: inout JSONWriter) {
        json.counters(of: status)
        json.member("bytes", status.bytes)
        json.member("overheadNanosecondsPerCall", status.overheadNanosecondsPerCall)
    }

    private static func write(_ sink: SinkStatus, to json: inout JSONWriter) {
        json.member("file", sink.location)
        json.member("written", sink.written)
        json.member("waiting", sink.waiting)
        json.member("missed", sink.missed)
        json.member("failure", sink.failure)
    }

    private static func write(_ export: ExportStatus, to json: inout JSONWriter) {
        json.member("endpoint", export.endpoint)
        json.member("sent", export.sent)
        json.member("waiting", export.waiting)
        json.member("dropped", export.dropped)
        json.member("retries", export.retries)
        json.member("failure", export.failure)
    }

    private static func write(_ transport: HTTPStatistics, to json: inout JSONWriter) {
        json.member("opened", transport.streamsOpened)
        json.member("refused", transport.streamsRefused)
        json.member("deliveredEvents", transport.deliveredEvents)
        json.member("deliveredBytes", transport.deliveredBytes)
        json.member("gaps", transport.gaps)
        json.member("missedEvents", transport.missedEvents)
        json.member("stalled", transport.stalled)
        json.member("vanished", transport.vanished)
    }

    private static func write(
        _ configuration: RecorderConfiguration,
        _ server: ServerStatus,
        to json: inout JSONWriter
    ) {
        json.member("storedBytes", configuration.storedBytesLimit)
        json.member("storedCount", configuration.storedCountLimit)
        json.member("ringBytes", configuration.ringBytes)
        json.member("textBytes", configuration.budget.textBytes)
        json.member("childCount", configuration.budget.childCount)
        json.member("depth", configuration.budget.depth)
        json.member("pageSize", 1_000)
        json.member("streamCount", server.streamCountLimit)
    }
}
