// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The families about the server itself. Its counters begin anew when the server is started again.
enum ServerMetrics {
    static func families(_ server: ServerStatus, allowsRules: Bool) -> [MetricFamily] {
        let build = MetricSample(.count(1), [MetricLabel("version", InspectorServerVersion.text)])
        return [
            MetricFamily("build_info", .gauge, "1; the label has the version of the inspector.", [build]),
            .gauge("uptime_seconds", unit: .seconds, server.uptimeSeconds, "Time since the server was started."),
            .state("rules_allowed", allowsRules, "Whether clients may set rules."),
            .gauge("streams_limit", server.streamCountLimit, "Most open event streams."),
        ] + families(server.transport)
    }

    private static func families(_ transport: HTTPStatistics) -> [MetricFamily] {
        [
            .counter("http_requests", transport.requests, "Requests to the server."),
            .gauge("streams", transport.streamsOpen, "Open event streams: the clients of /api/v1/status."),
            .counter("streams_opened", transport.streamsOpened, "Event streams that were opened."),
            .counter(
                "streams_refused",
                transport.streamsRefused,
                "Event streams that were refused, as too many were open."
            ),
            .counter(
                "streams_stalled",
                transport.stalled,
                "Streams closed because the client accepted nothing for too long."
            ),
            .counter("streams_vanished", transport.vanished, "Streams closed because the client left."),
            .counter("stream_events", transport.deliveredEvents, "Events delivered to all streams."),
            .counter("stream_sent_bytes", unit: .bytes, transport.deliveredBytes, "Bytes delivered to all streams."),
            .counter("stream_gaps", transport.gaps, "Gaps that streams were told of."),
            .counter("stream_missed_events", transport.missedEvents, "Events that fell into gaps."),
        ]
    }
}
