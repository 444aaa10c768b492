// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Something to measure.
struct Subject {
    let name: String
    /// Divides the number of runs per sample, for expensive subjects.
    var weight = 1
    /// Runs before each sample, outside of the measurement.
    var prepare: () -> Void = {}
    /// Runs the given number of times.
    let run: (Int) -> Void
}

/// Measures subjects side by side: each round takes one short sample of every subject, so that other load on the
/// machine affects all of them. The result of a subject is the median of its samples.
struct Meter {
    /// Samples per subject.
    var rounds = 301
    /// Runs per sample.
    var repeats = 4_000

    /// - Returns: Median nanoseconds per run, by the subjects' names.
    func measure(_ subjects: [Subject]) -> [String: Double] {
        var samples: [String: [Double]] = [:]
        for round in -10..<rounds {
            for subject in subjects {
                subject.prepare()
                let start = Clock.nanoseconds
                let count = repeats / subject.weight
                subject.run(count)
                let elapsed = Double(Clock.nanoseconds - start) / Double(count)
                // The first rounds are for warming up.
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

/// The clock of all measurements.
enum Clock {
    @inline(__always)
    static var nanoseconds: UInt64 { read(CLOCK_MONOTONIC) }

    /// Processor time of all threads in this process.
    static var processNanoseconds: UInt64 { read(CLOCK_PROCESS_CPUTIME_ID) }

    @inline(__always)
    private static func read(_ clock: clockid_t) -> UInt64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return UInt64(now.tv_sec) &* 1_000_000_000 &+ UInt64(now.tv_nsec)
    }
}

/// Keeps the optimiser from discarding a result.
@inline(never)
@_optimize(none)
func keep<Value>(_ value: Value) {}
