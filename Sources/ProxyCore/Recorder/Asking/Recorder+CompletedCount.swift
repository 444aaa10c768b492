// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// Counts the invocations in memory that completed after `position` and pass a filter, together with those that are
    /// no longer stored, of which nobody knows whether they passed.
    ///
    /// - Parameter time: Longest time to search; what was not searched then counts as if it passed. Default 50 ms.
    package func completedCount(
        after position: UInt64,
        matching filter: InvocationFilter,
        within time: Duration = .milliseconds(50)
    ) -> UInt64 {
        let snapshot = self.snapshot
        let last = snapshot.lastPosition
        guard last > position else { return 0 }
        guard let program = program(filter) else { return last - position }
        var scan = RecordScan(CompletionOrderReader(snapshot, from: position + 1), program, ScanBudget(time: time))
        let (count, end) = scan.count()
        let missed = max(snapshot.firstPosition ?? last + 1, position + 1) - position - 1
        let seen = end == .complete ? last : scan.last?.position ?? position + missed
        return missed + UInt64(count) + last - seen
    }
}
