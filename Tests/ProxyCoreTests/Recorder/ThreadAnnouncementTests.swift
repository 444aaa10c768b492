// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProxyCore

/// A ring names its thread before the thread's first entry.
@Suite struct ThreadAnnouncementTests {
    private let recorder = Recorder()

    /// A call that begins on the calling thread and ends on another, which has recorded nothing before.
    private func callEndingOnANewThread() {
        let (gate, site) = (recorder.engine.gate, AsyncProxy.Selectors.finish.site)
        let token = withUnsafePointer(to: ()) {
            CallBegin.write(gate, ThreadContext.current, site, $0, revision: 0, isDetached: true)
        }
        onJoinedThread {
            withUnsafePointer(to: ()) {
                CallEnd(token: token, gate: gate, context: ThreadContext.current).returned(site, $0, path: .target)
            }
        }
    }

    /// A ring whose entries go back in time is read late from then on, so that the calls its thread ends seem to be still
    /// running when the next ones begin elsewhere, and become their parents.
    @Test func aThreadThatFirstEndsAnAsyncCallIsReadAtItsTimes() {
        // The second thread may take over the ring of the first one.
        for _ in 0..<2 { callEndingOnANewThread() }
        recorder.flush()
        let calls = recorder.invocations().items
        #expect(calls.count == 2 && calls.allSatisfy { $0.parent == nil && $0.state == .returned })
        let (rings, areMoved) = recorder.engine.withDrain { drain in
            (drain.readers.count, drain.readers.contains { $0.pointee.shift != drain.clock.shift })
        }
        #expect(rings >= 2 && !areMoved)
    }
}
