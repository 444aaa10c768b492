// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore

/// What recorders do beside recording: bursts, memory, and replaced targets.
enum RecorderRows {
    static func rows(_ meter: Meter) -> [Row] { burstRows() + ringRows() + blockedRows(meter) + testRows() }

    // MARK: Bursts

    /// Calls in a tight loop, faster than the drain can store them.
    private static func burstRows(calls: Int = 200_000, rounds: Int = 15) -> [Row] {
        let recorder = Recorder()
        let proxy = PressDelegateProxy(recorder: recorder)
        proxy.setForwardDelegate(PressTarget(), retain: true)
        let keyboard = Keyboard(proxy)
        var samples: [Double] = []
        var most = 0
        for _ in 0..<rounds {
            recorder.flush()
            let start = Clock.nanoseconds
            keyboard.press(calls)
            samples.append(Double(Clock.nanoseconds - start) / Double(calls))
            most = max(most, recorder.status.ringBytes)
        }
        recorder.flush()
        let dropped = Double(recorder.status.dropped)
        let wait = seconds(recorder) { $0.ringBytes <= 1 << 20 }
        return [
            .bound("burst of \(calls) calls: dropped in \(rounds) rounds", dropped, atMost: 0, unit: ""),
            .comparison("burst of \(calls) calls: per call", Meter.median(samples)),
            .comparison("burst of \(calls) calls: most memory of the ring", Double(most) / 1e6, unit: "MB"),
            .bound("burst of \(calls) calls: until the ring is as before", wait, atMost: 5, unit: "s"),
        ]
    }

    // MARK: A recorder for each test

    /// Recorders that live for ten calls, as those of tests do.
    private static func testRows(rounds: Int = 101) -> [Row] {
        var configuration = RecorderConfiguration()
        configuration.storedBytesLimit = 16_000_000
        configuration.overflowPolicy = .wait
        var (samples, memory): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            let (start, before) = (Clock.nanoseconds, ResidentMemory.now)
            let recorder = Recorder(configuration)
            let proxy = PressDelegateProxy(recorder: recorder)
            proxy.setForwardDelegate(PressTarget(), retain: true)
            Keyboard(proxy).press(10)
            recorder.flush()
            memory.append(ResidentMemory.now - before)
            samples.append(Double(Clock.nanoseconds - start) / 1e6)
        }
        return [
            .comparison("recorder of a test with 10 calls", Meter.median(samples), unit: "ms"),
            .comparison("recorder of a test: memory", Meter.median(memory), unit: "MB"),
        ]
    }

    // MARK: Memory of rings

    /// Fills the rings of many threads, which then end.
    private static func ringRows(threads: Int = 400) -> [Row] {
        let recorder = Recorder()
        let leave = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        let before = ResidentMemory.now
        for _ in 0..<threads {
            Thread.detachNewThread {
                let proxy = PressDelegateProxy(recorder: recorder)
                proxy.setForwardDelegate(PressTarget(), retain: true)
                Keyboard(proxy).press(12_000)
                done.signal()
                leave.wait()
            }
        }
        for _ in 0..<threads { done.wait() }
        recorder.flush()
        recorder.clear()
        let full = recorder.status
        let resident = ResidentMemory.now - before
        for _ in 0..<threads { leave.signal() }
        let wait = seconds(recorder) { $0.ringBytes == 0 }
        let name = "rings of \(threads) threads"
        return [
            .comparison("\(name): counted while they live", Double(full.ringBytes) / 1e6, unit: "MB"),
            .comparison("\(name): resident while they live", resident, unit: "MB"),
            .bound("\(name): counted after their end", Double(recorder.status.ringBytes) / 1e6, atMost: 0, unit: "MB"),
            .ratio(
                "\(name): resident after their end",
                ResidentMemory.now - before,
                to: resident,
                atMost: 0.2,
                unit: "MB"
            ),
            .bound("\(name): until then", wait, atMost: 5, unit: "s"),
        ]
    }

    /// Seconds until the recorder's status fulfils a condition; 30 if it never does.
    private static func seconds(_ recorder: Recorder, until condition: (RecorderStatus) -> Bool) -> Double {
        let start = Clock.nanoseconds
        while !condition(recorder.status), Clock.nanoseconds - start < 30_000_000_000 { usleep(1_000) }
        return Double(Clock.nanoseconds - start) / 1e9
    }

    // MARK: Replaced targets

    /// Calls of a proxy whose target was replaced while another thread is inside the previous one.
    private static func blockedRows(_ meter: Meter) -> [Row] {
        var configuration = RecorderConfiguration()
        configuration.isRecording = false
        let recorder = Recorder(configuration)
        func proxy(_ target: any PressDelegate) -> PressDelegateProxy {
            let proxy = PressDelegateProxy(recorder: recorder)
            proxy.setForwardDelegate(target, retain: true)
            return proxy
        }
        let blocking = BlockingTarget()
        let (free, busy) = (proxy(PressTarget()), proxy(blocking))
        Thread.detachNewThread { busy.key(0, named: "blocks") }
        blocking.entered.wait()
        busy.setForwardDelegate(PressTarget(), retain: true)
        let plain = "call while recording is off, again"
        let blocked = "the same beside a blocked call of a replaced target"
        let (first, second) = (Keyboard(free), Keyboard(busy))
        let figures = meter.measure([
            Subject(name: plain) { first.press($0) },
            Subject(name: blocked) { second.press($0) },
        ])
        blocking.leave.signal()
        return [.ratio(blocked, figures[blocked] ?? .nan, to: figures[plain] ?? .nan, atMost: 1.2)]
    }
}

/// Keeps its call until it is let go.
private final class BlockingTarget: PressDelegate {
    let entered = DispatchSemaphore(value: 0)
    let leave = DispatchSemaphore(value: 0)

    func key(_ code: Int, named name: String) {
        entered.signal()
        leave.wait()
    }

    func paste(_ text: String, from keyboard: Keyboard) {}
}
