// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Calls, errors and busy time over time.
public struct Timeline: Sendable, Hashable {
    /// One part of the period.
    public struct Bucket: Sendable, Hashable {
        /// Calls that started in the bucket.
        public var count = 0
        /// Those of the calls that threw.
        public var errors = 0
        /// Time that threads spent in calls, summed over the threads. A nested call adds nothing.
        public var busyNanoseconds: UInt64 = 0

        package init() {}
    }

    /// Start of the first bucket, in nanoseconds since 1970-01-01T00:00:00Z.
    public var startNanoseconds: Int64
    /// Width of a bucket; at least 1.
    public var bucketNanoseconds: UInt64
    /// The buckets, oldest first; none when nothing is stored.
    public var buckets: [Bucket]
    /// Number of invocations counted. Inexact when the time ran out before the oldest ones were examined.
    public var count: MatchCount

    package init(startNanoseconds: Int64, bucketNanoseconds: UInt64, buckets: [Bucket], count: MatchCount) {
        self.startNanoseconds = startNanoseconds
        self.bucketNanoseconds = bucketNanoseconds
        self.buckets = buckets
        self.count = count
    }

    /// A timeline without buckets, for a recorder created at `origin`.
    package static func empty(at origin: Int64) -> Timeline {
        let none = MatchCount(matched: 0, isExact: true, isPartial: false)
        return Timeline(startNanoseconds: origin, bucketNanoseconds: 1, buckets: [], count: none)
    }

    /// End of the last bucket, in nanoseconds since 1970-01-01T00:00:00Z.
    public var endNanoseconds: Int64 { startOfBucket(buckets.count) }

    /// Start of a bucket, in nanoseconds since 1970-01-01T00:00:00Z; clamped to the range of years up to 2262.
    package func startOfBucket(_ index: Int) -> Int64 {
        let offset = Int64(clamping: bucketNanoseconds).saturatingMultiplied(by: Int64(index))
        return startNanoseconds.saturatingAdding(offset)
    }
}
