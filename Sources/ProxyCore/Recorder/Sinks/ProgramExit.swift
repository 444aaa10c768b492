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
    /// 1 when the pumps have ended.
    private static let ended = Atomic<UInt32>(0)
    /// Longest delay of an exit.
    private static let patience: UInt64 = 2_000_000_000

    /// Finishes a pump at the exit, unless it ends before.
    static func add(_ pump: SinkPump) {
        let isFirst = state.withLock { state in
            state.pumps[ObjectIdentifier(pump)] = (pump, cthread_process_id())
            defer { state.isRegistered = true }
            return !state.isRegistered
        }
        if isFirst { atexit { ProgramExit.finish() } }
    }

    /// Forgets a pump that has ended.
    static func remove(_ pump: SinkPump) {
        state.withLock { _ = $0.pumps.removeValue(forKey: ObjectIdentifier(pump)) }
    }

    private static func finish() {
        let isDue = state.withLock { !$0.ofThisProcess.isEmpty }
        guard isDue else { return }
        let deadline = cclock_monotonic_nanoseconds() + patience
        // On a thread of its own: if something that it waits for never ends, the program still exits in time.
        let status = cthread_start("recorder-exit", { _ in ProgramExit.run(until: .max) }, noContext)
        // At the system's limit of threads, the pumps still have theirs.
        if status != 0 { return run(until: deadline) }
        while ended.load(ordering: .acquiring) == 0 {
            let now = cclock_monotonic_nanoseconds()
            guard now < deadline else { return }
            FutexWord.wait(ended, while: 0, atMostNanoseconds: deadline - now)
        }
    }

    private static func run(until deadline: UInt64) {
        let pumps = state.withLock { $0.ofThisProcess }
        for pump in pumps { pump.end(until: deadline) }
        ended.store(1, ordering: .releasing)
        FutexWord.wake(ended)
    }

    /// An address that `cthread_start` passes on; it is not read.
    private static var noContext: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: 1)! }
}
