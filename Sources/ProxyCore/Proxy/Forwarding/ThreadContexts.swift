// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// All thread contexts of the process.
@usableFromInline
enum ThreadContexts {
    private struct State {
        var all: [UnsafeMutablePointer<ThreadContext>] = []
        var free: [UnsafeMutablePointer<ThreadContext>] = []

        // The pointers are never freed; their targets are accessed through atomics or only by the owning thread.
    }

    private static let state = ForkableMutex(UncheckedState(value: State()))

    /// The addresses of contexts that no thread has had, and 0 for those that were taken.
    nonisolated(unsafe) private static let spares = {
        let spares = UnsafeMutableBufferPointer<Atomic<UInt>>.allocate(capacity: 8)
        for index in spares.indices { spares.initializeElement(at: index, to: Atomic(0)) }
        return spares
    }()

    private struct UncheckedState: @unchecked Sendable {
        // Sendable: accessed only under the mutex above.
        var value: State
    }

    /// Assigns a context to the calling thread, reusing a free one if possible.
    @usableFromInline
    static func adopt() -> UnsafeMutablePointer<ThreadContext> {
        let thread = cthread_self()
        let context =
            spare()
            ?? state.withLock { state in
                for index in spares.indices where spares[index].load(ordering: .relaxed) == 0 {
                    spares[index].store(UInt(bitPattern: make(thread, &state)), ordering: .releasing)
                }
                return state.value.free.popLast() ?? make(thread, &state)
            }
        context.pointee.thread = thread
        // Each ring learns of the new thread at the thread's first call on it.
        context.pointee.tenancy.add(1, ordering: .sequentiallyConsistent)
        // Must follow that, so that the rings of the last thread stay abandoned: see `Ring.isAbandoned`.
        context.pointee.isFree.store(false, ordering: .sequentiallyConsistent)
        context.pointee.setRing(nil, of: 0)
        // The last thread may have ended during the search.
        context.pointee.isFindingRing = false
        // The previous owner may have been a recorder's thread, which ends with suppression set.
        context.pointee.suppression = 0
        ClosuresUnderWay.forget(context)
        context.pointee.interposed.removeAll()
        cthread_set_context(context) { ThreadContexts.release($0.assumingMemoryBound(to: ThreadContext.self)) }
        return context
    }

    private static func make(_ thread: cthread_facts, _ state: inout UncheckedState)
        -> UnsafeMutablePointer<ThreadContext>
    {
        let new = UnsafeMutablePointer<ThreadContext>.allocateOnLine()
        new.initialize(to: ThreadContext(thread: thread))
        state.value.all.append(new)
        return new
    }

    /// A context for a thread whose first call is one of a signal handler: it may have interrupted an allocation, or the
    /// lock's owner.
    private static func spare() -> UnsafeMutablePointer<ThreadContext>? {
        guard cthread_is_in_handler() else { return nil }
        for index in spares.indices {
            let address = spares[index].exchange(0, ordering: .acquiring)
            if address != 0 { return UnsafeMutablePointer(bitPattern: address) }
        }
        return nil
    }

    private static func release(_ context: UnsafeMutablePointer<ThreadContext>) {
        abandonCalls(context)
        let trace = KnownTrace.forget(context)
        let releases = context.pointee.depth.load(ordering: .relaxed) > 0 ? leaveCalls(context) : []
        // Must follow the last write to any of the rings.
        context.pointee.isFree.store(true, ordering: .releasing)
        state.withLock { $0.value.free.append(context) }
        // Releases what the calls kept alive, as the return of the last call would.
        for release in releases { release() }
        withExtendedLifetime(trace) {}
    }

    /// Ends the records of the calls that the thread was in when it ended: pthread_exit(3) and cancellation unwind it
    /// without running the code after a call. The drain may be freeing the rings that the thread has not taken over.
    private static func abandonCalls(_ context: UnsafeMutablePointer<ThreadContext>) {
        let tenancy = context.pointee.tenancy.load(ordering: .relaxed)
        for (number, entry) in context.pointee.rings {
            LiveRecorders.with(number) {
                if entry.ring.pointee.isTaken(by: tenancy) { CallEnd.abandonCalls(on: entry.ring, $0) }
            }
        }
    }

    /// Leaves the proxied calls that the thread was in.
    ///
    /// - Returns: What is to be run once the context is free.
    private static func leaveCalls(_ context: UnsafeMutablePointer<ThreadContext>) -> [() -> Void] {
        context.pointee.hasReachedBody = false
        context.pointee.observedSince = 0
        context.pointee.depth.store(0, ordering: .releasing)
        cthread_light_fence()
        return Retirement.takeAll(context)
    }

    /// Asks for the facts about the calling thread again, in a child process made by fork(2): it has another id there, and is
    /// the initial thread. The parent's recorders record nothing, and the rings of others are yet to be made.
    static func renewFacts() {
        guard let context = cthread_context()?.assumingMemoryBound(to: ThreadContext.self) else { return }
        context.pointee.thread = cthread_self()
    }

    /// Calls `body` with every context ever created.
    static func forEach(_ body: (UnsafeMutablePointer<ThreadContext>) -> Void) {
        state.withLock { $0.value.all }.forEach(body)
    }
}
