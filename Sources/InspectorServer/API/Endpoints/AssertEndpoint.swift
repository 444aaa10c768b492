// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// `GET /api/v1/assert`: checks the number of matching calls, now or within a time limit.
enum AssertEndpoint {
    /// Number of newest matching calls in the response.
    private static let shownCount = 5
    /// Time limit for searching the stored calls.
    private static let scanTime = Duration.seconds(2)
    /// Maximum number of waiting requests; each occupies a thread.
    private static let waiterLimit = 8

    static func route(_ recorder: Recorder) -> HTTPRoute {
        let seats = Seats(limit: waiterLimit)
        return HTTPRoute(.get, "/api/v1/assert", parameters: ["filter", "count", "within"]) { call in
            let assertion = try Assertion(call)
            guard let seat = seats.take() else {
                throw HTTPProblem(
                    503,
                    "tooManyAssertions",
                    "Too many assertions are waiting; the limit is \(waiterLimit).",
                    headers: ["Retry-After": "1"]
                )
            }
            return .deferred(as: .waiting) {
                defer { seat.give() }
                return answer(assertion, recorder)
            }
        }
    }

    private static func answer(_ assertion: Assertion, _ recorder: Recorder) -> HTTPResponse {
        let start = ContinuousClock.now
        let range = assertion.count
        var counter = MatchCounter(assertion.filter, recorder)
        let wake = WakeUp(recorder)
        let deadline = start + assertion.within
        while !range.isDecided(at: counter.count), wake.wait(until: deadline) { counter.catchUp() }
        counter.catchUp()
        return report(assertion, seen: counter.count, waited: .now - start, recorder)
    }

    private static func report(
        _ assertion: Assertion,
        seen: Int,
        waited: Duration,
        _ recorder: Recorder
    ) -> HTTPResponse {
        var query = InvocationQuery(assertion.filter)
        query.limit = shownCount
        let page = recorder.invocations(query)
        let items = page.items.compactMap { try? JSONValue(parsing: InvocationEncoder.encode($0)) }
        let facts: [(String, JSONValue)] = [
            ("filter", .string(assertion.filter.description)), ("words", .string(assertion.filter.words)),
            ("expected", .string(assertion.count.description)), ("seen", .integer(Int64(seen))),
            ("waitedNanoseconds", .integer(waited.milliseconds * 1_000_000)),
            ("evicted", .integer(Int64(clamping: page.evicted))), ("items", .array(items)),
        ]
        let members = facts.map { JSONValue.Member(key: $0.0, value: $0.1) }
        if assertion.count.contains(seen) {
            return .json { json in
                json.member("passed", true)
                for member in members { member.write(to: &json) }
            }
        }
        var problem = HTTPProblem(409, "assertionFailed", detail(assertion, seen: seen, waited: waited))
        problem.extensions = [JSONValue.Member(key: "passed", value: .boolean(false))] + members
        return problem.response
    }

    private static func detail(_ assertion: Assertion, seen: Int, waited: Duration) -> String {
        let time = assertion.within == .zero ? "" : " within \(WaitingTime.text(assertion.within))"
        return "Expected \(assertion.count) of: \(assertion.filter.words); saw \(seen)\(time)."
    }

    // MARK: Parts

    private struct Assertion: Sendable {
        let filter: InvocationFilter
        let count: CountRange
        let within: Duration

        init(_ call: HTTPCall) throws(HTTPProblem) {
            filter = try call.filter()
            let text = call.parameters["count"] ?? ">=1"
            guard let count = CountRange(text) else {
                throw Self.refusal("count", "must be a number such as 3, >=3, <3 or 2..4, not “\(text)”")
            }
            self.count = count
            let time = call.parameters["within"] ?? "0"
            guard let within = WaitingTime.parse(time) else {
                throw Self.refusal("within", "must be a time up to 60s such as 2s or 500ms, not “\(time)”")
            }
            self.within = within
        }

        private static func refusal(_ field: String, _ text: String) -> HTTPProblem {
            HTTPProblem(400, "invalidParameter", "“\(field)” \(text).", field: field)
        }
    }

    /// Counts matching calls: first the stored ones, then each one that completes.
    private struct MatchCounter {
        private let filter: InvocationFilter
        private let recorder: Recorder
        private var position: UInt64
        private(set) var count: Int

        init(_ filter: InvocationFilter, _ recorder: Recorder) {
            self.filter = filter
            self.recorder = recorder
            recorder.flush()
            (count, position) = Self.stored(filter, recorder)
        }

        private static func stored(_ filter: InvocationFilter, _ recorder: Recorder) -> (count: Int, position: UInt64) {
            var query = InvocationQuery(filter)
            query.limit = 1
            query.scanTime = scanTime
            let page = recorder.invocations(query)
            return (page.count.matched, page.lastPosition)
        }

        mutating func catchUp() {
            // Servers have stored calls that are still on their way here.
            if recorder.isRemote {
                (count, position) = Self.stored(filter, recorder)
                return
            }
            recorder.flush()
            var last = position
            repeat {
                last = position
                let batch = recorder.completed(after: position, matching: filter)
                count += batch.items.count
                position = batch.lastPosition
            } while position != last
        }
    }
}
