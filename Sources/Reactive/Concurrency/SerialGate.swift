// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lets one thread at a time work on a sink, without blocking others.
///
/// A thread that finds the gate taken leaves its work for the thread inside, which does it before leaving. Events
/// therefore never overlap, no lock is held during calls, and two sequences that feed each other on two threads can't
/// deadlock. Re-entrant work is done after the event that caused it.
///
/// State used only inside needs no lock. A free gate costs one compare-and-swap on each side.
final class SerialGate: Sendable {
    private enum Phase {
        static let idle: UInt8 = 0
        static let running: UInt8 = 1
        static let runningWithWork: UInt8 = 2
    }

    // Only `idle -> running` and `running -> idle` happen without the lock of `waiting`.
    private let phase = Atomic<UInt8>(Phase.idle)
    private let waiting = Locked<[() -> Void]>([])

    /// Takes the gate if it is free. After `true` the caller must call `leave()`.
    @inline(__always)
    func enter() -> Bool {
        phase.compareExchange(expected: Phase.idle, desired: Phase.running, ordering: .acquiring).exchanged
    }

    /// Does the work left by others, then frees the gate.
    @inline(__always)
    func leave() {
        if !tryLeave() { finishWaiting() }
    }

    /// Frees the gate if others have left no work. After `false` the caller must call `leave()`.
    @inline(__always)
    func tryLeave() -> Bool {
        phase.compareExchange(expected: Phase.running, desired: Phase.idle, ordering: .releasing).exchanged
    }

    /// Leaves `work` for the thread inside, or does it at once if the gate has become free.
    func enqueue(_ work: @escaping () -> Void) {
        let becameOwner = waiting.withLock { waiting in
            waiting.append(work)
            return announceWork()
        }
        if becameOwner { finishWaiting() }
    }

    /// Does `work` inside the gate: now if it is free, otherwise before its owner leaves.
    func run(_ work: @escaping () -> Void) {
        guard enter() else { return enqueue(work) }
        work()
        leave()
    }

    /// Marks the gate as having work; `true` if it was free and now belongs to the caller.
    private func announceWork() -> Bool {
        while true {
            let running = phase.compareExchange(
                expected: Phase.running,
                desired: Phase.runningWithWork,
                ordering: .relaxed
            )
            if running.exchanged || running.original == Phase.runningWithWork { return false }
            let idle = phase.compareExchange(
                expected: Phase.idle,
                desired: Phase.runningWithWork,
                ordering: .acquiring
            )
            if idle.exchanged { return true }
        }
    }

    private func finishWaiting() {
        repeat {
            let batch = waiting.withLock { waiting in
                phase.store(Phase.running, ordering: .relaxed)
                let batch = waiting
                waiting = []
                return batch
            }
            for work in batch { work() }
        } while !phase.compareExchange(expected: Phase.running, desired: Phase.idle, ordering: .releasing).exchanged
    }
}
