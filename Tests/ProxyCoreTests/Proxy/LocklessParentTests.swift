// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProxyCore
import ProxyTestSupport
import Synchronization
import Testing
import ThreadSanitizerSupport

@testable import FilterTestSupport

/// A fork holds all locks of the recorder. What is done meanwhile takes none.
private enum LockedRecorder {
    /// Set when the fork may begin.
    static let isReady = Atomic<Bool>(false)
    /// Set while the locks are held.
    static let isLocked = Atomic<Bool>(false)
    /// Set by whoever has done what it wanted.
    static let isDone = Atomic<Bool>(false)

    /// Handlers run in the reverse order of their registration: one that was registered before the recorder's own runs when
    /// that holds its locks.
    static func prepare() {
        pthread_atfork(
            {
                LockedRecorder.isLocked.store(true, ordering: .releasing)
                let end = ContinuousClock.now + .seconds(20)
                while !LockedRecorder.isDone.load(ordering: .acquiring), ContinuousClock.now < end { sched_yield() }
            },
            nil,
            nil
        )
    }

    /// Lets the fork begin, and waits on the calling thread until it holds the locks.
    static func wait() {
        isReady.store(true, ordering: .releasing)
        while !isLocked.load(ordering: .acquiring) { sched_yield() }
    }

    /// Waits on the calling thread until the fork may begin.
    static func waitToFork() {
        while !isReady.load(ordering: .acquiring) { sched_yield() }
    }
}

@Suite(.disabled(if: thread_sanitizer_is_active())) struct LocklessParentTests {
    @Test func aCallInsideAnAsyncCallFindsItsParentWithoutALock() async {
        await #expect(processExitsWith: .success) {
            LockedRecorder.prepare()
            let recorder = Recorder(.unhurried)
            let proxy = TreeProxy(recorder: recorder, ownerName: "Owner")
            let target = TreeTarget { name in if name != "leaf" { await proxy.grow("leaf") } }
            proxy.setForwardDelegate(target, retain: true)
            let calls = Task {
                // The first calls of a thread and of a requirement take locks.
                for _ in 0..<3 { await proxy.grow("before") }
                LockedRecorder.wait()
                await proxy.grow("while locked")
                LockedRecorder.isDone.store(true, ordering: .releasing)
            }
            await onThread {
                LockedRecorder.waitToFork()
                let code = ChildProcess.run { LockedRecorder.isDone.load(ordering: .acquiring) ? 0 : 1 }
                precondition(code == 0, "\(code ?? -1)")
            }
            await calls.value
            recorder.flush()
            var query = InvocationQuery()
            query.limit = 2
            let last = recorder.invocations(query).items
            precondition(last.count == 2 && last[0].parent == last[1].id && last[1].parent == nil)
        }
    }
}
