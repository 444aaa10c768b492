// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// `GET /api/v1/unanswered`: selectors with calls that were not answered, or never completed, the most frequent first.
enum UnansweredEndpoint {
    static func route(_ recorder: Recorder) -> HTTPRoute {
        HTTPRoute(.get, "/api/v1/unanswered", parameters: ["filter"]) { call in
            let filter = try call.filter()
            return .deferred { respond(recorder, filter) }
        }
    }

    private static func respond(_ recorder: Recorder, _ filter: InvocationFilter) -> HTTPResponse {
        // Without a filter, the counts survive eviction. Owners and the last call are known for stored calls only.
        let stored = Dictionary(recorder.unanswered(matching: filter).map { ($0.selector, $0) }) { first, _ in first }
        let dropped = Dictionary(recorder.neverCompleted(matching: filter).map { ($0.selector, $0) }) { first, _ in
            first
        }
        let report = recorder.selectors(matching: filter)
        let count = { (row: SelectorStatistics) in
            row.unanswered.saturatingAdding(UInt64(clamping: dropped[row.selector]?.calls ?? 0))
        }
        let rows = report.items.filter { count($0) > 0 }
            .sorted { (count($1), $0.selector.name) < (count($0), $1.selector.name) }
        return .json { json in
            json.array("items") { json in
                for row in rows { write(row, stored[row.selector], dropped[row.selector], recorder, to: &json) }
            }
            json.member("count", rows.count)
            json.member("unanswered", rows.reduce(UInt64(0)) { $0.saturatingAdding($1.unanswered) })
            json.member("isComplete", report.isComplete)
            json.member("filterPartial", report.isPartial)
        }
    }

    private static func write(
        _ row: SelectorStatistics,
        _ stored: UnansweredSelector?,
        _ dropped: UnansweredSelector?,
        _ recorder: Recorder,
        to json: inout JSONWriter
    ) {
        var last: Invocation?
        let newest = [stored, dropped].compactMap(\.self).max { $1.isNewer(than: $0) }
        let lastSeq = newest?.lastSeq ?? 0
        if lastSeq > 0, case .found(let found) = recorder.invocation(seq: lastSeq) { last = found }
        json.object { json in
            json.member("protocol", row.selector.protocolName)
            json.member("selector", row.selector.name)
            json.member("unanswered", row.unanswered)
            json.member("neverCompleted", dropped?.calls ?? 0)
            json.member("calls", row.calls)
            json.member("owners", Set((stored?.owners ?? []) + (dropped?.owners ?? [])).sorted())
            json.member("isOptional", (stored ?? dropped)?.isOptional)
            json.member("last", last?.id.description)
            json.member("lastAt", last.map { Instant.text($0.startedAtNanoseconds) })
            json.member("reason", last.map(reason))
        }
    }

    /// Why a call was not answered.
    private static func reason(_ invocation: Invocation) -> String {
        if invocation.returnPath != .none, invocation.completion == .never { return "notCompleted" }
        if invocation.findings.contains(.targetGone) { return "targetGone" }
        return invocation.target == nil ? "noTarget" : "notImplemented"
    }
}
