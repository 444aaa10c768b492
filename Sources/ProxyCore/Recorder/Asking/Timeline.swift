// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How many calls there were over time, how many of them threw, and how long they kept their threads busy.
public struct Timeline: Sendable, Hashable {
    /// One part of the time.
    public struct Bucket: Sendable, Hashable {
        /// Calls that started in it.
        public var count = 0
        /// Those of them that threw.
        public var errors = 0
        /// Time that threads spent in calls, summed over the threads; a call inside another one adds nothing.
        public var busyNanoseconds: UInt64 = 0
    }

    /// Start of the first bucket, in nanoseconds since 1970-01-01T00:00:00Z.
    public var startNanoseconds: Int64
    /// Width of a bucket; at least 1.
    public var bucketNanoseconds: UInt64
    /// The buckets, oldest first; none when nothing is stored.
    public var buckets: [Bucket]
    /// How many invocations were counted. Not exact: the time was over before the oldest were looked at.
    public var count: MatchCount

    /// End of the last bucket, in nanoseconds since 1970-01-01T00:00:00Z.
    public var endNanoseconds: Int64 { startNanoseconds + Int64(bucketNanoseconds) * Int64(buckets.count) }
}

extension Recorder {
    /// The stored invocations over time, from the start of the oldest to the end of the newest.
    ///
    /// - Parameters:
    ///   - buckets: How many parts to divide the time into; 1 to 10 000. Fewer come when it is that short.
    ///   - filter: Only calls that pass; the period stays that of all calls. Default all.
    ///   - period: Another period, in nanoseconds since 1970. Default that of all stored calls.
    ///   - time: Longest time to look, from the newest call on. Default 250 ms.
    public func timeline(
        buckets: Int,
        matching filter: InvocationFilter = .everything,
        period: Range<Int64>? = nil,
        within time: Duration = .milliseconds(250)
    ) -> Timeline {
        if let view = historyView {
            return timeline(buckets: buckets, matching: filter, period: period, within: time, view)
        }
        let snapshot = self.snapshot
        let clock = decoder.clock
        let origin = clock.wallTime(ofOffset: 0)
        guard let span = period.map({ offsets(of: $0, from: origin) }) ?? snapshot.span, !span.isEmpty else {
            let none = MatchCount(matched: 0, isExact: true, isPartial: false)
            return Timeline(startNanoseconds: origin, bucketNanoseconds: 1, buckets: [], count: none)
        }
        var builder = TimelineBuilder(span, bucketCount: min(max(buckets, 1), 10_000))
        let program = self.program(filter)
        var scan = RecordScan(CompletionOrderReader.descending(snapshot), program, ScanBudget(time: time))
        let end = scan.forEach { record in
            builder.add(record.header)
            return true
        }
        return Timeline(
            startNanoseconds: clock.wallTime(ofOffset: span.lowerBound),
            bucketNanoseconds: builder.width,
            buckets: builder.buckets,
            count: MatchCount(
                matched: builder.matched,
                isExact: end == .complete,
                isPartial: program?.isPartial ?? false
            )
        )
    }
}

/// A period in nanoseconds since the recorder began; a century and a half is as far as it goes.
func offsets(of period: Range<Int64>, from origin: Int64) -> Range<UInt64> {
    func offset(_ instant: Int64) -> UInt64 { min(UInt64(clamping: Int128(instant) - Int128(origin)), 1 << 62) }
    return offset(period.lowerBound)..<offset(period.upperBound)
}

extension StoreSnapshot {
    /// From the first start to the last end, in nanoseconds since the recorder began.
    var span: Range<UInt64>? {
        let filled = segments.filter { $0.count > 0 }
        let starts = filled.map { $0.record(at: $0.startOrder[0]).header.start }
        let ends = filled.map { view in
            let header = view.record(at: view.count - 1).header
            return header.start &+ header.duration
        }
        guard let first = starts.min(), let last = ends.max() else { return nil }
        return first..<max(first, last) + 1
    }
}

/// Sorts calls into buckets. The calls come in descending order of their ends.
struct TimelineBuilder {
    let width: UInt64
    private(set) var buckets: [Timeline.Bucket]
    private(set) var matched = 0
    private let span: Range<UInt64>
    /// By thread: from where on its time up to now is accounted for.
    private var coveredFrom: [UInt64]

    init(_ span: Range<UInt64>, bucketCount: Int) {
        self.span = span
        let length = span.upperBound - span.lowerBound
        width = (length - 1) / UInt64(bucketCount) + 1
        buckets = Array(repeating: Timeline.Bucket(), count: Int((length - 1) / width) + 1)
        coveredFrom = []
    }

    mutating func add(_ header: StoredHeader) {
        let end = header.start &+ header.duration
        countStart(header.start, threw: header.state == Invocation.State.threw.rawValue)
        addBusyTime(from: header.start, to: end, on: Int(header.thread))
    }

    /// Adds a call in whatever order; time that threads spent in it counts when it is not inside another one.
    mutating func add(_ invocation: Invocation) {
        let start = invocation.startOffsetNanoseconds
        countStart(start, threw: invocation.state == .threw)
        guard invocation.depth == 0, let duration = invocation.durationNanoseconds else { return }
        spread(from: max(start, span.lowerBound), to: min(start &+ duration, span.upperBound))
    }

    private mutating func countStart(_ start: UInt64, threw: Bool) {
        guard span.contains(start) else { return }
        matched += 1
        let bucket = Int((start - span.lowerBound) / width)
        buckets[bucket].count += 1
        if threw { buckets[bucket].errors += 1 }
    }

    /// What ended later on the same thread and began before this end covers all of the time in between.
    private mutating func addBusyTime(from start: UInt64, to end: UInt64, on thread: Int) {
        while coveredFrom.count <= thread { coveredFrom.append(.max) }
        let to = min(end, coveredFrom[thread], span.upperBound)
        coveredFrom[thread] = min(coveredFrom[thread], start)
        spread(from: max(start, span.lowerBound), to: to)
    }

    private mutating func spread(from start: UInt64, to: UInt64) {
        var from = start
        while from < to {
            let bucket = Int((from - span.lowerBound) / width)
            let next = min(to, span.lowerBound + UInt64(bucket + 1) * width)
            buckets[bucket].busyNanoseconds += next - from
            from = next
        }
    }
}
