// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Questions to the history about the calls that were not cleared: nothing is removed from it.
//
// A call that was running when the recorder was cleared ended later, and was not. It is among the cleared calls in the
// order of starts, so it is asked for by its number, together with others.

extension HistoryView {
    /// Scans the calls of the history that were not cleared.
    func scanHistory(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan {
        ask(request) { history.scan($0, body) }
    }

    /// Counts the calls of the history that were not cleared.
    func countHistory(_ request: HistoryRequest) -> HistoryScan { ask(request) { history.count($0) } }

    /// The first of the calls of the history that were not cleared, in another order.
    func sortedHistory(_ request: SortedRequest) -> SortedPart {
        var sum: SortedPart?
        askParts(of: request.range) { range in
            var request = request
            request.range = range
            let part = history.sortedPart(request)
            if sum == nil { sum = part } else { sum?.merge(part, request) }
            return true
        }
        return sum ?? SortedPart()
    }

    private func ask(_ request: HistoryRequest, _ question: (HistoryRequest) -> HistoryScan) -> HistoryScan {
        var sum: HistoryScan?
        askParts(of: request) { part in
            let scan = question(part)
            sum = sum?.followed(by: scan) ?? scan
            return scan.end == .complete
        }
        return sum ?? HistoryScan(end: .complete, matched: 0, reached: nil, isPartial: false)
    }

    /// Asks for the parts of a request without cleared calls, in its order and within its time, until `question` is false.
    private func askParts(of request: HistoryRequest, _ question: (HistoryRequest) -> Bool) {
        let deadline = Deadline(request.time)
        for (index, var part) in uncleared(request).enumerated() {
            if index > 0 { part.time = deadline.remaining }
            guard question(part) else { return }
        }
    }

    /// Most ranges of calls in one question.
    private static let mostRanges = 64
    /// Most calls that a question passes over between two ranges. To ask again costs less than to pass over more.
    private static let widestGap: UInt64 = 1 << 20

    /// The parts of a request that have no cleared calls, in its order: what came after the clear, and the calls that
    /// ended after it.
    private func uncleared(_ request: HistoryRequest) -> [HistoryRequest] {
        var recent = request
        recent.after = max(request.after, snapshot.clearedThrough)
        guard !snapshot.uncleared.isEmpty else { return [recent] }
        let late = snapshot.uncleared.filter { request.after < $0 && $0 < request.before }
        var parts = Self.groups(late).map { Self.part(of: request, within: $0) }
        if recent.after < recent.before - 1 { parts.append(recent) }
        return request.order == .ascending ? parts : parts.reversed()
    }

    /// The ranges of some calls, in groups for one question each; all in the order of starts.
    private static func groups(_ calls: Set<UInt64>) -> [[ClosedRange<UInt64>]] {
        var groups: [[ClosedRange<UInt64>]] = []
        for seq in calls.sorted() {
            if var group = groups.last, let last = group.last, seq - last.upperBound <= widestGap {
                let follows = seq - last.upperBound == 1
                if follows { group.removeLast() }
                if group.count < mostRanges {
                    group.append((follows ? last.lowerBound : seq)...seq)
                    groups[groups.count - 1] = group
                    continue
                }
            }
            groups.append([seq...seq])
        }
        return groups
    }

    private static func part(of request: HistoryRequest, within ranges: [ClosedRange<UInt64>]) -> HistoryRequest {
        guard let first = ranges.first, let last = ranges.last else { return request }
        var part = request
        (part.after, part.before) = (first.lowerBound - 1, last.upperBound + 1)
        guard ranges.count > 1 else { return part }
        let terms = ranges.map { range in
            let ends = [range.lowerBound, range.upperBound].map { FilterQuantity(.integer(Int128($0))) }
            return FilterExpression.term(FilterTerm(.key(.seq), .number(.range(ends[0], ends[1]))))
        }
        part.filter = request.filter.narrowed(by: .disjunction(of: terms))
        return part
    }
}
