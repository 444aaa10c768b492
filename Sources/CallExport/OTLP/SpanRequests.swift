// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import ProxyCore

/// Makes requests with spans out of calls.
package struct SpanRequests {
    private let epoch: SpanEpoch
    private let hasValues: Bool
    private var request: TraceRequest
    private var places: SpanPlaces

    /// - Parameters:
    ///   - epoch: The recorder's epoch.
    ///   - service: Value of `service.name`.
    ///   - attributes: More attributes of the program.
    ///   - hasValues: Whether arguments and results become attributes.
    ///   - find: Finds the calls around those that are sent.
    package init(
        epoch: String,
        service: String,
        attributes: [(key: String, value: String)] = [],
        hasValues: Bool,
        find: @escaping SurroundingCall.Finder
    ) {
        self.epoch = SpanEpoch(epoch)
        self.hasValues = hasValues
        places = SpanPlaces(self.epoch, find: find)
        let own = [
            ("service.name", service), ("telemetry.sdk.name", TraceRequest.scope), ("telemetry.sdk.language", "swift"),
            ("telemetry.sdk.version", PackageVersion.text), ("delegate.epoch", epoch),
        ]
        request = TraceRequest(
            resource: (own + attributes.map { ($0.key, $0.value) }).map { CallSpan.Attribute($0.0, $0.1) },
            version: PackageVersion.text
        )
    }

    /// Number of calls in the next request.
    package var count: Int { request.spans.count }

    /// Adds a call that has ended.
    package mutating func add(_ call: Invocation) {
        let place = places.place(of: call)
        request.spans.append(CallSpan(call, at: place, in: epoch, hasValues: hasValues))
    }

    /// Notes a call that is not sent, so that it need not be found when calls inside it are.
    package mutating func skip(_ call: Invocation) { places.skip(call) }

    /// The running call around a call whose end decides which parent span it has; nil if that is certain already.
    package mutating func awaited(by call: Invocation) -> UInt64? { places.awaited(by: call) }

    /// Forgets which calls were running. Call it before `add` and `awaited` when calls may have ended since.
    package mutating func forgetUnsettled() { places.forgetUnsettled() }

    /// Removes the calls that were added.
    package mutating func removeAll() { request.spans.removeAll(keepingCapacity: true) }

    /// The request with the calls that were added, as the body of an `ExportTraceServiceRequest`.
    package var protobuf: [UInt8] { request.protobuf }

    /// The request as one line of JSON, without its end.
    package var json: [UInt8] { request.json }
}
