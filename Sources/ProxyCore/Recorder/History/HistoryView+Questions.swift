// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Queries on memory and history combined. Without a history, `Recorder` queries its memory directly.

extension HistoryView {
    /// Lists invocations from memory and history.
    ///
    /// - Parameter lastSeq: Number of the call that the recorder saw start last.
    func invocations(_ query: InvocationQuery, lastSeq: UInt64) -> InvocationPage {
        let limit = min(max(query.limit, 1), 1_000)
        let deadline = Deadline(query.scanTime)
        var request = HistoryRequest(query.filter, time: query.scanTime)
        request.after = query.after ?? 0
        request.before = query.before ?? .max
        request.order = query.order
        // A history grows while it is read. A stream from the place before may repeat calls of the page, but none are lost.
        let extent = history.extent
        var items: [Invocation] = []
        var hasMore = false
        let scan = self.scan(request) { invocation in
            hasMore = items.count == limit
            if !hasMore { items.append(invocation) }
            return !hasMore
        }
        // Filling the page and counting are two scans of a potentially large file. A slow page leaves less time for the
        // count.
        let left = min(deadline.remaining, query.scanTime / 2)
        var page = page(of: query, extent, within: max(left, query.scanTime / 5), lastSeq: lastSeq)
        page.items = items
        if !query.countsMatches { page.count.count(items, isPartial: scan.isPartial) }
        page.hasMore = hasMore
        page.continueFrom = scan.end == .time ? scan.reached : nil
        page.isComplete = scan.end != .time && !scan.lacksParts
        page.hasGap = query.after.map { hasGap(after: $0, extent) } ?? false
        if snapshot.clearedThrough > 0 { page.oldest = items.map(\.seq).min() }
        return page
    }

    private func hasGap(after key: UInt64, _ extent: HistoryExtent) -> Bool {
        // Keys of calls of several processes are in no order.
        if history is any InvocationFeed { return history.invocation(seq: key) == nil }
        return key < max(snapshot.clearedThrough, (extent.oldest ?? 1) - 1)
    }

    /// A page without items.
    ///
    /// - Parameters:
    ///   - extent: What the history had before the items were read.
    ///   - time: Longest time to count the calls that pass.
    ///   - lastSeq: Number of the call that the recorder saw start last.
    func page(
        of query: InvocationQuery,
        _ extent: HistoryExtent,
        within time: Duration,
        lastSeq: UInt64
    ) -> InvocationPage {
        InvocationPage(
            items: [],
            hasMore: false,
            continueFrom: nil,
            isComplete: true,
            hasGap: false,
            count: query.countsMatches ? count(query.filter, within: time) : .uncounted,
            stored: stored,
            evicted: extent.missing,
            oldest: snapshot.clearedThrough > 0 ? nil : extent.oldest,
            newest: max(lastSeq, extent.newest ?? 0),
            lastPosition: max(snapshot.lastPosition, extent.lastPosition)
        )
    }

    func children(of parent: Invocation, limit: Int) -> [UInt64] {
        let (end, overflow) = parent.startOffsetNanoseconds.addingReportingOverflow(parent.durationNanoseconds ?? .max)
        var filter = InvocationFilter.everything
        if history is any InvocationFeed {
            // Others may make very many calls meanwhile.
            filter = filter.narrowed(by: FilterTerm(.key(.process), .text(.equals(parent.id.epoch))))
        }
        var request = HistoryRequest(filter, time: .milliseconds(50))
        request.after = parent.key
        request.order = .ascending
        request.includesValues = false
        var children: [UInt64] = []
        _ = scan(request) { invocation in
            if invocation.parent == parent.id { children.append(invocation.key) }
            return children.count < limit && (overflow || invocation.startOffsetNanoseconds <= end)
        }
        return children
    }

    func neighbour(of origin: Invocation, forward: Bool, matching filter: InvocationFilter) -> UInt64? {
        let isSelector = FilterTerm(.key(.selector), .text(.equals(origin.selector.name)))
        var request = HistoryRequest(filter.narrowed(by: isSelector), time: .milliseconds(50))
        request.includesValues = false
        request.order = forward ? .ascending : .descending
        if forward { request.after = origin.key } else { request.before = origin.key }
        var found: UInt64?
        _ = scan(request) { invocation in
            if invocation.selector == origin.selector { found = invocation.key }
            return found == nil
        }
        return found
    }

    func selectors(matching filter: InvocationFilter, within time: Duration) -> SelectorReport {
        var groups: [Selector: SelectorStatistics] = [:]
        var request = HistoryRequest(filter, time: time)
        request.includesValues = false
        let scan = self.scan(request) { invocation in
            groups[invocation.selector, default: SelectorStatistics(selector: invocation.selector)].add(
                duration: invocation.durationNanoseconds ?? 0,
                state: invocation.state,
                path: invocation.returnPath
            )
            return true
        }
        return SelectorReport(
            items: Array(groups.values),
            isComplete: scan.end == .complete,
            isPartial: scan.isPartial
        )
    }

    /// Ranks the stored calls that pass, by selector.
    func ranking(_ filter: InvocationFilter, within time: Duration) -> [UnansweredSelector] {
        if let remote { return UnansweredSelector.sorted(remote.unanswered(matching: filter, within: time)) }
        var request = HistoryRequest(filter, time: time)
        request.includesValues = false
        var groups: [Selector: (row: UnansweredSelector, owners: Set<String>)] = [:]
        _ = scan(request) { invocation in
            let new = UnansweredSelector(
                selector: invocation.selector,
                isOptional: nil,
                owners: [],
                calls: 0,
                lastSeq: 0,
                lastStart: 0
            )
            var group = groups[invocation.selector] ?? (new, [])
            group.row.calls += 1
            // The newest comes first.
            if group.row.lastSeq == 0 {
                (group.row.lastSeq, group.row.lastStart) = (invocation.key, invocation.startedAtNanoseconds)
            }
            group.owners.insert(invocation.owner)
            groups[invocation.selector] = group
            return true
        }
        let rows = groups.values.map { group in
            var row = group.row
            row.owners = group.owners.sorted()
            return row
        }
        return UnansweredSelector.sorted(rows)
    }

    func timeline(
        buckets: Int,
        matching filter: InvocationFilter,
        period: Range<Int64>?,
        within time: Duration
    ) -> Timeline {
        if let remote { return remote.timeline(buckets: buckets, matching: filter, period: period, within: time) }
        let extent = history.extent
        let origin = extent.startedAtNanoseconds
        let recent = snapshot.span(by: decoder.clock)
        let known = [extent.period, recent].compactMap(\.self)
        let whole = known.map(\.lowerBound).min().flatMap { first in known.map(\.upperBound).max().map { first..<$0 } }
        guard let span = period.map({ offsets(of: $0, from: origin) }) ?? whole, !span.isEmpty else {
            return .empty(at: origin)
        }
        var builder = TimelineBuilder(span, bucketCount: min(max(buckets, 1), 10_000))
        let overlap = FilterTerm(
            .key(.time),
            .period(
                from: origin &+ Int64(clamping: span.lowerBound),
                to: origin &+ Int64(clamping: span.upperBound)
            )
        )
        var request = HistoryRequest(period == nil ? filter : filter.narrowed(by: overlap), time: time)
        request.includesValues = false
        let scan = self.scan(request) { invocation in
            builder.add(invocation, origin: origin)
            return true
        }
        return builder.timeline(from: origin, isExact: scan.end == .complete, isPartial: scan.isPartial)
    }
}
