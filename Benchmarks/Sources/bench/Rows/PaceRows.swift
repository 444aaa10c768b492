// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CCounter
import Glibc
import ProxyCore

/// Calls that come one at a time: what a record adds to each, and what the recorder says that it adds.
enum PaceRows {
    static func rows() -> [Row] { sparseRows() + overheadRows() }

    /// Calls through a proxy, of which the recorder records every other one.
    ///
    /// There is one recorder, as in most programs: a thread that calls for several recorders looks its ring up each time.
    private final class Alternation {
        let recorder = Recorder()
        private let keyboard: Keyboard

        init() {
            let proxy = PressDelegateProxy(recorder: recorder)
            proxy.setForwardDelegate(PressTarget(), retain: true)
            keyboard = Keyboard(proxy)
        }

        /// Readings of the counter per call: with the record, and without.
        func measure(_ calls: Int, pause: () -> Void) -> (recorded: [Double], unrecorded: [Double]) {
            var ticks: ([Double], [Double]) = ([], [])
            for _ in 0..<calls {
                recorder.resume()
                pause()
                ticks.0.append(Self.time(keyboard))
                recorder.pause()
                pause()
                ticks.1.append(Self.time(keyboard))
            }
            return ticks
        }

        @inline(never)
        private static func time(_ keyboard: Keyboard) -> Double {
            let start = ccounter_read()
            keyboard.press(1)
            return Double(ccounter_read() &- start)
        }
    }

    /// Nanoseconds per tick of the counter.
    private static let rate: Double = {
        let (ticks, time) = (ccounter_read(), Clock.nanoseconds)
        usleep(200_000)
        return Double(Clock.nanoseconds - time) / Double(ccounter_read() &- ticks)
    }()

    // MARK: Sparse calls

    /// Sixty calls a second, as a user interface makes them.
    private static func sparseRows(calls: Int = 600) -> [Row] {
        let alternation = Alternation()
        _ = alternation.measure(20) { usleep(8_333) }
        let (recorded, unrecorded) = alternation.measure(calls) { usleep(8_333) }
        func part(_ share: Double, _ ticks: [Double]) -> Double {
            ticks.sorted()[Int(Double(ticks.count) * share)] * rate
        }
        return [(0.5, "median", 500.0), (0.99, "p99", 2_000)].map { share, name, most in
            .excess(
                "sparse call, 60 a second, \(name)",
                part(share, recorded),
                over: part(share, unrecorded),
                atMost: most
            )
        }
    }

    // MARK: Reported overhead

    /// What `overheadNanosecondsPerCall` says, beside what the program measures: the median of some rounds, by ratio.
    private static func overheadRows(rounds: Int = 7) -> [Row] {
        [(1_000, 4_000), (1_000_000, 200_000)].map { rate, calls in
            let results = (0..<rounds).map { _ in overhead(at: rate, calls) }
            let median = results.sorted { $0.reported / $0.measured < $1.reported / $1.measured }[rounds / 2]
            return Row(
                name: "reported overhead at \(rate) calls a second",
                measured: median.reported,
                baseline: median.measured,
                budget: "0.8 to 1.2 x",
                isReached: abs(median.reported / median.measured - 1) <= 0.2
            )
        }
    }

    private static func overhead(at rate: Int, _ calls: Int) -> (reported: Double, measured: Double) {
        let alternation = Alternation()
        var next = ccounter_read()
        // Of different lengths: ticks of the system could meet calls with a record for a while, and then those without.
        let step = 1e9 / Double(rate) / 2 / Self.rate
        let (recorded, unrecorded) = alternation.measure(calls) {
            next &+= UInt64(step * Double.random(in: 0.5...1.5))
            while Int64(bitPattern: ccounter_read() &- next) < 0 {}
        }
        alternation.recorder.flush()
        let reported = alternation.recorder.status.overheadNanosecondsPerCall ?? .nan
        return (reported, (mean(recorded) - mean(unrecorded)) * Self.rate)
    }

    /// The mean without the longest hundredth, where the interruptions are, which come to calls with a record and without
    /// by chance. Most of what the recorder does rarely is kept: each 17th call is a sample, each 40th comes to a new page.
    private static func mean(_ ticks: [Double]) -> Double {
        let kept = ticks.sorted().prefix(ticks.count * 99 / 100)
        return kept.reduce(0, +) / Double(kept.count)
    }
}
