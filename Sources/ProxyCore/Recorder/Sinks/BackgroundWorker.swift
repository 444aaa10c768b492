// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// A thread that gives way to the program's own and does one piece of work at a time for another thread, which waits
/// for it. It is started when there is work for the first time.
///
/// A thread cannot go back to a higher priority without privileges, so what may be urgent is done on another one.
final class BackgroundWorker: Sendable {
    private let name: StaticString
    private let state = Mutex(State())
    /// Counts pieces of work that were given, and the request to end; the worker sleeps on it.
    private let given = Atomic<UInt32>(0)
    /// Counts pieces that were done; who gave one sleeps on it.
    private let done = Atomic<UInt32>(0)

    private struct State: Sendable {
        var work: (@Sendable () -> Void)?
        var isStarted = false
        var isStopping = false
    }

    /// - Parameter name: At most 15 bytes.
    init(name: StaticString) { self.name = name }

    /// Has the thread do something and returns when it is done. One thread at a time may call it.
    func perform(_ work: @escaping @Sendable () -> Void) {
        let number = done.load(ordering: .acquiring)
        let isStarted = state.withLock { state in
            defer { state.isStarted = true }
            state.work = work
            return state.isStarted
        }
        if !isStarted { start() }
        announce()
        while done.load(ordering: .acquiring) == number {
            FutexWord.wait(done, while: number, atMostNanoseconds: 1_000_000_000)
        }
    }

    /// Lets the thread end.
    func stop() {
        state.withLock { $0.isStopping = true }
        announce()
    }

    private func announce() {
        given.add(1, ordering: .acquiringAndReleasing)
        FutexWord.wake(given)
    }

    private func start() {
        let worker = Unmanaged.passRetained(self)
        let status = name.withUTF8Buffer { name in
            cthread_start(
                String(decoding: name, as: UTF8.self),
                { Unmanaged<BackgroundWorker>.fromOpaque($0).takeRetainedValue().run() },
                worker.toOpaque()
            )
        }
        precondition(status == 0, "the recorder could not start a thread, error \(status) of pthread_create")
    }

    private func run() {
        // What it does is the recorder's own doing, and must not take a core from the program.
        ThreadContext.current.pointee.suppression = 1
        cthread_lower_priority()
        while true {
            let number = given.load(ordering: .acquiring)
            let (work, isStopping) = state.withLock { state in
                defer { state.work = nil }
                return (state.work, state.isStopping)
            }
            if let work {
                work()
                done.add(1, ordering: .acquiringAndReleasing)
                FutexWord.wake(done)
            } else if isStopping {
                return
            } else {
                FutexWord.wait(given, while: number, atMostNanoseconds: 10_000_000_000)
            }
        }
    }
}
