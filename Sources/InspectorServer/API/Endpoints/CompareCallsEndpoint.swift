// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `GET /api/v1/compare/calls?before=&after=`: the differences between two runs, call by call.
enum CompareCallsEndpoint {
    /// Maximum number of simultaneous comparisons; each occupies a thread and some megabytes.
    private static let seatLimit = 2
    /// Calls of each run that are compared, which takes about a second.
    private static let callLimit = 200_000

    static func route(_ recorder: Recorder) -> HTTPRoute {
        let seats = Seats(limit: seatLimit)
        return HTTPRoute(
            .get,
            "/api/v1/compare/calls",
            parameters: ["before", "after", "ignore", "exact", "limit"]
        ) { call in
            let (before, after) = try CompareEndpoint.runs(call, byCall: true, recorder)
            var options = CallComparison.Options()
            if call.parameters["ignore"] != nil { options.ignored = [try ignored(call)] }
            options.isExact = try call.truth("exact") ?? false
            options.callLimit = callLimit
            let limit = try call.integer("limit", in: 1...1_000) ?? 200
            let sides = (
                Side(name: before, recorder: try run(before, "before", recorder)),
                Side(name: after, recorder: try run(after, "after", recorder))
            )
            guard let seat = seats.take() else { throw busy }
            return .deferred { [options] in
                defer { seat.give() }
                return answer(sides.0, sides.1, options, limit: limit)
            }
        }
        // Another run's file is opened, and checked.
        .deferred(as: .bounded)
    }

    private struct Side: Sendable {
        let name: String
        let recorder: Recorder
    }

    private static var busy: HTTPProblem {
        HTTPProblem(
            503,
            "tooManyComparisons",
            "Too many comparisons are running; the limit is \(seatLimit).",
            headers: ["Retry-After": "1"]
        )
    }

    /// An empty filter ignores nothing, unlike in searches, where every call passes it.
    private static func ignored(_ call: HTTPCall) throws(HTTPProblem) -> InvocationFilter {
        let filter = try call.filter("ignore")
        guard filter.isEverything else { return filter }
        throw HTTPProblem(400, "invalidParameter", "“ignore” must be a filter, and not empty.", field: "ignore")
    }

    private static func run(_ name: String, _ field: String, _ recorder: Recorder) throws(HTTPProblem) -> Recorder {
        do throws(SeveralProcesses) {
            if let run = try recorder.recorder(ofRun: name) { return run }
        } catch {
            throw HTTPProblem(400, "severalProcesses", error.description, field: field, candidates: error.epochs)
        }
        throw CompareEndpoint.unknown(name, field, recorder)
    }

    private static func answer(_ before: Side, _ after: Side, _ options: CallComparison.Options, limit: Int)
        -> HTTPResponse
    {
        for side in [before, after] { side.recorder.flush() }
        do {
            let comparison = try CallComparison(before.recorder, after.recorder, options)
            let report = CallComparisonReport(comparison, before.recorder, after.recorder, limit: limit)
            return .json { report.writeMembers(before: before.name, after: after.name, to: &$0) }
                .adding("Cache-Control", "no-store")
        } catch {
            return HTTPProblem(503, "recordingUnreadable", error.description).response
        }
    }
}
