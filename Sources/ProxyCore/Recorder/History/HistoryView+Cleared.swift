// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Questions to the history about the calls that were not cleared: nothing is removed from it.
//
// A call that was running when the recorder was cleared ended later, and was not. It is among the cleared calls in the
// order of starts, so it is asked for by itself.

extension HistoryView {
    /// Scans the calls of the history that were not cleared.
    func scanHistory(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan {
        ask(request) { history.scan($0, body) }
    }

    /// Counts the calls of the history that were not cleared.
    func countHistory(_ request: HistoryRequest) -> HistoryScan { ask(request) { history.count($0) } }

    /// The first of the calls of the history that were not cleared, in another order.
    func sortedHistory(_ request: SortedRequest) -> SortedPart {
        let deadline = Deadline(request.range.time)
        var sum: SortedPart?
        for range in uncleared(request.range) {
            var request = request
            request.range = range
            if sum != nil { request.range.time = deadline.remaining }
            let part = history.sortedPart(request)
            if sum == nil { sum = part } else { sum?.merge(part, request) }
        }
        return sum ?? SortedPart()
    }

    private func ask(_ request: HistoryRequest, _ question: (HistoryRequest) -> HistoryScan) -> HistoryScan {
        let deadline = Deadline(request.time)
        var sum: HistoryScan?
        for var part in uncleared(request) {
            if sum != nil { part.time = deadline.remaining }
            let scan = question(part)
            sum = sum?.followed(by: scan) ?? scan
            guard scan.end == .complete else { break }
        }
        return sum ?? HistoryScan(end: .complete, matched: 0, reached: nil, isPartial: false)
    }

    /// The parts of a request without cleared calls, in its order.
    private func uncleared(_ request: HistoryRequest) -> [HistoryRequest] {
        var recent = request
        recent.after = max(request.after, snapshot.clearedThrough)
        guard !snapshot.uncleared.isEmpty else { return [recent] }
        let late = snapshot.uncleared.filter { request.after < $0 && $0 < request.before }
        let single = late.sorted { request.order.isBefore($0, $1) }.map { seq in
            var part = request
            (part.after, part.before) = (seq - 1, seq + 1)
            return part
        }
        guard recent.after < recent.before - 1 else { return single }
        return request.order == .ascending ? single + [recent] : [recent] + single
    }
}
