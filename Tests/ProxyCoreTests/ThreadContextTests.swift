// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProxyCore
import Testing

@Suite struct ThreadContextTests {
    /// Runs `body` on a new thread and waits for its end.
    private func onNewThread(_ body: @escaping () -> Void) {
        final class Box {
            let body: () -> Void
            init(_ body: @escaping () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Box(body))
        pthread_create(
            &thread,
            nil,
            {
                Unmanaged<Box>.fromOpaque($0!).takeRetainedValue().body(); return nil
            },
            box.toOpaque()
        )
        pthread_join(thread, nil)
    }

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
            onNewThread { SampleProxy(recorder: recorder).count(2, named: "b") }
            recorder.flush()
            #expect(recorder.status.suppressed == 0)
            #expect(recorder.status.stored == 1)
        }
    }

    @Test func tellsTheThreadThatEachCallCameOn() {
        let recorder = Recorder()
        for number in 1...3 { onNewThread { SampleProxy(recorder: recorder).count(number, named: "n") } }
        recorder.flush()
        #expect(Set(recorder.invocations().items.map(\.thread.id)).count == 3)
    }
}
