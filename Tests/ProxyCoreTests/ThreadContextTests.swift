// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@Suite struct ThreadContextTests {
    /// The recorder's own thread suppresses the calls that it causes. A thread that reuses its context must not inherit
    /// that.
    @Test func recordsOnAThreadThatFollowsARecordersOwn() {
        for _ in 0..<50 {
            do {
                let recorder = Recorder()
                SampleProxy(recorder: recorder).count(1, named: "a")
                recorder.flush()
            }
            let recorder = Recorder()
            onJoinedThread { SampleProxy(recorder: recorder).count(2, named: "b") }
            recorder.flush()
            #expect(recorder.status.suppressed == 0)
            #expect(recorder.status.stored == 1)
        }
    }

    @Test func tellsTheThreadThatEachCallCameOn() {
        let recorder = Recorder()
        for number in 1...3 { onJoinedThread { SampleProxy(recorder: recorder).count(number, named: "n") } }
        recorder.flush()
        #expect(Set(recorder.invocations().items.map(\.thread.id)).count == 3)
    }
}
