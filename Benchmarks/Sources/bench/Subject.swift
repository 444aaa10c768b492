// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// One thing that is timed.
struct Subject {
    let name: String
    /// Dear subjects run fewer times for a sample: so many times fewer.
    var weight = 1
    /// Runs before each sample and is not timed.
    var prepare: () -> Void = {}
    /// Does the thing so many times.
    let run: (Int) -> Void
}

/// Times subjects side by side: each round takes one short sample of every subject, so that whatever else the machine
/// does falls on all of them, and a subject's figure is the median of its samples.
struct Meter {
    /// Samples of each subject.
    var rounds = 301
    /// Times that a subject runs for one sample.
    var repeats = 4_000

    /// - Returns: Median nanoseconds of one run, by the subjects' names.
    func measure(_ subjects: [Subject]) -> [String: Double] {
        var samples: [String: [Double]] = [:]
        for round in -10..<rounds {
            for subject in subjects {
                subject.prepare()
                let start = Clock.nanoseconds
                let count = repeats / subject.weight
                subject.run(count)
                let elapsed = Double(Clock.nanoseconds - start) / Double(count)
                // The first rounds only warm up.
                if round >= 0 { samples[subject.name, default: []].append(elapsed) }
            }
        }
        return samples.mapValues(Self.median)
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted[sorted.count / 2]
    }
}

/// The clock that everything is timed with.
enum Clock {
    @inline(__always)
    static var nanoseconds: UInt64 { read(CLOCK_MONOTONIC) }

    /// Processor time of all threads of this process.
    static var processNanoseconds: UInt64 { read(CLOCK_PROCESS_CPUTIME_ID) }

    @inline(__always)
    private static func read(_ clock: clockid_t) -> UInt64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return UInt64(now.tv_sec) &* 1_000_000_000 &+ UInt64(now.tv_nsec)
    }
}

/// Keeps the optimiser from throwing a result away.
@inline(never)
@_optimize(none)
func keep<Value>(_ value: Value) {}
