// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import CThread
internal import Glibc
internal import Synchronization

/// Finishes the sinks that are still attached when the program exits by `exit` or by returning from `main`.
///
/// A signal or a crash ends the program without this; then a sink lacks what its last round did not contain.
enum ProgramExit {
    private struct State: Sendable {
        /// With the process that has the pump's thread: a forked child inherits the handler and the list, but no threads.
        var pumps: [ObjectIdentifier: (pump: SinkPump, process: Int32)] = [:]
        var isRegistered = false

        var ofThisProcess: [SinkPump] {
            let process = cthread_process_id()
            return pumps.values.filter { $0.process == process }.map(\.pump)
        }
    }

    // Forkable: a child process takes it when it exits.
    private static let state = ForkableMutex(State())
    nonisolated(unsafe) private static let work = {
        let work = UnsafeMutablePointer<cthread_exit_work>.allocate(capacity: 1)
        work.initialize(to: cthread_exit_work())
        return work
    }()
    /// Number of pumps that the exit waits for.
    private static let left = Atomic<UInt32>(0)
    /// Longest delay of an exit.
    private static let patience: UInt64 = 2_000_000_000

    /// Finishes a pump at the exit, unless it ends before.
    static func add(_ pump: SinkPump) {
        let isFirst = state.withLock { state in
            state.pumps[ObjectIdentifier(pump)] = (pump, cthread_process_id())
            defer { state.isRegistered = true }
            return !state.isRegistered
        }
        guard isFirst else { return }
        cthread_prepare_exit(work) { ProgramExit.finish() }
        atexit { cthread_run_exit(ProgramExit.work, ProgramExit.patience) }
    }

    /// Forgets a pump that has ended.
    static func remove(_ pump: SinkPump) {
        state.withLock { _ = $0.pumps.removeValue(forKey: ObjectIdentifier(pump)) }
    }

    private static func finish() {
        let pumps = state.withLock { $0.ofThisProcess }
        if pumps.isEmpty { return }
        let deadline = cclock_monotonic_nanoseconds() + patience
        left.store(UInt32(pumps.count), ordering: .relaxed)
        // Each on a thread of its own: if something that one waits for never ends, the others are finished, and the
        // program exits in time.
        let others = pumps.filter { pump in LibraryThread.start("recorder-exit") { end(pump, until: .max) } != 0 }
        // At the system's limit of threads, the pumps still have theirs.
        for pump in others { end(pump, until: deadline) }
        while true {
            let count = left.load(ordering: .acquiring)
            let now = cclock_monotonic_nanoseconds()
            guard count > 0, now < deadline else { return }
            FutexWord.wait(left, while: count, atMostNanoseconds: deadline - now)
        }
    }

    private static func end(_ pump: SinkPump, until deadline: UInt64) {
        pump.end(until: deadline)
        left.subtract(1, ordering: .acquiringAndReleasing)
        FutexWord.wake(left)
    }
}
