// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// A low-priority thread that does one piece of work at a time while another thread waits for it. It starts with the
/// first piece of work.
///
/// Work that may become urgent needs another thread: raising a thread's priority again requires privileges.
final class BackgroundWorker: Sendable {
    private let name: String
    private let startThread: LibraryThread.Start
    private let state = Mutex(State())
    /// Counts work requests and the request to end; the worker sleeps on it.
    private let given = Atomic<UInt32>(0)
    /// Counts completed work; the requesting thread sleeps on it.
    private let done = Atomic<UInt32>(0)

    private struct State: Sendable {
        var work: (@Sendable () -> Void)?
        var isStarted = false
        var isStopping = false
    }

    /// - Parameter name: At most 15 bytes.
    init(name: String, startThread: @escaping LibraryThread.Start) {
        self.name = name
        self.startThread = startThread
    }

    /// Runs work on the thread and waits for it; runs it on the calling thread if no other can be started. Only one
    /// thread may call this at a time.
    func perform(_ work: @escaping @Sendable () -> Void) {
        let number = done.load(ordering: .acquiring)
        let isStarted = state.withLock { state in
            defer { state.isStarted = true }
            state.work = work
            return state.isStarted
        }
        if !isStarted, startThread(name, { self.run() }) != 0 {
            state.withLock { state in
                state.work = nil
                state.isStarted = false
            }
            return work()
        }
        announce()
        while done.load(ordering: .acquiring) == number {
            FutexWord.wait(done, while: number, atMostNanoseconds: 1_000_000_000)
        }
    }

    /// Tells the thread to end.
    func stop() {
        state.withLock { $0.isStopping = true }
        announce()
    }

    private func announce() {
        given.add(1, ordering: .acquiringAndReleasing)
        FutexWord.wake(given)
    }

    private func run() {
        // Calls made by the work must not be recorded, and it must not take a core from the program.
        ThreadContext.current.pointee.suppression = 1
        OwnWork.begin()
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
