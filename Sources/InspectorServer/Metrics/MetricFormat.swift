// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A text format for metrics.
///
/// - SeeAlso: Prometheus, "Exposition formats", *Text-based format*; OpenMetrics 1.0, "Text format".
enum MetricFormat: Sendable, Hashable, CaseIterable {
    /// Prometheus' text format, version 0.0.4.
    case prometheus
    /// OpenMetrics, version 1.0.0.
    case openMetrics

    /// The media type without parameters.
    var mediaType: String {
        switch self {
        case .prometheus: "text/plain"
        case .openMetrics: "application/openmetrics-text"
        }
    }

    /// The value of `Content-Type`.
    var contentType: String {
        switch self {
        case .prometheus: "\(mediaType); version=0.0.4; charset=utf-8"
        case .openMetrics: "\(mediaType); version=1.0.0; charset=utf-8"
        }
    }
}
