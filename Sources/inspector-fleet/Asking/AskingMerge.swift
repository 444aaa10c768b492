// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProgramClient
import ProxyCore

/// Merges the calls of several servers in the order of their starts.
///
/// Each server has its calls in that order already. Starts are compared by the microsecond, as in JSON; calls of the same
/// one are in the order of their servers.
struct AskingMerge {
    /// Calls in one answer: few at first, since most scans end after a page.
    private static let leastCount = 128
    private static let mostCount = 1_000
    /// Least time to search, since every answer takes some.
    private static let leastTime = Duration.milliseconds(500)

    private struct Lane {
        let server: AskedServer
        let filter: String?
        /// The ids of the calls between which the next answer is.
        var after: String?
        var before: String?
        var calls: ArraySlice<Invocation> = []
        /// The last call that the server has examined.
        var reached: UInt64?
        var count = AskingMerge.leastCount
        var hasAnswered = false
        var isComplete = false
        var failure: AskedFailure?

        /// Whether the server has more calls than were read, or may have.
        var isOpen: Bool { !isComplete && failure == nil }

        var needsMore: Bool { calls.isEmpty && isOpen }

        var isLost: Bool { isOpen && hasAnswered && reached == nil }

        mutating func take(_ answer: Answer, _ isDescending: Bool, _ history: AskingHistory) {
            calls = answer.calls[...]
            count = min(count * 4, AskingMerge.mostCount)
            isComplete = answer.next == nil
            guard let next = answer.next else { return }
            // A server that goes on at no call, or where it was, would be asked for ever.
            if InvocationID(next) == nil || next == (isDescending ? before : after) {
                failure = AskedFailure(description: "it goes on at “\(next.prefix(80))”")
            }
            if isDescending { before = next } else { after = next }
            reached = InvocationID(next).flatMap { history.processes.key(of: $0) } ?? reached
            hasAnswered = true
        }
    }

    private struct Answer: Sendable {
        var calls: [Invocation]
        /// Where the next answer begins; nil if there is none.
        var next: String?
        var isPartial: Bool
    }

    private let history: AskingHistory
    private let request: HistoryRequest
    private var lanes: [Lane] = []
    /// Whether the place of a bound is unknown, so that nothing can be asked.
    private var lacksBounds = false
    /// The last two calls that were passed on: pages end with one of them, and the next page asks where it was.
    private var lastPassed: (earlier: Place?, last: Place?)

    private var isDescending: Bool { request.order == .descending }

    init(_ history: AskingHistory, _ request: HistoryRequest) {
        self.history = history
        self.request = request
        guard let bounds = try? AskingBounds(history, request) else {
            lacksBounds = true
            return
        }
        lanes = history.servers.map { server in
            Lane(
                server: server,
                filter: bounds.filter(for: server),
                after: bounds.id(of: .after, for: server),
                before: bounds.id(of: .before, for: server)
            )
        }
    }

    /// Calls `body` with the calls that pass, until it returns false.
    mutating func forEach(_ body: (Invocation) -> Bool) -> HistoryScan {
        var scan = HistoryScan(end: .complete, matched: 0, reached: nil, isPartial: false)
        let deadline = ContinuousClock.now + max(request.time, Self.leastTime)
        while true {
            if lanes.contains(where: \.needsMore) {
                if ContinuousClock.now >= deadline {
                    if let place = leastReached() {
                        scan.end = passOn(upTo: place, &scan, body) ? .time : .stopped
                        if scan.end == .time {
                            scan.reached = place.key
                            history.starts.note(place.start, ofKey: place.key)
                        }
                        break
                    }
                    // Where it goes on is known to no server.
                    for index in lanes.indices where lanes[index].isLost {
                        lanes[index].failure = AskedFailure(description: "it goes on at a call of another server")
                    }
                }
                if lanes.contains(where: \.needsMore) { scan.isPartial = readMore() || scan.isPartial }
                continue
            }
            guard let next = nextLane() else { break }
            guard pass(next, &scan, body) else {
                scan.end = .stopped
                break
            }
        }
        for lane in lanes {
            guard let failure = lane.failure else { continue }
            history.noteLack(of: lane.server, failure)
            scan.lacksParts = true
        }
        if lacksBounds { scan.lacksParts = true }
        for place in [lastPassed.earlier, lastPassed.last].compactMap(\.self) {
            history.starts.note(place.start, ofKey: place.key)
        }
        return scan
    }

    private mutating func pass(_ lane: Int, _ scan: inout HistoryScan, _ body: (Invocation) -> Bool) -> Bool {
        guard let call = lanes[lane].calls.popFirst() else { return true }
        scan.matched += 1
        scan.reached = call.key
        let place = Place(start: call.startedAtNanoseconds, server: lanes[lane].server.index, key: call.key)
        lastPassed = (lastPassed.last, place)
        return body(call)
    }

    // MARK: Order

    /// The order of calls of different servers.
    private struct Place: Comparable {
        let start: Int64
        let server: Int
        let key: UInt64

        static func < (left: Self, right: Self) -> Bool { (left.start, left.server) < (right.start, right.server) }
    }

    private func isBefore(_ left: Place, _ right: Place) -> Bool { isDescending ? left > right : left < right }

    private func place(of lane: Lane) -> Place? {
        lane.calls.first.map { Place(start: $0.startedAtNanoseconds, server: lane.server.index, key: $0.key) }
    }

    /// The lane with the next call.
    private func nextLane() -> Int? {
        var best: (lane: Int, place: Place)?
        for (index, lane) in lanes.enumerated() {
            guard let place = place(of: lane), best.map({ isBefore(place, $0.place) }) ?? true else { continue }
            best = (index, place)
        }
        return best?.lane
    }

    /// The place up to which all servers have examined their calls; nil if one of them has none. A server whose place
    /// can't be found fails.
    ///
    /// Servers whose calls are at hand count too: behind those, they may have more before a place that another one
    /// reached.
    private mutating func leastReached() -> Place? {
        var least: Place?
        for index in lanes.indices where lanes[index].isOpen {
            guard let key = lanes[index].reached else { return nil }
            do throws(AskedFailure) {
                // Mostly, the last call at hand is the one that was reached.
                let last = lanes[index].calls.last.flatMap { $0.key == key ? $0.startedAtNanoseconds : nil }
                let start = if let last { last } else { try history.start(ofKey: key) }
                let place = Place(start: start, server: lanes[index].server.index, key: key)
                if least.map({ isBefore(place, $0) }) ?? true { least = place }
            } catch {
                lanes[index].failure = error
            }
        }
        return least
    }

    /// Passes on the calls before a place and at it: the next page begins behind the place.
    ///
    /// - Returns: Whether all of them were wanted.
    private mutating func passOn(upTo place: Place, _ scan: inout HistoryScan, _ body: (Invocation) -> Bool) -> Bool {
        while let next = nextLane(), let head = self.place(of: lanes[next]), !isBefore(place, head) {
            guard pass(next, &scan, body) else { return false }
        }
        return true
    }

    // MARK: Reading

    /// Reads on where calls are needed, at all these servers at once.
    ///
    /// - Returns: Whether a filter was too expensive for some calls.
    private mutating func readMore() -> Bool {
        let wanted = lanes.filter(\.needsMore)
        let (order, lanes) = (request.order, Dictionary(uniqueKeysWithValues: wanted.map { ($0.server.index, $0) }))
        let answers = AskedServer.ask(wanted.map(\.server)) { [history] server in
            guard let lane = lanes[server.index] else { throw ProgramFailure.answer("not asked") }
            return try Self.read(lane, order, history)
        }
        var isPartial = false
        for (server, answer) in answers {
            guard let index = self.lanes.firstIndex(where: { $0.server === server }) else { continue }
            switch answer {
            case .success(let answer):
                isPartial = isPartial || answer.isPartial
                self.lanes[index].take(answer, isDescending, history)
            case .failure(let failure): self.lanes[index].failure = failure
            }
        }
        return isPartial
    }

    private static func read(
        _ lane: Lane,
        _ order: InvocationQuery.Order,
        _ history: AskingHistory
    ) throws(ProgramFailure) -> Answer {
        try lane.server.ask(
            "/invocations",
            [
                ("filter", lane.filter), ("order", order.rawValue), ("limit", "\(lane.count)"), ("count", "false"),
                ("after", lane.after), ("before", lane.before),
            ],
            within: AskingHistory.patience
        ) { json in
            guard let calls = history.processes.calls(json["items"]?.elements, at: lane.server) else { return nil }
            return Answer(
                calls: calls,
                next: json["continue"]?.string ?? json["next"]?.string,
                isPartial: json["filterPartial"]?.bool ?? false
            )
        }
    }
}
