// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// `GET /api/v1/unanswered`: selectors with unanswered calls, the most frequent first.
enum UnansweredEndpoint {
    static func route(_ recorder: Recorder) -> HTTPRoute {
        HTTPRoute(.get, "/api/v1/unanswered") { _ in .deferred { respond(recorder) } }
    }

    private static func respond(_ recorder: Recorder) -> HTTPResponse {
        // The counts survive eviction. Owners and the last call are known for stored calls only.
        let rows = recorder.selectors.filter { $0.unanswered > 0 }
            .sorted { ($1.unanswered, $0.selector.name) < ($0.unanswered, $1.selector.name) }
        let stored = Dictionary(recorder.unanswered().map { ($0.selector, $0) }) { first, _ in first }
        return .json { json in
            json.array("items") { json in
                for row in rows { write(row, stored[row.selector], recorder, to: &json) }
            }
            json.member("count", rows.count)
            json.member("unanswered", rows.reduce(UInt64(0)) { $0 + $1.unanswered })
        }
    }

    private static func write(
        _ row: SelectorStatistics,
        _ stored: UnansweredSelector?,
        _ recorder: Recorder,
        to json: inout JSONWriter
    ) {
        var last: Invocation?
        if let stored, case .found(let found) = recorder.invocation(seq: stored.lastSeq) { last = found }
        json.object { json in
            json.member("protocol", row.selector.protocolName)
            json.member("selector", row.selector.name)
            json.member("unanswered", row.unanswered)
            json.member("calls", row.calls)
            json.member("owners", stored?.owners ?? [])
            json.member("isOptional", stored?.isOptional)
            json.member("last", last?.id.description)
            json.member("lastAt", last.map { Instant.text($0.startedAtNanoseconds) })
            json.member("reason", last.map(reason))
        }
    }

    /// Why a call was not answered.
    private static func reason(_ invocation: Invocation) -> String {
        if invocation.findings.contains(.targetGone) { return "targetGone" }
        return invocation.target == nil ? "noTarget" : "notImplemented"
    }
}
