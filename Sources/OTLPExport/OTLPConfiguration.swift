// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ProxyCore

/// Where and how calls are sent to an OpenTelemetry receiver.
public struct OTLPConfiguration: Sendable {
    /// The encoding of requests.
    public enum Encoding: Sendable, CaseIterable {
        /// Smaller, and understood by every receiver.
        case protobuf
        /// For receivers that understand nothing else.
        case json

        var mediaType: String { self == .protobuf ? "application/x-protobuf" : "application/json" }
    }

    /// The address that receives spans, such as `http://localhost:4318/v1/traces`.
    public var url: URL
    /// Header fields sent with each request, such as credentials. Default none.
    public var headers: [(name: String, value: String)] = []
    /// The encoding of requests; the other one is used from then on if the receiver refuses it with 415. Default
    /// `.protobuf`.
    public var encoding = Encoding.protobuf
    /// Whether requests are compressed by gzip. Default true.
    public var isCompressed = true
    /// Calls that become spans. Default: all.
    public var filter = InvocationFilter.everything
    /// Whether arguments and results become attributes, as text of at most 1 024 characters each. What redaction rules hide
    /// stays hidden. Default false.
    public var hasValues = false
    /// Value of `service.name`. Default nil: the name of the program that made the calls.
    public var serviceName: String?
    /// Longest delay between the end of a call and its request, while the receiver keeps up. Default 1 s; 10 ms to 1 h.
    public var interval = Duration.seconds(1)
    /// Maximum number of spans in a request. Default 2 048; 1 to 100 000.
    public var batchCount = 2_048
    /// How long a request may take. Default 10 s; 1 s to 1 h.
    public var timeout = Duration.seconds(10)
    /// How long a call that has ended waits before it is sent: for the closures that it got to be called, so that its
    /// span tells of it; and for a running call around it, if the end of that one decides whether it passes `filter`,
    /// and so becomes its parent. Default 5 s; 0 to 1 h.
    public var completionTime = Duration.seconds(5)
    /// How long a request is tried again before its calls are dropped; nil for as long as the exporter runs. A receiver
    /// that asks for more time than is left doesn't get it: the calls are dropped at once. Default nil.
    public var patience: Duration?

    /// - Parameter endpoint: The address of the receiver. As with the exporters of OpenTelemetry, `/v1/traces` is
    ///   appended to it unless it ends so already: `http://localhost:4318`.
    /// - Throws: `OTLPError` unless it is an address with http or https.
    public init(endpoint: String) throws(OTLPError) {
        guard let base = URL(string: endpoint), let scheme = base.scheme?.lowercased(), let host = base.host,
            ["http", "https"].contains(scheme), !host.isEmpty, base.query == nil, base.fragment == nil
        else { throw OTLPError(.endpointInvalid, endpoint) }
        let path = "v1/traces"
        url = base.path.hasSuffix("/" + path) ? base : base.appendingPathComponent(path)
    }

    /// The same configuration with all values clamped to their bounds.
    func clamped() -> Self {
        var copy = self
        copy.interval = min(max(interval, .milliseconds(10)), .seconds(3_600))
        copy.batchCount = min(max(batchCount, 1), 100_000)
        copy.timeout = min(max(timeout, .seconds(1)), .seconds(3_600))
        copy.completionTime = min(max(completionTime, .zero), .seconds(3_600))
        return copy
    }
}
