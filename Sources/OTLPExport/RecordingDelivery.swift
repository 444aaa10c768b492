// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CallExport
internal import Foundation
public import ProxyCore

extension OTLPConfiguration {
    /// Sends the calls of a recording, or those that a recorder has in its memory and its file at this moment, in the order
    /// of their starts. Running calls are left out. Blocks until the last request is answered. A receiver that doesn't take
    /// a request within `patience` gets no other one: all calls that are left count as dropped.
    ///
    /// - Parameters:
    ///   - recorder: The recorder, such as one that replays a recording.
    ///   - progress: Called after each request with the number of calls so far and the key of the last one, and before each
    ///     wait for a request to be sent again, then also with the reason why it has to be.
    /// - Returns: What became of them; `failure` is why the last ones were dropped.
    /// - Throws: `HistoryFailure` if part of the recording cannot be read.
    public func send(
        _ recorder: Recorder,
        progress: (_ calls: Int, _ seq: UInt64, _ failure: String?) -> Void = { _, _, _ in }
    ) throws -> ExportStatus {
        let failures = MetFailures()
        let status = failures.during { sendAll(recorder, progress) }
        if recorder.isReplay, let failure = failures.last { throw failure }
        return status
    }

    private func sendAll(_ recorder: Recorder, _ progress: (Int, UInt64, String?) -> Void) -> ExportStatus {
        let configuration = clamped()
        var status = ExportStatus(endpoint: configuration.address)
        var delivery = Delivery(configuration, RequestSender(configuration))
        var requests = SpanRequests(
            recorder,
            configuration,
            find: recorder.exportedCalls(passing: configuration.filter)
        )
        var query = InvocationQuery(configuration.filter)
        query.order = .ascending
        query.before = recorder.status.lastSeq + 1
        var cursor = recorder.cursor(query)
        var calls = 0
        var last: UInt64 = 0
        var reason: String?
        var isGivenUp = false
        func deliver() {
            guard requests.count > 0 else { return }
            let outcome = delivery.deliver(requests) { seconds, failure in
                status.retries += 1
                status.failure = failure
                progress(calls, last, failure)
                Thread.sleep(forTimeInterval: seconds)
                return true
            }
            status.add(outcome)
            if outcome.dropped > 0 { reason = outcome.failure }
            isGivenUp = outcome.isGivenUp
            requests.removeAll()
            progress(calls, last, nil)
        }
        while !cursor.isAtEnd {
            for call in cursor.next() where call.durationNanoseconds != nil {
                if isGivenUp {
                    status.dropped += 1
                    continue
                }
                requests.add(recorder.symbolicated(call))
                calls += 1
                last = call.key
                if requests.count >= configuration.batchCount { deliver() }
            }
        }
        deliver()
        status.failure = reason
        return status
    }

    /// The receiver's address without a user's name and password.
    var address: String {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return url.host ?? "" }
        parts.user = nil
        parts.password = nil
        return parts.string ?? ""
    }
}

extension ExportStatus {
    mutating func add(_ outcome: Delivery.Outcome) {
        sent += outcome.sent
        dropped += outcome.dropped
        failure = outcome.failure
    }
}

extension SpanRequests {
    /// Requests with the calls of a recorder.
    init(_ recorder: Recorder, _ configuration: OTLPConfiguration, find: @escaping SurroundingCall.Finder) {
        let recorded = recorder.isReplay ? recorder.presentRun?.program : nil
        self.init(
            epoch: recorder.epoch,
            service: configuration.serviceName,
            program: recorded ?? ProcessInfo.processInfo.processName,
            isOwn: !recorder.isReplay,
            hasValues: configuration.hasValues,
            find: find
        )
    }
}
