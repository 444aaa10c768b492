// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `GET /api/v1/selectors`: statistics per selector, by total time in descending order.
enum SelectorEndpoint {
    static func route(_ recorder: Recorder) -> HTTPRoute {
        HTTPRoute(.get, "/api/v1/selectors", parameters: ["filter", "buckets"]) { call in
            let filter = try call.filter()
            let hasBuckets = try call.truth("buckets") ?? false
            return filter.isEverything
                ? respond(recorder.selectors(matching: filter), hasBuckets)
                : .deferred { respond(recorder.selectors(matching: filter), hasBuckets) }
        }
    }

    private static func respond(_ report: SelectorReport, _ hasBuckets: Bool) -> HTTPResponse {
        let rows = report.items.sorted {
            ($1.latency.sum, $0.selector.name) < ($0.latency.sum, $1.selector.name)
        }
        return .json { json in
            json.array("items") { json in
                for row in rows { write(row, hasBuckets, to: &json) }
            }
            json.member("count", rows.count)
            json.member("calls", rows.reduce(UInt64(0)) { $0.saturatingAdding($1.calls) })
            json.member("isComplete", report.isComplete)
            json.member("filterPartial", report.isPartial)
        }
    }

    private static func write(_ row: SelectorStatistics, _ hasBuckets: Bool, to json: inout JSONWriter) {
        json.object { json in
            json.member("protocol", row.selector.protocolName)
            json.member("selector", row.selector.name)
            json.member("calls", row.calls)
            json.member("errors", row.errors)
            json.member("unanswered", row.unanswered)
            json.member("totalNanoseconds", row.latency.sum)
            json.member("p50Nanoseconds", row.latency.percentile(0.5))
            json.member("p90Nanoseconds", row.latency.percentile(0.9))
            json.member("p99Nanoseconds", row.latency.percentile(0.99))
            json.member("maxNanoseconds", row.latency.maximum)
            json.array("histogram") { writeBars(row, to: &$0) }
            guard hasBuckets else { return }
            json.array("buckets") { json in
                for (number, count) in row.latency.filledBuckets {
                    json.array { json in
                        json.integer(number)
                        json.integer(count)
                    }
                }
            }
        }
    }

    /// Writes the bars of a latency histogram.
    static func writeBars(_ row: SelectorStatistics, to json: inout JSONWriter) {
        for bar in row.latency.bars {
            json.object { json in
                json.member("fromNanoseconds", bar.from)
                json.member("toNanoseconds", bar.to)
                json.member("count", bar.count)
            }
        }
    }
}
