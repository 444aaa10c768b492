// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Sorts calls into buckets. Stored records must be added in descending order of their ends; invocations in any order.
struct TimelineBuilder {
    let width: UInt64
    private(set) var buckets: [Timeline.Bucket]
    private(set) var matched = 0
    private let span: Range<UInt64>
    /// For each thread, the time from which on its busy time is already counted.
    private var coveredFrom: [UInt64]

    init(_ span: Range<UInt64>, bucketCount: Int) {
        self.span = span
        let length = span.upperBound - span.lowerBound
        width = (length - 1) / UInt64(bucketCount) + 1
        buckets = Array(repeating: Timeline.Bucket(), count: Int((length - 1) / width) + 1)
        coveredFrom = []
    }

    /// - Parameter start: Start of the call, in nanoseconds of wall-clock time since the recorder was created.
    mutating func add(_ header: StoredHeader, start: UInt64) {
        countStart(start, threw: header.state == Invocation.State.threw.rawValue)
        addBusyTime(from: start, to: start &+ header.duration, on: Int(header.thread))
    }

    /// Adds a call in any order. Busy time counts only for calls that are not nested.
    ///
    /// - Parameter origin: When the recorder was created, in nanoseconds since 1970.
    mutating func add(_ invocation: Invocation, origin: Int64) {
        let start = UInt64(clamping: Int128(invocation.startedAtNanoseconds) - Int128(origin))
        countStart(start, threw: invocation.state == .threw)
        guard invocation.depth == 0, let duration = invocation.durationNanoseconds else { return }
        spread(from: max(start, span.lowerBound), to: min(start &+ duration, span.upperBound))
    }

    /// Returns the timeline.
    ///
    /// - Parameter origin: When the recorder was created, in nanoseconds since 1970.
    func timeline(from origin: Int64, isExact: Bool, isPartial: Bool) -> Timeline {
        Timeline(
            startNanoseconds: origin &+ Int64(clamping: span.lowerBound),
            bucketNanoseconds: width,
            buckets: buckets,
            count: MatchCount(matched: matched, isExact: isExact, isPartial: isPartial)
        )
    }

    private mutating func countStart(_ start: UInt64, threw: Bool) {
        guard span.contains(start) else { return }
        matched += 1
        let bucket = Int((start - span.lowerBound) / width)
        buckets[bucket].count += 1
        if threw { buckets[bucket].errors += 1 }
    }

    /// Calls added earlier on the same thread ended later, so they already cover any overlap with this call.
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
            // Each call adds at most a bucket's width, but a recording can claim that many calls took centuries.
            buckets[bucket].busyNanoseconds = buckets[bucket].busyNanoseconds.saturatingAdding(next - from)
            from = next
        }
    }
}

/// Converts a period to nanoseconds since the recorder was created, clamped to 146 years.
func offsets(of period: Range<Int64>, from origin: Int64) -> Range<UInt64> {
    func offset(_ instant: Int64) -> UInt64 { min(UInt64(clamping: Int128(instant) - Int128(origin)), 1 << 62) }
    return offset(period.lowerBound)..<offset(period.upperBound)
}

extension StoreSnapshot {
    /// From the first start to the last end, in nanoseconds of wall-clock time since the recorder was created.
    func span(by clock: TickClock) -> Range<UInt64>? {
        let filled = segments.filter { $0.count > 0 }
        let starts = filled.map { $0.record(at: $0.startOrder[0]).header.start }
        let ends = filled.map { view in
            let header = view.record(at: view.count - 1).header
            return header.start &+ header.duration
        }
        guard let first = starts.min(), let last = ends.max() else { return nil }
        return clock.wallOffsets(ofOffsets: first..<max(first, last) + 1)
    }
}
