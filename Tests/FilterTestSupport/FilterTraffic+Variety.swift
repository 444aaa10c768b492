// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore

extension FilterTraffic {
    /// Records calls that differ in every property: several threads, tasks and proxies, with closures, findings and rules,
    /// and with a rate limit that skips some.
    static func varied(seed: UInt64, prepare: (Recorder) throws -> Void = { _ in }) throws -> FilterTraffic {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.rateLimit = RateLimit(callsPerSecond: 60, keepOneIn: 4)
        var traffic = FilterTraffic(seed: seed, configuration: configuration)
        try prepare(traffic.recorder)
        traffic.recordElsewhere()
        traffic.recordAnswers()
        traffic.recorder.recordInterposed(
            0..<3,
            Selector(protocolName: "Passing", name: "pass(_:)"),
            target: "Passenger"
        )
        try traffic.recordRuled()
        traffic.record(600)
        return traffic
    }

    /// Records calls with a closure: one is answered, one twice, one never, one is still waited for.
    private mutating func recordAnswers() {
        let answerer = LateAnswerer()
        let proxy = AskingProxy(recorder: recorder, ownerName: "Questions")
        proxy.setForwardDelegate(answerer, retain: true)
        asking = proxy
        for question in ["foo", "bar", "found", "a b"] { proxy.ask(question) { _, _ in } }
        let answers = (0..<3).map { _ in answerer.takeAnswer() }
        answers[0]?(7, "foo")
        answers[1]?(1, nil)
        answers[1]?(2, nil)
    }

    /// Records on a separate thread with a name and a priority.
    private func recordElsewhere() {
        let strict = TrafficProxy(recorder: recorder, ownerName: "Parser", threadRule: .main)
        let forsaken = TrafficProxy(recorder: recorder, ownerName: "Reader")
        forsaken.setForwardDelegate(TrafficTarget(), retain: false)
        let thread = Thread {
            try? "loader".write(toFile: "/proc/thread-self/comm", atomically: false, encoding: .utf8)
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
            for _ in 0..<5 {
                strict.nothing()
                forsaken.nothing()
            }
            for name in ["foo bar", "found", nil] { Task.immediate(name: name) { await strict.later("foo") } }
        }
        thread.start()
        while !thread.isFinished { Thread.sleep(forTimeInterval: 0.001) }
    }
}
