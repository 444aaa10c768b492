// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Testing

/// Without observers and handlers, a parent object behaves the same with and without a proxy.
@Suite(.leavesNothing) struct NonInterferenceTests {
    /// Scripts per run; each is a forest of calls on one to four threads.
    private static let scriptCount = 60

    @Test(arguments: [false, true], [false, true])
    func tracesAreTheSameWithAndWithoutAProxy(isRecording: Bool, retain: Bool) async {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix(state: seed)
        let recorder = Recorder()
        if !isRecording { recorder.pause() }
        for number in 0..<Self.scriptCount {
            let script = CallScript(random: &random)
            let direct = await script.run(proxied: nil, retain: false)
            let proxied = await script.run(proxied: recorder, retain: retain)
            guard direct == proxied else {
                Issue.record("seed \(seed), script \(number)\nwithout: \(direct)\nwith: \(proxied)")
                return
            }
        }
        recorder.flush()
        let status = recorder.status
        #expect(status.running == 0 && status.dropped == 0)
        #expect(isRecording ? status.suppressed == 0 && status.recorded > 0 : status.recorded == 0)
    }
}
