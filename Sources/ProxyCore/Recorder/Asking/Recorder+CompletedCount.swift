// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// Counts the invocations in memory that completed after `position` and pass a filter, together with those that are
    /// no longer stored, of which nobody knows whether they passed.
    ///
    /// - Parameters:
    ///   - end: Only invocations that completed at this position, or before. Default: all.
    ///   - time: Longest time to search; what was not searched then counts as if it passed. Default 50 ms.
    package func completedCount(
        after position: UInt64,
        through end: UInt64 = .max,
        matching filter: InvocationFilter,
        within time: Duration = .milliseconds(50)
    ) -> UInt64 {
        let snapshot = self.snapshot
        let last = min(snapshot.lastPosition, end)
        guard last > position else { return 0 }
        guard let program = program(filter) else { return last - position }
        var scan = RecordScan(CompletionOrderReader(snapshot, from: position + 1), program, ScanBudget(time: time))
        var count: UInt64 = 0
        let scanEnd = scan.forEach { record in
            guard record.position <= last else { return false }
            count += 1
            return true
        }
        let first = min(snapshot.firstPosition ?? last + 1, last + 1)
        let missed = max(first, position + 1) - position - 1
        let seen = scanEnd == .budget ? min(scan.last?.position ?? position + missed, last) : last
        return missed + count + last - seen
    }
}
