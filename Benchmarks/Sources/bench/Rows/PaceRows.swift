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

    /// What `overheadNanosecondsPerCall` says, beside what the program measures.
    private static func overheadRows() -> [Row] {
        [(1_000, 16_000), (1_000_000, 1_000_000)].map { rate, calls in
            let alternation = Alternation()
            var next = ccounter_read()
            let step = UInt64(1e9 / Double(rate) / 2 / Self.rate)
            let (recorded, unrecorded) = alternation.measure(calls) {
                next &+= step
                while Int64(bitPattern: ccounter_read() &- next) < 0 {}
            }
            alternation.recorder.flush()
            let measured = (mean(recorded) - mean(unrecorded)) * Self.rate
            let reported = alternation.recorder.status.overheadNanosecondsPerCall ?? .nan
            return Row(
                name: "reported overhead at \(rate) calls a second",
                measured: reported,
                baseline: measured,
                budget: "0.8 to 1.2 x",
                isReached: abs(reported / measured - 1) <= 0.2
            )
        }
    }

    /// The mean without interruptions: without what takes as long that the recorder does not count it either. What waits
    /// for memory counts.
    private static func mean(_ ticks: [Double]) -> Double {
        let longest = SnapshotBudget().time / .nanoseconds(1) / rate
        let kept = ticks.filter { $0 <= longest }
        return kept.reduce(0, +) / Double(kept.count)
    }
}
