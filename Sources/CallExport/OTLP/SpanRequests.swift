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
    ///   - service: Value of `service.name`; nil for the name of each program.
    ///   - program: The name of the program.
    ///   - isOwn: Whether this process is the program, so that the resource has its number, executable and host.
    ///   - hasValues: Whether arguments and results become attributes.
    ///   - find: Finds the calls around those that are sent.
    package init(
        epoch: String,
        service: String?,
        program: String,
        isOwn: Bool = false,
        hasValues: Bool,
        find: @escaping SurroundingCall.Finder
    ) {
        self.epoch = SpanEpoch(epoch)
        self.hasValues = hasValues
        places = SpanPlaces(self.epoch, find: find)
        @Sendable func resource(_ name: String, _ epoch: String, _ more: TraceRequest.Resource) -> TraceRequest.Resource
        {
            let own = [
                ("service.name", service ?? name), ("telemetry.sdk.name", TraceRequest.scope),
                ("telemetry.sdk.language", "swift"), ("telemetry.sdk.version", PackageVersion.text),
                ("delegate.epoch", epoch),
            ]
            return own.map { CallSpan.Attribute($0, $1) } + more
        }
        let own = resource(program, epoch, isOwn ? OwnProcess.attributes : [])
        request = TraceRequest(
            resource: { source in source.map { resource($0.process.service, $0.epoch, $0.process.resource) } ?? own },
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

extension ProcessFacts {
    /// - SeeAlso: OpenTelemetry semantic conventions for resources
    fileprivate var resource: TraceRequest.Resource {
        let version = version.map { [CallSpan.Attribute("service.version", $0)] } ?? []
        return version + [CallSpan.Attribute("host.name", host), CallSpan.Attribute("process.pid", id)]
    }
}
