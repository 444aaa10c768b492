// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The questions whose answers come from memory and history together; the same as those asked of memory alone.

extension Recorder {
    /// The moment up to which the calls in `running` are known to have run, in nanoseconds since
    /// 1970-01-01T00:00:00Z: now, or the last moment that a recording tells of.
    public var runningAsOfNanoseconds: Int64 {
        guard isReplay, let extent = attachment.history?.extent else { return decoder.clock.wallTimeNow }
        let ended = extent.startedAtNanoseconds &+ Int64(clamping: extent.period?.upperBound ?? 0)
        return max(ended, extent.running.map(\.startedAtNanoseconds).max() ?? ended)
    }

    func children(of seq: UInt64, limit: Int, _ view: HistoryView) -> [UInt64] {
        guard case .found(let parent) = invocation(seq: seq) else { return [] }
        let (end, overflow) = parent.startOffsetNanoseconds.addingReportingOverflow(parent.durationNanoseconds ?? .max)
        var request = HistoryRequest(.everything, time: .milliseconds(50))
        request.after = seq
        request.order = .ascending
        request.includesValues = false
        var children: [UInt64] = []
        _ = view.scan(request) { invocation in
            if invocation.parent?.seq == seq { children.append(invocation.seq) }
            return children.count < limit && (overflow || invocation.startOffsetNanoseconds <= end)
        }
        return children
    }

    func neighbour(of seq: UInt64, forward: Bool, matching filter: InvocationFilter, _ view: HistoryView) -> UInt64? {
        guard case .found(let origin) = invocation(seq: seq) else { return nil }
        let isSelector = FilterTerm(.key(.selector), .text(.equals(origin.selector.name)))
        var request = HistoryRequest(filter.narrowed(by: isSelector), time: .milliseconds(50))
        request.includesValues = false
        request.order = forward ? .ascending : .descending
        if forward { request.after = seq } else { request.before = seq }
        var found: UInt64?
        _ = view.scan(request) { invocation in
            if invocation.selector == origin.selector { found = invocation.seq }
            return found == nil
        }
        return found
    }

    func selectors(matching filter: InvocationFilter, within time: Duration, _ view: HistoryView) -> SelectorReport {
        var groups: [Selector: SelectorStatistics] = [:]
        var request = HistoryRequest(filter, time: time)
        request.includesValues = false
        let scan = view.scan(request) { invocation in
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

    func unanswered(matching filter: InvocationFilter, within time: Duration, _ view: HistoryView)
        -> [UnansweredSelector]
    {
        var request = HistoryRequest(filter.narrowed(by: .unanswered), time: time)
        request.includesValues = false
        var groups: [Selector: (row: UnansweredSelector, owners: Set<String>)] = [:]
        _ = view.scan(request) { invocation in
            let new = UnansweredSelector(
                selector: invocation.selector,
                isOptional: true,
                owners: [],
                calls: 0,
                lastSeq: 0
            )
            var group = groups[invocation.selector] ?? (new, [])
            group.row.calls += 1
            group.row.lastSeq = max(group.row.lastSeq, invocation.seq)
            group.owners.insert(invocation.owner)
            groups[invocation.selector] = group
            return true
        }
        return groups.values.map { group in
            var row = group.row
            row.owners = group.owners.sorted()
            return row
        }.sorted { ($1.calls, $0.selector.name) < ($0.calls, $1.selector.name) }
    }
}

extension InvocationFilter {
    /// The filter that what passes both passes.
    func narrowed(by term: FilterTerm) -> InvocationFilter {
        let parts = isEverything ? [.term(term)] : [.term(term), expression]
        return InvocationFilter(.conjunction(of: parts), madeAtNanoseconds: madeAtNanoseconds)
    }
}

extension Recorder {
    func timeline(
        buckets: Int,
        matching filter: InvocationFilter,
        period: Range<Int64>?,
        within time: Duration,
        _ view: HistoryView
    ) -> Timeline {
        let extent = view.history.extent
        let origin = extent.startedAtNanoseconds
        let recent = view.snapshot.span
        let known = [extent.period, recent].compactMap(\.self)
        let whole = known.map(\.lowerBound).min().flatMap { first in known.map(\.upperBound).max().map { first..<$0 } }
        guard let span = period.map({ offsets(of: $0, from: origin) }) ?? whole, !span.isEmpty else {
            let none = MatchCount(matched: 0, isExact: true, isPartial: false)
            return Timeline(startNanoseconds: origin, bucketNanoseconds: 1, buckets: [], count: none)
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
        let scan = view.scan(request) { invocation in
            builder.add(invocation)
            return true
        }
        return Timeline(
            startNanoseconds: origin &+ Int64(clamping: span.lowerBound),
            bucketNanoseconds: builder.width,
            buckets: builder.buckets,
            count: MatchCount(
                matched: builder.matched,
                isExact: scan.end == .complete,
                isPartial: scan.isPartial
            )
        )
    }
}
