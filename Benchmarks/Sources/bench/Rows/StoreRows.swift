// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// The cost of recorded calls after their return: memory, and time of the drain.
enum StoreRows {
    static func rows(rounds: Int = 15, calls: Int = 200_000) -> [Row] {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        let recorder = Recorder(configuration)
        let proxy = PressDelegateProxy(recorder: recorder)
        proxy.setForwardDelegate(PressTarget(), retain: true)
        let keyboard = Keyboard(proxy)
        var samples: [Double] = []
        for _ in 0..<rounds {
            recorder.clear()
            let start = Clock.nanoseconds
            keyboard.press(calls)
            recorder.flush()
            samples.append(Double(Clock.nanoseconds - start) / Double(calls))
        }
        let status = recorder.status
        return [
            .bound(
                "stored bytes of a call with 2 arguments",
                Double(status.bytes - status.ringBytes) / Double(status.stored),
                atMost: 120,
                unit: "B"
            ),
            .comparison("call and drain without a pause, per call", Meter.median(samples)),
        ]
    }
}
