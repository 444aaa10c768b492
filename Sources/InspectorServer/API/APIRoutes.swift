// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The route table of the API: every route is a row here, and nothing else is served below `/api`.
enum APIRoutes {
    /// - Parameters:
    ///   - recorder: What the routes tell of.
    ///   - server: What is known of the server itself.
    ///   - tell: Gets what a client changed. Default: nobody wants to know.
    static func all(
        recorder: Recorder,
        server: @escaping @Sendable () -> ServerStatus,
        tell: @escaping RecordChange.Teller = { _ in }
    ) -> [HTTPRoute] {
        let routes =
            InvocationEndpoints.routes(recorder, tell: tell)
            + RecorderEndpoints.routes(recorder)
            + ProxyEndpoints.routes(recorder)
            + FilterEndpoints.routes
            + [
                AssertEndpoint.route(recorder),
                CompareEndpoint.route(recorder),
                ExportEndpoint.route(recorder),
                RunsEndpoint.route(recorder),
                SelectorEndpoint.route(recorder),
                StatusEndpoint.route(recorder, server: server),
                TimelineEndpoint.route(recorder),
                UnansweredEndpoint.route(recorder),
                HTTPRoute(.get, "/healthz") { _ in .json { $0.object { $0.member("status", "up") } } },
                HTTPRoute(.get, "/readyz") { _ in .json { $0.object { $0.member("status", "ready") } } },
            ]
        return recorder.isReplay ? routes.map { $0.tellingFailures(of: recorder) } : routes
    }
}

/// What the server knows of itself, for `/api/v1/status`.
struct ServerStatus: Sendable {
    /// What the transport has done.
    var transport = HTTPStatistics()
    /// Since the server started.
    var uptimeSeconds = 0.0
    /// Most event streams at once.
    var streamCountLimit = 0
}
