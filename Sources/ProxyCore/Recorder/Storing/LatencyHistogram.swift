// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A histogram of durations with logarithmic buckets: each bucket is at most 1/16 as wide as its lower bound.
///
/// Uses a fixed 976 counters for any number of values, and covers the whole range of `UInt64` nanoseconds.
public struct LatencyHistogram: Sendable, Hashable {
    private static let subBits = 4
    private static let subCount = 1 << subBits

    var counts: [UInt64] = Array(repeating: 0, count: (64 - subBits + 1) * subCount)
    /// Number of values.
    public internal(set) var total: UInt64 = 0
    /// The largest value, in nanoseconds.
    public internal(set) var maximum: UInt64 = 0
    /// Sum of the values, in nanoseconds.
    public internal(set) var sum: UInt64 = 0

    /// An empty histogram.
    public init() {}

    /// Counts one duration.
    public mutating func add(_ nanoseconds: UInt64) {
        // A recording that was changed can have any number.
        let bucket = Self.bucket(of: nanoseconds)
        counts[bucket] = counts[bucket].saturatingAdding(1)
        total = total.saturatingAdding(1)
        sum &+= nanoseconds
        maximum = max(maximum, nanoseconds)
    }

    static func bucket(of value: UInt64) -> Int {
        let magnitude = 64 - value.leadingZeroBitCount
        guard magnitude > subBits else { return Int(value) }
        let shift = magnitude - subBits - 1
        return (shift + 1) * subCount + Int(value >> UInt64(shift)) - subCount
    }

    private static func lowerBound(of bucket: Int) -> UInt64 {
        guard bucket >= subCount else { return UInt64(bucket) }
        let shift = bucket / subCount - 1
        return UInt64(bucket % subCount + subCount) << UInt64(shift)
    }

    /// An upper bound of the given share of the values, at most 1/16 too high; 0 without values.
    ///
    /// - Parameter share: 0 to 1; other numbers count as the nearest of them, and one that is none as 0.
    public func percentile(_ share: Double) -> UInt64 {
        guard total > 0 else { return 0 }
        let rank = share >= 1 ? total : max(1, UInt64((Double(total) * (share > 0 ? share : 0)).rounded(.up)))
        var seen: UInt64 = 0
        for (bucket, count) in counts.enumerated() where count > 0 {
            seen = seen.saturatingAdding(count)
            if seen >= rank { return min(maximum, Self.upperBound(of: bucket)) }
        }
        return maximum
    }

    static func upperBound(of bucket: Int) -> UInt64 {
        bucket >= 60 * subCount + subCount - 1 ? .max : lowerBound(of: bucket + 1) - 1
    }

    /// One bar of the histogram, for display.
    public struct Bar: Sendable, Hashable {
        /// Lower bound of the bar, in nanoseconds.
        public var from: UInt64
        /// Upper bound of the bar (exclusive), in nanoseconds.
        public var to: UInt64
        /// Number of values.
        public var count: UInt64
    }

    /// Bars of doubling width, from the first non-empty one to the last.
    public var bars: [Bar] {
        var bars: [Bar] = []
        for group in 0...(64 - Self.subBits) {
            let count = counts[(group * Self.subCount)..<((group + 1) * Self.subCount)].reduce(UInt64(0)) {
                $0.saturatingAdding($1)
            }
            let from = group == 0 ? 0 : UInt64(Self.subCount) << UInt64(group - 1)
            let to = group == 60 ? UInt64.max : UInt64(Self.subCount) << UInt64(group)
            bars.append(Bar(from: from, to: to, count: count))
        }
        guard let first = bars.firstIndex(where: { $0.count > 0 }), let last = bars.lastIndex(where: { $0.count > 0 })
        else { return [] }
        return Array(bars[first...last])
    }
}

extension LatencyHistogram {
    /// The non-zero counters with their bucket numbers, in ascending order.
    package var filledBuckets: [(number: Int, count: UInt64)] {
        counts.enumerated().compactMap { $1 > 0 ? ($0, $1) : nil }
    }

    /// Creates a histogram from its counters; invalid bucket numbers are ignored.
    package init(filledBuckets: [(number: Int, count: UInt64)], sum: UInt64, maximum: UInt64) {
        self.init()
        for (number, count) in filledBuckets where counts.indices.contains(number) {
            counts[number] = count
            total = total.saturatingAdding(count)
        }
        self.sum = sum
        self.maximum = maximum
    }
}
