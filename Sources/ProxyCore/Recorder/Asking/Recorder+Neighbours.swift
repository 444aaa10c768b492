// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// Numbers of the calls made directly by one call, in order of starts, at most `limit` of them.
    ///
    /// Searches the calls that started during that call, for at most 50 ms.
    public func children(of seq: UInt64, limit: Int = 100) -> [UInt64] {
        if let view = historyView {
            guard case .found(let parent) = invocation(seq: seq) else { return [] }
            return view.children(of: parent, limit: limit)
        }
        let snapshot = self.snapshot
        var children: [UInt64] = []
        var end = UInt64.max
        if let record = snapshot.record(seq: seq) { end = record.header.start &+ record.header.duration }
        var scan = RecordScan(
            StartOrderReader(snapshot, after: seq),
            nil,
            ScanBudget(time: .milliseconds(50))
        )
        _ = scan.forEach { record in
            let header = record.header
            if header.parentSeq == seq { children.append(header.seq) }
            return children.count < limit && header.start <= end
        }
        return children
    }

    /// Number of the nearest earlier or later call of the same selector that passes a filter.
    ///
    /// - Parameters:
    ///   - seq: Number of the call to search from.
    ///   - forward: Whether to search later calls instead of earlier ones.
    ///   - filter: Only calls that pass. Default: all.
    /// - Returns: nil when the call is not stored, or no other was found within 50 ms.
    public func neighbour(
        of seq: UInt64,
        forward: Bool,
        matching filter: InvocationFilter = .everything
    ) -> UInt64? {
        if let view = historyView {
            guard case .found(let origin) = invocation(seq: seq) else { return nil }
            return view.neighbour(of: origin, forward: forward, matching: filter)
        }
        let snapshot = self.snapshot
        guard let site = snapshot.record(seq: seq)?.header.site else { return nil }
        // A selector has several sites if its calls come through proxies and past them, or to several types.
        let selector = CallSite.selector(at: site)
        let hasSelector = AddressTable(false) { $0 == site || CallSite.selector(at: $0) == selector }
        let reader =
            forward
            ? StartOrderReader(snapshot, after: seq) : StartOrderReader(snapshot, before: seq, descending: true)
        var scan = RecordScan(reader, program(filter), ScanBudget(time: .milliseconds(50)))
        var found: UInt64?
        _ = scan.forEach { record in
            if hasSelector[record.header.site] { found = record.header.seq }
            return found == nil
        }
        return found
    }
}

extension CallSite {
    /// The selector of the call site at an address taken from a record.
    fileprivate static func selector(at address: UInt) -> Selector {
        at(address).pointee.requirement._withUnsafeGuaranteedRef { $0.selector }
    }
}
