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

    /// A timeline without buckets, of a recorder that began at `origin`.
    static func empty(at origin: Int64) -> Timeline {
        let none = MatchCount(matched: 0, isExact: true, isPartial: false)
        return Timeline(startNanoseconds: origin, bucketNanoseconds: 1, buckets: [], count: none)
    }

    /// End of the last bucket, in nanoseconds since 1970-01-01T00:00:00Z.
    public var endNanoseconds: Int64 { startNanoseconds + Int64(bucketNanoseconds) * Int64(buckets.count) }
}
