// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Invocations as spans of OpenTelemetry, in lines of JSON; running ones and events of proxies are left out.
///
/// - SeeAlso: OpenTelemetry specification, "OpenTelemetry Protocol File Exporter"
struct OTLPEncoder: ExportEncoder {
    private static let lineCount = 1_000

    private var requests: SpanRequests

    init(_ context: ExportContext) {
        requests = SpanRequests(
            epoch: context.epoch,
            service: nil,
            program: context.program,
            isOwn: context.isOwnProcess,
            hasValues: context.spansHaveValues,
            find: context.surroundingCalls
        )
    }

    func begin() -> [UInt8] { [] }

    mutating func encode(_ invocation: Invocation) -> [UInt8] {
        guard invocation.durationNanoseconds != nil else {
            skip(invocation)
            return []
        }
        requests.add(invocation)
        return requests.count < Self.lineCount ? [] : end()
    }

    mutating func skip(_ invocation: Invocation) { requests.skip(invocation) }

    func encode(_ event: ProxyEvent) -> [UInt8] { [] }

    mutating func end() -> [UInt8] {
        guard requests.count > 0 else { return [] }
        defer { requests.removeAll() }
        return requests.json + [UInt8(ascii: "\n")]
    }
}
