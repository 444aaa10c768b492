// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The bounds of exported histograms: powers of two of a second, from 119 ns to 16 s. They are those of Prometheus' native
/// histograms of schema 0, from which coarser schemas and classic buckets follow by addition.
package enum DurationBounds {
    /// The inclusive upper bounds, in seconds, ascending.
    package static let seconds = (-23...4).map { Double(sign: .plus, exponent: $0, significand: 1) }

    /// For each bound, the first counter of a `LatencyHistogram` that may have counted a longer duration.
    static let ends: [Int] = seconds.map { bound in
        let nanoseconds = UInt64(bound * 1_000_000_000)
        return (0...).first { LatencyHistogram.upperBound(of: $0) > nanoseconds }!
    }
}

extension LatencyHistogram {
    /// How many values are within each bound of `DurationBounds`. No value is counted that is longer; some that are up to
    /// 3 % shorter are not counted, because each bound lies inside a counter's range, which counts as longer.
    package var countsWithinBounds: [UInt64] {
        var count: UInt64 = 0
        var next = 0
        return DurationBounds.ends.map { end in
            while next < end {
                count = count.saturatingAdding(counts[next])
                next += 1
            }
            return count
        }
    }

    /// Adds the values of another histogram.
    ///
    /// - Complexity: O(counters up to the largest value).
    mutating func add(_ other: LatencyHistogram) {
        let end = Self.bucket(of: other.maximum) + 1
        counts.withUnsafeMutableBufferPointer { counts in
            other.counts.withUnsafeBufferPointer { others in
                for bucket in 0..<end { counts[bucket] &+= others[bucket] }
            }
        }
        total = total.saturatingAdding(other.total)
        sum = sum.saturatingAdding(other.sum)
        maximum = max(maximum, other.maximum)
    }
}
