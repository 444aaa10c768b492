// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The JSON of a comparison, in the API and of `inspector-server compare --by-call --json`.

extension CallComparisonReport {
    /// Characters that are kept of a value.
    private static let limit = 200

    /// Writes the members of the object.
    ///
    /// - Parameters:
    ///   - before: Name of the first run.
    ///   - after: Name of the second run.
    package func writeMembers(before: String, after: String, to json: inout JSONWriter) {
        let longer = comparison.longer
        json.member("before", before)
        json.member("after", after)
        json.member("isSame", comparison.isSame)
        json.member("beforeCalls", comparison.calls.before)
        json.member("afterCalls", comparison.calls.after)
        json.member("ignored", comparison.ignored)
        json.member("differences", comparison.differences)
        json.member("longerBefore", longer.before)
        json.member("longerAfter", longer.after)
        json.member("isComplete", isComplete)
        json.array("selectors") { json in
            for row in comparison.selectors { json.object { row.writeTotals(to: &$0) } }
        }
        json.array("lanes") { json in
            for lane in lanes { json.object { Self.write(lane, to: &$0) } }
        }
    }

    private static func write(_ lane: Lane, to json: inout JSONWriter) {
        json.member("thread", lane.lane.name.thread)
        json.member("owner", lane.lane.name.owner)
        json.member("protocol", lane.lane.name.protocolName)
        json.member("instance", lane.lane.instance)
        json.member("isOrdered", lane.lane.isOrdered)
        json.member("beforeCalls", lane.lane.calls.before)
        json.member("afterCalls", lane.lane.calls.after)
        json.member("differences", lane.lane.differences)
        json.member("longerBefore", lane.lane.longer.before)
        json.member("longerAfter", lane.lane.longer.after)
        json.array("rows") { json in
            for line in lane.lines { json.object { write(line, to: &$0) } }
        }
    }

    private static func write(_ line: Line, to json: inout JSONWriter) {
        switch line {
        case .skipped(let count):
            json.member("change", "skipped")
            json.member("count", count)
        case .row(let change, let before, let after, let fields):
            json.member("change", change.rawValue)
            json.key("before")
            json.optional(before, write)
            json.key("after")
            json.optional(after, write)
            json.array("fields") { json in
                for field in fields {
                    json.object { json in
                        json.member("name", field.name)
                        json.member("before", field.before)
                        json.member("after", field.after)
                    }
                }
            }
        }
    }

    private static func write(_ json: inout JSONWriter, _ call: Invocation) {
        json.object { json in
            json.member("id", call.id.description)
            json.member("seq", call.seq)
            json.member("selector", call.selector.name)
            json.member("text", CallText.call(call, limit: limit))
            json.member("outcome", CallText.outcome(call, limit: limit))
        }
    }
}

extension RunComparison.Row {
    /// Writes the counts and latencies of both sides, as members.
    package func writeTotals(to json: inout JSONWriter) {
        if let after { json.object("after") { after.write(to: &$0) } }
        if let before { json.object("before") { before.write(to: &$0) } }
        json.member("changes", changes.map(\.rawValue))
        json.member("protocol", selector.protocolName)
        json.member("selector", selector.name)
    }
}

extension RunSelector {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("calls", statistics.calls)
        json.member("errors", statistics.errors)
        json.member("firstSeq", firstSeq)
        json.member("p50Nanoseconds", statistics.latency.percentile(0.5))
        json.member("p99Nanoseconds", statistics.latency.percentile(0.99))
    }
}
