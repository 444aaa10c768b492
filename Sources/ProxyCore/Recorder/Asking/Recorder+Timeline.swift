// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// The stored invocations over time, from the start of the oldest to the end of the newest.
    ///
    /// - Parameters:
    ///   - buckets: Number of parts to divide the period into; 1 to 10 000. Very short periods get fewer.
    ///   - filter: Only calls that pass; the default period still covers all calls. Default: all.
    ///   - period: Period to cover, in nanoseconds since 1970. Default: that of all stored calls.
    ///   - time: Longest time to scan, starting with the newest call. Default 250 ms.
    public func timeline(
        buckets: Int,
        matching filter: InvocationFilter = .everything,
        period: Range<Int64>? = nil,
        within time: Duration = .milliseconds(250)
    ) -> Timeline {
        if let view = historyView {
            return view.timeline(buckets: buckets, matching: filter, period: period, within: time)
        }
        let snapshot = self.snapshot
        let clock = decoder.clock
        let origin = clock.wallOrigin
        guard let span = period.map({ offsets(of: $0, from: origin) }) ?? snapshot.span(by: clock), !span.isEmpty else {
            return .empty(at: origin)
        }
        var builder = TimelineBuilder(span, bucketCount: min(max(buckets, 1), 10_000))
        let program = self.program(filter)
        var scan = RecordScan(CompletionOrderReader.descending(snapshot), program, ScanBudget(time: time))
        let end = scan.forEach { record in
            builder.add(record.header, start: UInt64(clamping: clock.wallOffset(ofOffset: record.header.start)))
            return true
        }
        return builder.timeline(from: origin, isExact: end == .complete, isPartial: program?.isPartial ?? false)
    }
}
