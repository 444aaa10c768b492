// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The route table of the API. Nothing else is served below `/api`.
enum APIRoutes {
    /// - Parameters:
    ///   - recorder: The recorder that the routes read and control.
    ///   - server: Returns the state of the server itself.
    ///   - allowsRules: Whether clients may act on live calls. Default: they may not.
    ///   - metricSelectorLimit: Most selectors with series of their own in `/metrics`.
    ///   - failures: Told of what can't be read of a recording. Default: ignored.
    ///   - tell: Called with each change that a client makes. Default: ignored.
    static func all(
        recorder: Recorder,
        server: @escaping @Sendable () -> ServerStatus,
        allowsRules: Bool = false,
        metricSelectorLimit: Int = InspectorServerConfiguration().metricSelectorCountLimit,
        failures: ReadFailureLog? = nil,
        tell: @escaping RecordChange.Teller = { _ in }
    ) -> [HTTPRoute] {
        let routes =
            InvocationEndpoints.routes(recorder, tell: tell)
            + RecorderEndpoints.routes(recorder)
            + BacktraceEndpoints.routes(recorder)
            + ProxyEndpoints.routes(recorder)
            + ProtocolEndpoints.routes(recorder)
            + InterposerEndpoints.routes(recorder)
            + FilterEndpoints.routes
            + RuleEndpoints.routes(recorder, allowed: allowsRules)
            + HeldEndpoints.routes(recorder, allowed: allowsRules)
            + [
                AssertEndpoint.route(recorder),
                CallTreeEndpoint.route(recorder),
                CompareCallsEndpoint.route(recorder),
                CompareEndpoint.route(recorder),
                EventEndpoint.route(recorder),
                ExportEndpoint.route(recorder),
                ExportTestEndpoint.route(recorder),
                MetricsEndpoint.route(
                    recorder,
                    server: server,
                    allowsRules: allowsRules,
                    selectorLimit: metricSelectorLimit
                ),
                ProgramEndpoint.route(recorder),
                RunsEndpoint.route(recorder),
                SelectorEndpoint.route(recorder),
                StatusEndpoint.route(recorder, server: server, allowsRules: allowsRules),
                TimelineEndpoint.route(recorder),
                UnansweredEndpoint.route(recorder),
            ]
        // What is asked over a network answers with the parts that can be reached, and says that others are missing.
        if recorder.isRemote {
            // They wait for other servers.
            return probes
                + routes.map { ($0.needsAllCalls ? $0.tellingFailures(of: recorder) : $0).deferred(as: .waiting) }
        }
        return probes + (recorder.isReplay ? routes.map { $0.tellingFailures(of: recorder, to: failures) } : routes)
    }
}

extension APIRoutes {
    /// Answered at once whatever the recorder is busy with.
    private static let probes = [
        HTTPRoute(.get, "/healthz") { _ in .json { $0.member("status", "up") } },
        HTTPRoute(.get, "/readyz") { _ in .json { $0.member("status", "ready") } },
    ]
}

/// The server's state, for `/api/v1/status`.
struct ServerStatus: Sendable {
    /// Counters of the transport.
    var transport = HTTPStatistics()
    /// Since the server started.
    var uptimeSeconds = 0.0
    /// Maximum number of concurrent event streams.
    var streamCountLimit = 0
    /// Address of the page of a trace; see `InspectorServerConfiguration.traceLink`.
    var traceLink: String?
}
