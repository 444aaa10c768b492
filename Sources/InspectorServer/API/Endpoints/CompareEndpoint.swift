// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `GET /api/v1/compare?before=&after=`: the differences between two runs, by selector.
enum CompareEndpoint {
    static func route(_ recorder: Recorder) -> HTTPRoute {
        HTTPRoute(.get, "/api/v1/compare", parameters: ["before", "after"]) { call in
            let (before, after) = try runs(call, recorder)
            let comparison = RunComparison(
                try selectors(of: before, "before", recorder),
                try selectors(of: after, "after", recorder)
            )
            return json(comparison, before: before, after: after)
        }
        // Files are read.
        .deferred(as: .bounded)
    }

    /// The two runs by name; a missing name defaults to the most likely run.
    static func runs(_ call: HTTPCall, byCall: Bool = false, _ recorder: Recorder)
        throws(HTTPProblem) -> (String, String)
    {
        if let before = call.parameters["before"] { return (before, call.parameters["after"] ?? recorder.epoch) }
        if let pair = recorder.runsToCompare(after: call.parameters["after"], byCall: byCall) { return pair }
        throw HTTPProblem(
            404,
            "noOtherRun",
            "There is no other run to compare \(call.parameters["after"] ?? recorder.epoch) with.",
            candidates: recorder.runs.map(\.name)
        )
    }

    private static func selectors(of run: String, _ field: String, _ recorder: Recorder)
        throws(HTTPProblem) -> [RunSelector]
    {
        if let selectors = recorder.selectors(ofRun: run) { return selectors }
        throw unknown(run, field, recorder)
    }

    static func unknown(_ run: String, _ field: String, _ recorder: Recorder) -> HTTPProblem {
        let candidates = recorder.runs.map(\.name)
        return HTTPProblem(404, "unknownRun", "There is no run “\(run)”.", field: field, candidates: candidates)
    }

    private static func json(_ comparison: RunComparison, before: String, after: String) -> HTTPResponse {
        .json { json in
            json.member("before", before)
            json.member("after", after)
            json.member("isSame", comparison.isSame)
            json.array("items") { json in
                for row in comparison.rows { write(row, to: &json) }
            }
        }.adding("Cache-Control", "no-store")
    }

    private static func write(_ row: RunComparison.Row, to json: inout JSONWriter) {
        json.object { json in
            json.member("protocol", row.selector.protocolName)
            json.member("selector", row.selector.name)
            json.member("changes", row.changes.map(\.rawValue))
            let sides: [(name: StaticString, side: RunSelector?)] = [("before", row.before), ("after", row.after)]
            for (name, side) in sides {
                json.key(name)
                guard let side else {
                    json.null()
                    continue
                }
                json.object { json in
                    json.member("calls", side.statistics.calls)
                    json.member("errors", side.statistics.errors)
                    json.member("p50Nanoseconds", side.statistics.latency.percentile(0.5))
                    json.member("p95Nanoseconds", side.statistics.latency.percentile(0.95))
                    json.member("p99Nanoseconds", side.statistics.latency.percentile(0.99))
                    json.member("firstSeq", side.firstSeq)
                    json.array("histogram") { SelectorEndpoint.writeBars(side.statistics, to: &$0) }
                }
            }
        }
    }
}
