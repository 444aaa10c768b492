// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// Frees replaced proxy states once no call uses them any more.
///
/// A call marks its thread with its proxy before it reads the state (`ThreadContext.enter`), and removes the mark when
/// it leaves. A replaced state is released once the calls of its proxy that were under way have left: immediately if
/// there are none, else by the last of them. Calls that begin later read the new state, so they neither delay the
/// release nor pay for it.
///
/// Two fences make this safe. A thread whose mark was not seen reads the new state. And a call that leaves without
/// seeing that it is awaited (`ThreadContext.awaited`) was seen to have left.
@usableFromInline
enum Retirement {
    /// A call that was under way when a state was retired.
    private struct Call: Equatable {
        let context: UnsafeMutablePointer<ThreadContext>
        /// The place of its proxy in the thread's frames; `frameCount` for any deeper call.
        let frame: Int
        let proxy: UInt

        var bit: UInt64 { 1 << UInt64(frame) }

        var isUnderWay: Bool {
            guard context.pointee.depth.load(ordering: .acquiring) > frame else { return false }
            return frame == ThreadContext.frameCount
                || context.pointee.frames[frame].load(ordering: .relaxed) == proxy
        }
    }

    private struct Entry: @unchecked Sendable {
        // Sendable: only the thread that removes the entry from the list, under the lock, runs `release`.

        /// Those that have not left yet.
        var calls: [Call]
        let release: () -> Void
    }

    private static let retired = ForkableMutex<[Entry]>([])

    /// Runs `release` after every call of `proxy` that is now under way has left.
    ///
    /// - Parameter release: Runs exactly once, without a lock: on this thread if there is no such call, else on the
    ///   thread of the last one as it leaves. Its objects are therefore never released on a thread unrelated to the
    ///   proxy.
    static func retire(proxy: UInt, release: @escaping () -> Void) {
        cthread_heavy_fence()
        let calls = callsUnderWay(of: proxy)
        if calls.isEmpty { return release() }
        let entry = Entry(calls: calls, release: release)
        let isAwaiting = retired.withLock { entries in
            for call in entry.calls { call.context.pointee.awaited.bitwiseOr(call.bit, ordering: .relaxed) }
            cthread_heavy_fence()
            var entry = entry
            // Others may have left without seeing the mark. It costs the next call at that depth a look at this list.
            entry.calls.removeAll { !$0.isUnderWay }
            if entry.calls.isEmpty { return false }
            entries.append(entry)
            return true
        }
        if !isAwaiting { entry.release() }
    }

    /// Runs the releases that waited for the call that has just left, unless they wait for others too.
    ///
    /// - Parameter depth: Number of calls still under way on the thread, and thus the frame of the call.
    @usableFromInline
    @inline(never)
    static func noteLeft(_ context: UnsafeMutablePointer<ThreadContext>, to depth: Int) {
        guard depth <= ThreadContext.frameCount,
            context.pointee.awaited.load(ordering: .relaxed) & 1 << UInt64(depth) != 0
        else { return }
        for release in take(context, 1 << UInt64(depth)) { release() }
    }

    /// The releases that waited only for calls of a thread that has ended. Run them once the context is free.
    static func takeAll(_ context: UnsafeMutablePointer<ThreadContext>) -> [() -> Void] { take(context, .max) }

    /// - Parameter left: The frames of calls that have left, as bits.
    private static func take(_ context: UnsafeMutablePointer<ThreadContext>, _ left: UInt64) -> [() -> Void] {
        let done = retired.withLock { entries in
            context.pointee.awaited.bitwiseAnd(~left, ordering: .relaxed)
            for index in entries.indices {
                entries[index].calls.removeAll { $0.context == context && $0.bit & left != 0 }
            }
            let done = entries.filter(\.calls.isEmpty)
            if !done.isEmpty { entries.removeAll(where: \.calls.isEmpty) }
            return done
        }
        return done.map(\.release)
    }

    /// The calls of the proxy that are under way, and all that are nested too deeply to identify their proxy.
    private static func callsUnderWay(of proxy: UInt) -> [Call] {
        var calls: [Call] = []
        ThreadContexts.forEach { context in
            let depth = context.pointee.depth.load(ordering: .acquiring)
            for frame in 0..<min(depth, ThreadContext.frameCount)
            where context.pointee.frames[frame].load(ordering: .relaxed) == proxy {
                calls.append(Call(context: context, frame: frame, proxy: proxy))
            }
            if depth > ThreadContext.frameCount {
                calls.append(Call(context: context, frame: ThreadContext.frameCount, proxy: proxy))
            }
        }
        return calls
    }
}
