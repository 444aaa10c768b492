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

    /// The parts of a request that have no cleared calls, in its order: what came after the clear, and each call that
    /// ended after it.
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
