// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProgramClient
import ProxyCore

extension AskingHistory {
    func scan(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan {
        var merge = AskingMerge(self, request)
        return merge.forEach(body)
    }

    /// The start of a call in nanoseconds since 1970; of one that is not stored any more, that of the one before it in its
    /// process, or else of the next one that its server has.
    func start(ofKey key: UInt64) throws(AskedFailure) -> Int64 {
        if let start = starts[key] { return start }
        let id = id(ofKey: key)
        guard let server = server(ofRun: id.run) else { return 0 }
        do throws(ProgramFailure) {
            var call = try last(of: server, upTo: id)
            if call == nil { call = try first(of: server, after: id) }
            return (call ?? server.facts?.oldest)?.startedAtNanoseconds ?? 0
        } catch {
            let failure = AskedFailure(description: error.description)
            noteLack(of: server, failure)
            throw failure
        }
    }

    func count(_ request: HistoryRequest) -> HistoryScan {
        var sum = HistoryScan(end: .complete, matched: 0, reached: nil, isPartial: false)
        if request.filter.isEverything, request.after == 0, request.before == .max {
            sum.matched = extent.count
            for server in servers {
                guard let failure = server.failure else { continue }
                noteLack(of: server, failure)
                sum.lacksParts = true
            }
            return sum
        }
        guard let bounds = try? AskingBounds(self, request) else {
            sum.lacksParts = true
            return sum
        }
        let counts = ask(within: request.time) { server, time in
            try server.ask(
                "/invocations",
                [
                    ("filter", bounds.filter(for: server)), ("limit", "1"),
                    ("after", bounds.id(of: .after, for: server)), ("before", bounds.id(of: .before, for: server)),
                ],
                within: time
            ) { json in MatchCount(asked: json) }
        }
        for count in counts.answers {
            sum.matched = sum.matched.saturatingAdding(count.matched)
            sum.isPartial = sum.isPartial || count.isPartial
            if !count.isExact { sum.end = .time }
        }
        sum.lacksParts = counts.lacksParts
        return sum
    }

    /// Asks all servers; those that don't answer are noted.
    private func ask<Answer: Sendable>(
        within time: Duration,
        _ body: @escaping @Sendable (AskedServer, Duration) throws -> Answer
    ) -> (answers: [Answer], lacksParts: Bool) {
        let all = AskedServer.ask(servers) { server in try body(server, time + Self.patience) }
        var answers: [Answer] = []
        for (server, answer) in all {
            switch answer {
            case .success(let answer): answers.append(answer)
            case .failure(let failure): noteLack(of: server, failure)
            }
        }
        return (answers, answers.count < servers.count)
    }

    private static func text(_ filter: InvocationFilter) -> String? { filter.isEverything ? nil : "\(filter)" }

    // MARK: Sums

    var selectors: [SelectorStatistics] { selectors(matching: .everything, within: .seconds(1)).items }

    func selectors(matching filter: InvocationFilter, within time: Duration) -> SelectorReport {
        let reports = ask(within: time) { server, time in
            try server.ask("/selectors", [("filter", Self.text(filter)), ("buckets", "true")], within: time) { json in
                json["items"]?.elements.map { rows in
                    SelectorReport(
                        items: rows.compactMap { SelectorStatistics($0) },
                        isComplete: json["isComplete"]?.bool ?? false,
                        isPartial: json["filterPartial"]?.bool ?? false
                    )
                }
            }
        }
        var sums: [Selector: SelectorStatistics] = [:]
        for row in reports.answers.flatMap(\.items) {
            sums[row.selector, default: .none(of: row.selector)].add(row)
        }
        return SelectorReport(
            items: Array(sums.values),
            isComplete: !reports.lacksParts && reports.answers.allSatisfy(\.isComplete),
            isPartial: reports.answers.contains(where: \.isPartial)
        )
    }

    func unanswered(matching filter: InvocationFilter, within time: Duration) -> [UnansweredSelector] {
        let lists = ask(within: time * 4) { server, time in
            try server.ask("/unanswered", [("filter", Self.text(filter))], within: time) {
                json -> [UnansweredSelector]? in
                let rows = json["items"]?.elements
                let last = rows?.compactMap { row in row["last"]?.string.flatMap { InvocationID($0) } } ?? []
                guard (try? self.processes.meet(last.map(\.epoch), at: server)) != nil else { return nil }
                return rows?.compactMap { row in
                    UnansweredSelector(row) { self.processes.key(of: $0, at: server) }
                }
            }
        }
        var sums: [Selector: UnansweredSelector] = [:]
        for row in lists.answers.flatMap(\.self) {
            if sums[row.selector]?.add(row) == nil { sums[row.selector] = row }
        }
        return Array(sums.values)
    }

    func timeline(
        buckets: Int,
        matching filter: InvocationFilter,
        period: Range<Int64>?,
        within time: Duration
    ) -> Timeline {
        let whole = extent.period.map { Int64(clamping: $0.lowerBound)..<Int64(clamping: $0.upperBound) }
        guard let asked = (period ?? whole)?.wholeMicroseconds, !asked.isEmpty else {
            return nothing(at: 0, isExact: servers.allSatisfy { $0.failure == nil })
        }
        let parts = ask(within: time) { server, time in
            try server.ask(
                "/timeline",
                [
                    ("filter", Self.text(filter)), ("buckets", "\(buckets)"),
                    ("from", Instant.text(asked.lowerBound)), ("to", Instant.text(asked.upperBound)),
                ],
                within: time
            ) { Timeline($0) }
        }
        // All have the same buckets, since they were asked for the same period.
        guard var sum = parts.answers.first else { return nothing(at: asked.lowerBound, isExact: false) }
        for part in parts.answers.dropFirst() { sum.add(part) }
        sum.count.isExact = sum.count.isExact && !parts.lacksParts
        return sum
    }

    private func nothing(at origin: Int64, isExact: Bool) -> Timeline {
        var timeline = Timeline.empty(at: origin)
        timeline.count.isExact = isExact
        return timeline
    }
}

extension Range<Int64> {
    /// The range, widened to instants that JSON can say; empty where 64 bits can't say those.
    fileprivate var wholeMicroseconds: Range<Int64> {
        let (first, end) = (Swift.max(lowerBound, .min + 1_000), Swift.min(upperBound, .max - 1_000))
        guard first < end else { return first..<first }
        return first.microsecondStart..<(end + 999).microsecondStart
    }
}

extension Int64 {
    /// The whole microsecond that a nanosecond is in, also before 1970.
    fileprivate var microsecondStart: Int64 { self - (self % 1_000 + 1_000) % 1_000 }
}

extension AskingHistory: SortingHistory {
    /// The first calls of a sorted list: those of each server, merged.
    ///
    /// Servers know where another server's call belongs in a list by durations, since a filter can tell it. A list by texts is
    /// read as a whole from its second page on, as far as the time allows.
    func sorted(_ request: SortedRequest) -> SortedPart {
        let isFirstPage = request.after == nil && request.before == nil
        guard isFirstPage || request.sort == .duration else { return scannedPart(request) }
        var terms = request.range.filter.isEverything ? [] : ["(\(request.range.filter))"]
        if let after = request.after { terms.append("duration:>=\(after.key.number)ns") }
        if let before = request.before { terms.append("duration:<=\(before.key.number)ns") }
        let filter = terms.isEmpty ? nil : terms.joined(separator: " ")
        let parts = ask(within: request.range.time) { [self] server, time in
            var part = SortedPart()
            var next: String?
            let deadline = ContinuousClock.now + time
            repeat {
                let limit = min(request.limit - part.items.count, 1_000)
                let isDescending = request.range.order == .descending
                next = try server.ask(
                    "/invocations",
                    [
                        ("filter", filter), ("sort", request.sort.rawValue), ("order", request.range.order.rawValue),
                        ("limit", "\(limit)"), ("count", "false"), (isDescending ? "before" : "after", next),
                    ],
                    within: time
                ) { json -> String?? in
                    guard let calls = processes.calls(json["items"]?.elements, at: server) else { return nil }
                    // Those with the key of the call at which the page begins may be on the page before.
                    part.items += calls.filter { request.contains(SortPlace(of: $0, by: request.sort)) }
                    part.isComplete = part.isComplete && json["isComplete"]?.bool == true
                    part.isPartial = part.isPartial || json["filterPartial"]?.bool == true
                    return .some(json["next"]?.string)
                }
            } while next != nil && part.items.count < request.limit && ContinuousClock.now < deadline
            part.isComplete = part.isComplete && (next == nil || part.items.count >= request.limit)
            return part
        }
        var merged = SortedPart()
        for part in parts.answers { merged.merge(part, request) }
        merged.isComplete = merged.isComplete && !parts.lacksParts
        return merged
    }
}
