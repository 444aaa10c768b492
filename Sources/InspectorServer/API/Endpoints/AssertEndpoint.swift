// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// `GET /api/v1/assert`: checks the number of matching calls, now or within a time limit.
enum AssertEndpoint {
    /// Number of newest matching calls in the response.
    private static let shownCount = 5
    /// Time limits for searching the stored calls; the next one applies if the one before was too short.
    private static let scanTimes = [Duration.seconds(2), .seconds(5), .seconds(20)]
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
        var counter = MatchCounter(assertion, recorder)
        let wake = WakeUp(recorder)
        let deadline = start + assertion.within
        while !range.isDecided(at: counter.count.matched), wake.wait(until: deadline) { counter.catchUp() }
        counter.catchUp(isLast: true)
        return report(assertion, counter.count, waited: .now - start, recorder)
    }

    private static func report(
        _ assertion: Assertion,
        _ count: MatchCount,
        waited: Duration,
        _ recorder: Recorder
    ) -> HTTPResponse {
        var query = InvocationQuery(assertion.filter)
        query.limit = shownCount
        let page = recorder.invocations(query)
        var count = count
        // Batches of completed calls don't tell whether they are partial.
        count.isPartial = count.isPartial || page.count.isPartial
        guard isDecided(assertion, at: count) else { return undecided(assertion, count).response }
        let seen = count.matched
        let passed = assertion.count.contains(seen)
        let writeFacts: (inout JSONWriter) -> Void = { json in
            json.member("passed", passed)
            json.member("filter", assertion.filter.description)
            json.member("words", assertion.filter.words)
            json.member("expected", assertion.count.description)
            json.member("seen", seen)
            json.member("waitedNanoseconds", waited.milliseconds * 1_000_000)
            json.member("evicted", page.evicted)
            json.array("items") { json in
                for item in page.items { InvocationEncoder.write(item, to: &json) }
            }
        }
        if passed { return .json(writeFacts) }
        return HTTPProblem(409, "assertionFailed", detail(assertion, seen: seen, waited: waited))
            .response(adding: writeFacts)
    }

    /// Whether a count decides the assertion. A lower bound may: what it reaches or exceeds stays so.
    private static func isDecided(_ assertion: Assertion, at count: MatchCount) -> Bool {
        if count.isExact, !count.isPartial { return true }
        // A regular expression without an answer counts as not matching, and so matches if it is negated.
        let isLowerBound = !count.isPartial || !assertion.filter.meaning.hasNegation
        return isLowerBound && assertion.count.isDecided(at: count.matched)
    }

    private static func undecided(_ assertion: Assertion, _ count: MatchCount) -> HTTPProblem {
        let reason =
            count.isPartial
            ? "a regular expression ran out of steps; simplify it, or use a pattern with *"
            : "not all stored calls could be searched; narrow the filter, or ask again"
        return HTTPProblem(
            503,
            "assertionUndecided",
            "Expected \(assertion.count) of: \(assertion.filter.words); saw \(count.matched), but \(reason).",
            headers: count.isPartial ? [:] : ["Retry-After": "1"]
        )
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
        private let assertion: Assertion
        private let recorder: Recorder
        private var position: UInt64
        private(set) var count: MatchCount

        init(_ assertion: Assertion, _ recorder: Recorder) {
            self.assertion = assertion
            self.recorder = recorder
            recorder.flush()
            (count, position) = Self.stored(assertion, recorder, isLast: !recorder.isRemote)
        }

        /// - Parameter isLast: Whether an inexact count is not followed by another.
        private static func stored(
            _ assertion: Assertion,
            _ recorder: Recorder,
            isLast: Bool
        ) -> (count: MatchCount, position: UInt64) {
            var query = InvocationQuery(assertion.filter)
            // An empty page leaves its time to the count.
            query.before = 0
            query.scanTime = scanTimes[0]
            var page = recorder.invocations(query)
            for time in scanTimes.dropFirst() where isLast {
                if page.count.isExact || assertion.count.isDecided(at: page.count.matched) { break }
                query.scanTime = time
                page = recorder.invocations(query)
            }
            return (page.count, page.lastPosition)
        }

        mutating func catchUp(isLast: Bool = false) {
            // Servers have stored calls that are still on their way here.
            if recorder.isRemote {
                (count, position) = Self.stored(assertion, recorder, isLast: isLast)
                return
            }
            recorder.flush()
            // A program may make calls faster than they are counted.
            let end = recorder.status.lastPosition
            var last = position
            repeat {
                last = position
                let batch = recorder.completed(after: position, matching: assertion.filter)
                count.matched += batch.items.count
                position = batch.lastPosition
            } while position != last && position < end
        }
    }
}

extension FilterLogic {
    /// Whether a question answered with no may make it true.
    fileprivate var hasNegation: Bool {
        switch self {
        case .constant, .ask: false
        case .not: true
        case .all(let parts), .any(let parts): parts.contains { $0.hasNegation }
        }
    }
}
