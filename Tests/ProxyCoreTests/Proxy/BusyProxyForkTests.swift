// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProxyTestSupport
import Synchronization
import Testing
import ThreadSanitizerSupport

@testable import ProxyCore

/// Forks while another thread, such as the watcher's or the recorder's, uses the set-up of a proxy.
@Suite(.disabled(if: thread_sanitizer_is_active())) struct BusyProxyForkTests {
    @Test func aProxyThatWasInUseDuringAForkIsUsableInTheChild() async {
        await #expect(processExitsWith: .success) {
            let proxy = SampleProxy(recorder: Recorder())
            ForkBeside.prepare()
            let user = Dispatched { proxy.inspect { _ in ForkBeside.happen() } }
            await onThread {
                while !ForkBeside.isExpected.load(ordering: .acquiring) { sched_yield() }
                let child = ChildProcess.begin(within: 10)
                if child == 0 { _exit(proxy.forwardDelegate == nil ? 0 : 1) }
                ForkBeside.isOver.store(true, ordering: .releasing)
                let code = ChildProcess.end(of: child)
                precondition(code == 0, "\(code ?? -1)")
            }
            user.wait()
        }
    }
}

/// A fork by one thread while another one is busy.
private enum ForkBeside {
    /// Set when the fork may begin.
    static let isExpected = Atomic<Bool>(false)
    static let hasBegun = Atomic<Bool>(false)
    static let isOver = Atomic<Bool>(false)

    /// Handlers run in the reverse order of their registration: one that is registered after the library's own runs
    /// before the fork waits for a lock.
    static func prepare() {
        pthread_atfork({ ForkBeside.hasBegun.store(true, ordering: .releasing) }, nil, nil)
    }

    /// Stays until the fork is over, or for longer than one takes that does not wait for the calling thread.
    static func happen() {
        isExpected.store(true, ordering: .releasing)
        while !hasBegun.load(ordering: .acquiring) { sched_yield() }
        let end = ContinuousClock.now + .milliseconds(300)
        while !isOver.load(ordering: .acquiring), ContinuousClock.now < end { sched_yield() }
    }
}
