// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Statistics of selectors, of all calls or of those that pass a filter.
public struct SelectorReport: Sendable {
    /// One per selector, in no particular order.
    public var items: [SelectorStatistics]
    /// Whether all stored invocations were looked at; always so for all calls, whose statistics survive eviction.
    public var isComplete: Bool
    /// Whether a regular expression ran out of steps on some invocation, which then counted as not matching its term.
    public var isPartial: Bool
}

/// Calls of one selector that reached nobody.
public struct UnansweredSelector: Sendable, Hashable {
    /// The selector.
    public let selector: Selector
    /// Whether a delegate may leave the requirement out.
    public let isOptional: Bool
    /// Types of the parent objects that called it, in alphabetical order.
    public internal(set) var owners: [String]
    /// Calls that reached nobody, among the stored ones.
    public internal(set) var calls: Int
    /// Number of the newest of them.
    public internal(set) var lastSeq: UInt64
}

extension Recorder {
    /// Statistics of the calls that pass a filter, by selector.
    ///
    /// - Parameters:
    ///   - filter: Of `everything`, the statistics of all calls that there have been; else of stored ones.
    ///   - time: Longest time to look. Default 250 ms.
    public func selectors(matching filter: InvocationFilter, within time: Duration = .milliseconds(250))
        -> SelectorReport
    {
        guard let program = program(filter) else {
            return SelectorReport(items: selectors, isComplete: true, isPartial: false)
        }
        if let view = historyView { return selectors(matching: filter, within: time, view) }
        var scan = RecordScan(CompletionOrderReader(snapshot), program, ScanBudget(time: time))
        var groups = SiteGroups { SelectorStatistics(selector: $0.selector) }
        let end = scan.forEach { record in
            let header = record.header
            groups.update(header.site) { statistics in
                statistics.add(
                    duration: header.duration,
                    state: Invocation.State(rawValue: header.state) ?? .returned,
                    path: Invocation.ReturnPath(rawValue: header.path) ?? .none
                )
            }
            return true
        }
        return SelectorReport(items: groups.all, isComplete: end == .complete, isPartial: program.isPartial)
    }

    /// The stored calls that reached nobody, by selector, the most frequent first.
    ///
    /// - Parameters:
    ///   - filter: Only calls that pass. Default all.
    ///   - time: Longest time to look. Default 250 ms.
    public func unanswered(
        matching filter: InvocationFilter = .everything,
        within time: Duration = .milliseconds(250)
    ) -> [UnansweredSelector] {
        if let view = historyView { return unanswered(matching: filter, within: time, view) }
        let isUnanswered = FilterExpression.term(.unanswered)
        let parts = filter.isEverything ? [isUnanswered] : [isUnanswered, filter.expression]
        let narrowed = InvocationFilter(.conjunction(of: parts), madeAtNanoseconds: filter.madeAtNanoseconds)
        var scan = RecordScan(CompletionOrderReader(snapshot), program(narrowed), ScanBudget(time: time))
        var groups = SiteGroups { requirement in
            UnansweredRow(selector: requirement.selector, isOptional: requirement.isOptional)
        }
        _ = scan.forEach { record in
            let header = record.header
            groups.update(header.site) { row in
                row.calls += 1
                row.lastSeq = max(row.lastSeq, header.seq)
                if row.lastRevision != header.revision { row.revisions.insert(header.revision) }
                row.lastRevision = header.revision
            }
            return true
        }
        return groups.all.map(\.report).sorted { ($1.calls, $0.selector.name) < ($0.calls, $1.selector.name) }
    }
}

private struct UnansweredRow {
    let selector: Selector
    let isOptional: Bool
    var calls = 0
    var lastSeq: UInt64 = 0
    var revisions: Set<UInt32> = []
    var lastRevision: UInt32?

    var report: UnansweredSelector {
        UnansweredSelector(
            selector: selector,
            isOptional: isOptional,
            owners: Set(revisions.map { ProxyRevisions[$0].owner }).sorted(),
            calls: calls,
            lastSeq: lastSeq
        )
    }
}

/// Something kept for each call site.
private struct SiteGroups<Group> {
    private(set) var all: [Group] = []
    private let make: (Requirement) -> Group
    private let numbers: AddressTable<Int>
    private let sites: SiteList

    private final class SiteList {
        var addresses: [UInt] = []
    }

    init(_ make: @escaping (Requirement) -> Group) {
        self.make = make
        let sites = SiteList()
        self.sites = sites
        numbers = AddressTable(0) { address in
            sites.addresses.append(address)
            return sites.addresses.count - 1
        }
    }

    @inline(__always)
    mutating func update(_ site: UInt, _ body: (inout Group) -> Void) {
        let number = numbers[site]
        if number == all.count { all.append(make(CallSite.at(site).pointee.requirement.takeUnretainedValue())) }
        body(&all[number])
    }
}
