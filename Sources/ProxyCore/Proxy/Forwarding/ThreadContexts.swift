// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// All contexts of the process.
@usableFromInline
enum ThreadContexts {
    private struct State {
        var all: [UnsafeMutablePointer<ThreadContext>] = []
        var free: [UnsafeMutablePointer<ThreadContext>] = []

        // The pointers are immortal; what they point at is reached through atomics or by the owning thread alone.
    }

    private static let state = Mutex(UncheckedState(value: State()))

    private struct UncheckedState: @unchecked Sendable {
        // Sendable: only read and written under the mutex above.
        var value: State
    }

    /// Gives the calling thread a context, a used one when there is one.
    @usableFromInline
    static func adopt() -> UnsafeMutablePointer<ThreadContext> {
        let thread = cthread_self()
        let context = state.withLock { state -> UnsafeMutablePointer<ThreadContext> in
            if let used = state.value.free.popLast() { return used }
            let new = UnsafeMutablePointer<ThreadContext>.allocate(capacity: 1)
            new.initialize(to: ThreadContext(thread: thread))
            state.value.all.append(new)
            return new
        }
        context.pointee.thread = thread
        // The rings are told of the new thread at its first call on each.
        context.pointee.tenancy += 1
        context.pointee.ringOwner = 0
        // A recorder's own thread, which ends with it set, may have had the context before.
        context.pointee.suppression = 0
        cthread_set_context(context) { ThreadContexts.release($0.assumingMemoryBound(to: ThreadContext.self)) }
        return context
    }

    private static func release(_ context: UnsafeMutablePointer<ThreadContext>) {
        state.withLock { $0.value.free.append(context) }
    }

    /// Calls `body` with every context that there has been.
    static func forEach(_ body: (UnsafeMutablePointer<ThreadContext>) -> Void) {
        state.withLock { $0.value.all }.forEach(body)
    }
}
