// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// Lists stored invocations in another order than that of their starts.
    func sortedInvocations(_ query: InvocationQuery) -> InvocationPage {
        let deadline = Deadline(query.scanTime)
        var part = SortedPart()
        let limit = min(max(query.limit, 1), 1_000)
        let view = historyView
        let extent = view?.history.extent
        let snapshot = view?.snapshot ?? self.snapshot
        if var request = sortedRequest(query, limit: limit + 1) {
            let reader = view?.memoryReader(request.range) ?? StartOrderReader(snapshot)
            part = snapshot.sorted(request, reader, decoder)
            request.range.time = deadline.remaining
            if let view, let older = view.historic(request.range) {
                request.range = older
                var past = view.sortedHistory(request)
                // Calls that ended late are in both.
                let known = Set(part.items.map(\.key))
                past.items.removeAll { known.contains($0.key) }
                part.merge(past, request)
            }
        } else {
            part.isComplete = false
        }
        // Sorting and counting are two scans; a slow one leaves less time for the other.
        let left = max(min(deadline.remaining, query.scanTime / 2), query.scanTime / 5)
        var page: InvocationPage
        if let view, let extent {
            page = view.page(of: query, extent, within: left, lastSeq: engine.withDrain { $0.lastSeq })
        } else {
            let filter = query.filter
            page = self.page(snapshot, count: query.countsMatches ? count(filter, in: snapshot, left) : .uncounted)
        }
        page.hasMore = part.items.count > limit
        page.items = Array(part.items.prefix(limit))
        page.isComplete = part.isComplete
        if !query.countsMatches { page.count.count(page.items, isPartial: false) }
        page.count.isPartial = page.count.isPartial || part.isPartial
        return page
    }

    /// Nil when the call at which the page begins is no longer stored, so that its place is unknown.
    private func sortedRequest(_ query: InvocationQuery, limit: Int) -> SortedRequest? {
        var range = HistoryRequest(query.filter, time: query.scanTime)
        range.order = query.order
        var request = SortedRequest(query.sort, limit: limit, of: range)
        for (seq, bound) in [(query.after, \SortedRequest.after), (query.before, \.before)] {
            guard let seq else { continue }
            guard case .found(let call) = invocation(seq: seq) else { return nil }
            request[keyPath: bound] = SortPlace(of: call, by: query.sort)
        }
        return request
    }
}
