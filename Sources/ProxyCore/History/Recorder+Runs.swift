// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// The epochs of the runs that can be compared, oldest first: those of the history; its own without one.
    public var runs: [String] {
        let kept = attachment.history?.runs ?? []
        return kept.contains(epoch) ? kept : kept + [epoch]
    }

    /// What all selectors of a run are compared by.
    ///
    /// - Returns: nil when there is no run with that epoch.
    public func selectors(ofRun epoch: String) -> [RunSelector]? {
        if let kept = attachment.history?.selectors(ofRun: epoch) { return kept }
        guard epoch == self.epoch else { return nil }
        // Without a history, which call of a selector was the first is known of those that are stored only.
        var query = InvocationQuery()
        query.order = .ascending
        var first: [Selector: UInt64] = [:]
        for item in invocations(query).items where first[item.selector] == nil { first[item.selector] = item.seq }
        return selectors.map { RunSelector($0, firstSeq: first[$0.selector] ?? .max) }
    }
}
