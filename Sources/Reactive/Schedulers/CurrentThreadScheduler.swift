// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Runs work on the calling thread, later in its current turn: a trampoline.
///
/// The first work scheduled on a thread begins at once. Work scheduled meanwhile waits in a FIFO queue, so recursion
/// through this scheduler needs no stack.
public final class CurrentThreadScheduler: ImmediateSchedulerType, Sendable {
    /// The shared instance; its queues belong to threads.
    public static let instance = CurrentThreadScheduler()

    /// Whether no work of this scheduler runs on the calling thread, so `schedule` would begin at once.
    public static var isScheduleRequired: Bool { Trampoline.current == nil }

    private init() {}

    /// Runs `action` now if this thread's trampoline is idle, otherwise afterwards.
    public func schedule<StateType>(
        _ state: StateType,
        action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        if let trampoline = Trampoline.current {
            let item = SingleAssignmentDisposable()
            trampoline.enqueue {
                if !item.isDisposed { item.setDisposable(action(state)) }
            }
            return item
        }
        return Trampoline.run { action(state) }
    }

    /// Runs `body` now, inside this thread's trampoline, which is started if necessary.
    static func trampolined(_ body: () -> any Disposable) -> any Disposable {
        Trampoline.current == nil ? Trampoline.run(body) : body()
    }
}

/// The waiting work of a thread.
private final class Trampoline {
    private var waiting = Queue<() -> Void>()

    /// The calling thread's trampoline while it runs.
    static var current: Trampoline? {
        pthread_getspecific(slot).map { Unmanaged<Trampoline>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Runs `body`, then all work scheduled meanwhile.
    static func run(_ body: () -> any Disposable) -> any Disposable {
        let trampoline = Trampoline()
        // This frame owns the object, not the slot, and clears the slot before it ends.
        pthread_setspecific(slot, Unmanaged.passUnretained(trampoline).toOpaque())
        defer { pthread_setspecific(slot, nil) }
        let result = body()
        while let work = trampoline.waiting.popFirst() { work() }
        return result
    }

    func enqueue(_ work: @escaping () -> Void) {
        waiting.append(work)
    }

    private static let slot: pthread_key_t = {
        var key = pthread_key_t()
        precondition(pthread_key_create(&key, nil) == 0, "The process has run out of thread-specific keys.")
        return key
    }()
}
