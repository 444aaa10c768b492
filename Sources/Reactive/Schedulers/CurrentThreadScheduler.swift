// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Does work on the calling thread, later in its present turn: a trampoline.
///
/// The first work scheduled on a thread begins at once. What is scheduled while it runs waits, first in first out, until
/// it is done. So recursion through this scheduler needs no stack.
public final class CurrentThreadScheduler: ImmediateSchedulerType, Sendable {
    /// The one instance; the queues behind it belong to threads.
    public static let instance = CurrentThreadScheduler()

    /// Whether no work of this scheduler runs on the calling thread, so that `schedule` would begin at once.
    public static var isScheduleRequired: Bool { Trampoline.current == nil }

    private init() {}

    /// Does `action` now if nothing else runs on this thread's trampoline, otherwise when that has finished.
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

    /// Does `body` now, inside the trampoline of this thread, which is started if need be.
    static func trampolined(_ body: () -> any Disposable) -> any Disposable {
        Trampoline.current == nil ? Trampoline.run(body) : body()
    }
}

/// The work that waits on one thread.
private final class Trampoline {
    private var waiting = Queue<() -> Void>()

    /// The calling thread's trampoline while it runs.
    static var current: Trampoline? {
        pthread_getspecific(slot).map { Unmanaged<Trampoline>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Does `body` and then all that has been scheduled meanwhile.
    static func run(_ body: () -> any Disposable) -> any Disposable {
        let trampoline = Trampoline()
        // The slot does not own the object: this frame does, and it clears the slot before it ends.
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
