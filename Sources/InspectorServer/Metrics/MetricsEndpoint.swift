// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `GET /metrics`: everything that is counted, for Prometheus and others that scrape.
///
/// The values are copied first, each kind under its own lock for some microseconds; the text is written without a lock,
/// on a separate thread.
enum MetricsEndpoint {
    static let path = "/metrics"

    /// - Parameters:
    ///   - selectorLimit: Most selectors with series of their own.
    ///   - allowsRules: Whether clients may act on live calls.
    static func route(
        _ recorder: Recorder,
        server: @escaping @Sendable () -> ServerStatus,
        allowsRules: Bool,
        selectorLimit: Int
    ) -> HTTPRoute {
        let access = RuleAccess(recorder: recorder, isAllowed: allowsRules)
        return HTTPRoute(.get, path, representations: MetricFormat.allCases.map(\.mediaType)) { call in
            let format = MetricFormat.allCases.first { $0.mediaType == call.representation } ?? .prometheus
            return .deferred {
                let families =
                    ServerMetrics.families(server(), allowsRules: access.isPossible)
                    + recorder.metrics(selectorLimit: selectorLimit)
                return HTTPResponse(mediaType: format.contentType, MetricWriter.text(families, as: format))
            }
        }
    }
}
