// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `GET /api/v1/compare?before=&after=`: how the selectors of two runs in one recording differ.
enum CompareEndpoint {
    static func route(_ recorder: Recorder) -> HTTPRoute {
        HTTPRoute(.get, "/api/v1/compare", parameters: ["before", "after"]) { call in
            let runs = recorder.runs
            // Without names, the present run is compared with the one before it.
            let after = call.parameters["after"] ?? recorder.epoch
            let earlier = runs.prefix { $0 != after }.last
            guard let before = call.parameters["before"] ?? earlier else {
                throw HTTPProblem(
                    404,
                    "noOtherRun",
                    "There is no run before \(after) to compare with; name one in “before”.",
                    candidates: runs
                )
            }
            let comparison = RunComparison(
                try selectors(of: before, "before", recorder, runs),
                try selectors(of: after, "after", recorder, runs)
            )
            return json(comparison, before: before, after: after)
        }
    }

    private static func selectors(of epoch: String, _ field: String, _ recorder: Recorder, _ runs: [String])
        throws(HTTPProblem) -> [RunSelector]
    {
        if let selectors = recorder.selectors(ofRun: epoch) { return selectors }
        throw HTTPProblem(404, "unknownRun", "There is no run “\(epoch)”.", field: field, candidates: runs)
    }

    private static func json(_ comparison: RunComparison, before: String, after: String) -> HTTPResponse {
        .json { json in
            json.object { json in
                json.member("before", before)
                json.member("after", after)
                json.member("isSame", comparison.isSame)
                json.array("items") { json in
                    for row in comparison.rows { write(row, json) }
                }
            }
        }.adding("Cache-Control", "no-store")
    }

    private static func write(_ row: RunComparison.Row, _ json: borrowing JSONWriter) {
        json.object { json in
            json.member("protocol", row.selector.protocolName)
            json.member("selector", row.selector.name)
            json.array("changes") { json in
                for change in row.changes { json.value(change.rawValue) }
            }
            for (name, side) in [("before", row.before), ("after", row.after)] {
                json.key(name)
                guard let side else {
                    json.null()
                    continue
                }
                json.object { json in
                    json.member("calls", side.statistics.calls)
                    json.member("errors", side.statistics.errors)
                    json.member("p50Nanoseconds", side.statistics.latency.percentile(0.5))
                    json.member("p99Nanoseconds", side.statistics.latency.percentile(0.99))
                    json.member("firstSeq", side.firstSeq)
                }
            }
        }
    }
}
