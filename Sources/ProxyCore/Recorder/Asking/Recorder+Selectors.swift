// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Statistics by selector, for all calls or for those that pass a filter.
public struct SelectorReport: Sendable {
    /// One per selector, in no particular order.
    public var items: [SelectorStatistics]
    /// Whether all stored invocations were examined. Always true without a filter, because statistics survive eviction.
    public var isComplete: Bool
    /// Whether a regular expression exceeded its step limit on some invocation; its term then counted as not matching.
    public var isPartial: Bool

    package init(items: [SelectorStatistics], isComplete: Bool, isPartial: Bool) {
        self.items = items
        self.isComplete = isComplete
        self.isPartial = isPartial
    }
}

extension Recorder {
    /// Statistics of every selector that was called, in the order of their first recorded calls. A selector has several
    /// if it was called by proxies and without one. Those of a recording are in no particular order, and lack the calls
    /// that were evicted before they could be written.
    public var selectors: [SelectorStatistics] {
        if isReplay, let history = attachment.history { return history.selectors }
        return engine.withDrain { drain in
            if let governor = engine.gate.pointee.governor { drain.absorbCounts(of: governor.pointee) }
            return drain.statistics.values
        }
    }

    /// Statistics of the calls that pass a filter, by selector.
    ///
    /// - Parameters:
    ///   - filter: With `everything`, the report covers all calls ever recorded, or all that were ever written to the
    ///     recording; with any other filter, only stored ones.
    ///   - time: Longest time to scan. Default 250 ms.
    public func selectors(matching filter: InvocationFilter, within time: Duration = .milliseconds(250))
        -> SelectorReport
    {
        if let remote = historyView?.remote { return remote.selectors(matching: filter, within: time) }
        guard let program = program(filter) else {
            return SelectorReport(items: selectors, isComplete: true, isPartial: false)
        }
        if let view = historyView { return view.selectors(matching: filter, within: time) }
        var scan = RecordScan(CompletionOrderReader(snapshot), program, ScanBudget(time: time))
        var groups = SiteGroups { SelectorStatistics(selector: $0.selector) }
        let end = scan.forEach { record in
            let header = record.header
            groups.update(header.site) { statistics in
                statistics.add(duration: header.duration, state: header.endState, path: header.returnPath)
            }
            return true
        }
        return SelectorReport(items: groups.all, isComplete: end == .complete, isPartial: program.isPartial)
    }

    /// The stored calls that no one answered, by selector, most frequent first.
    ///
    /// - Parameters:
    ///   - filter: Only calls that pass. Default: all.
    ///   - time: Longest time to scan. Default 250 ms.
    public func unanswered(
        matching filter: InvocationFilter = .everything,
        within time: Duration = .milliseconds(250)
    ) -> [UnansweredSelector] {
        ranking(filter.narrowed(by: .unanswered), within: time)
    }

    /// Ranks the stored calls that pass, by selector.
    func ranking(_ filter: InvocationFilter, within time: Duration) -> [UnansweredSelector] {
        guard let view = historyView else { return rankingInMemory(filter, within: time) }
        var rows = view.ranking(filter, within: time)
        guard !view.isReplay else { return rows }
        // The history does not tell what the program knows of the requirements that it has called.
        let known = engine.withDrain { $0.statistics.requirements }
        let optional = Dictionary(known.map { ($0.selector, $0.isOptional) }) { first, _ in first }
        for index in rows.indices { rows[index].isOptional = optional[rows[index].selector] }
        return rows
    }

    private func rankingInMemory(_ filter: InvocationFilter, within time: Duration) -> [UnansweredSelector] {
        var scan = RecordScan(CompletionOrderReader(snapshot), program(filter), ScanBudget(time: time))
        var groups = SiteGroups { requirement in
            UnansweredRow(selector: requirement.selector, isOptional: requirement.isOptional)
        }
        _ = scan.forEach { record in
            let header = record.header
            groups.update(header.site) { row in
                row.calls += 1
                if header.seq > row.lastSeq { (row.lastSeq, row.lastOffset) = (header.seq, header.start) }
                if row.lastRevision != header.revision { row.revisions.insert(header.revision) }
                row.lastRevision = header.revision
            }
            return true
        }
        let clock = decoder.clock
        return UnansweredSelector.sorted(groups.all.map { $0.report(clock) })
    }
}
