// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProxyCore

@Suite struct DurationBoundsTests {
    /// 2^k seconds, as in native histograms of schema 0.
    @Test func boundsArePowersOfTwoOfASecond() {
        let seconds = DurationBounds.seconds
        #expect(seconds.first == 0x1p-23 && seconds.last == 0x1p4 && seconds.contains(1))
        #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $1 == 2 * $0 })
        #expect(seconds.allSatisfy { $0.significand == 1 })
    }

    @Test func noBoundCountsALongerDurationAndFewShorterOnesAreLeftOut() {
        for (place, bound) in DurationBounds.seconds.enumerated() {
            let limit = UInt64(bound * 1_000_000_000)
            func isCounted(_ nanoseconds: UInt64) -> Bool {
                var histogram = LatencyHistogram()
                histogram.add(nanoseconds)
                return histogram.countsWithinBounds[place] == 1
            }
            #expect(!isCounted(limit + 1), "\(bound)")
            #expect(isCounted(limit * 973 / 1_000), "\(bound): the guide says 97.3 %")
            // The shortest bounds have too few nanoseconds for a thousandth.
            if limit > 1_000 { #expect(!isCounted(limit * 974 / 1_000), "\(bound)") }
            #expect(isCounted(0) && !isCounted(.max))
        }
    }

    @Test func aShareThatIsNoneIsTheNearestOne() {
        var histogram = LatencyHistogram(filledBuckets: [(0, .max)], sum: 0, maximum: 0)
        histogram.add(1_000)
        #expect(histogram.total == .max)
        #expect(histogram.percentile(1) == 0 && histogram.percentile(7) == 0)
        #expect(histogram.percentile(.nan) == 0 && histogram.percentile(-.infinity) == 0)
        var one = LatencyHistogram()
        one.add(1_000)
        #expect(one.percentile(.nan) == 1_000 && one.percentile(.infinity) == 1_000 && one.percentile(-1) == 1_000)
    }

    @Test func countsGrowWithTheBounds() {
        var histogram = LatencyHistogram()
        var value: UInt64 = 1
        while value < 1 << 40 {
            histogram.add(value)
            value = value * 5 / 4 + 1
        }
        let counts = histogram.countsWithinBounds
        #expect(zip(counts, counts.dropFirst()).allSatisfy(<=))
        #expect(counts[0] > 0 && counts.last! < histogram.total)
    }

    @Test func addingHistogramsCountsTheValuesOfBoth() {
        var (one, other, both) = (LatencyHistogram(), LatencyHistogram(), LatencyHistogram())
        for value: UInt64 in [0, 7, 900, 70_000, 5_000_000_000] {
            one.add(value)
            both.add(value)
        }
        for value: UInt64 in [3, 900, 1 << 50] {
            other.add(value)
            both.add(value)
        }
        one.add(other)
        #expect(one.counts == both.counts && one.total == both.total && one.maximum == both.maximum)
        #expect(one.sum == both.sum)
        one.add(LatencyHistogram())
        #expect(one == both)
    }
}
