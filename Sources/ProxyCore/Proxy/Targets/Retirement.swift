// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// Ends the lives of proxy states that calls may still be using.
///
/// A call marks its thread with its proxy before it reads the state (`ThreadContext.enter`), and takes the mark away
/// when it leaves. A state that was replaced is let go once no thread is marked with its proxy: at once when there is
/// no such call, else by the last of those calls as it leaves. Two fences make that sure: a thread whose mark was not
/// seen reads the new state, and a call that left without seeing its proxy's count of retired states was seen to have
/// left.
@usableFromInline
enum Retirement {
    private struct Entry: @unchecked Sendable {
        // Sendable: whoever takes the entry off the list under the lock is the only one to run `release`.

        /// Tells it from those that were retired later; 0 while it is on no list.
        var number = 0
        let proxy: UInt
        let release: () -> Void
    }

    private struct State {
        var entries: [Entry] = []
        var lastNumber = 0

        mutating func append(_ entry: Entry) {
            lastNumber += 1
            entries.append(entry)
            entries[entries.count - 1].number = lastNumber
        }
    }

    private static let retired = Mutex(State())

    /// Lets `release` run once no call of `proxy` is under way that began before.
    ///
    /// - Parameter release: Runs exactly once, without a lock: on this thread when there is no such call, else on that of
    ///   the last one as it leaves. What it lets go is not let go on a thread that has nothing to do with the proxy.
    static func retire(proxy: UInt, release: @escaping () -> Void) {
        cthread_heavy_fence()
        if !isBusy(proxy) { return release() }
        let entry = Entry(proxy: proxy, release: release)
        retired.withLock { $0.append(entry) }
        // The call may have left before the entry was there to be seen.
        reclaim(proxy)
    }

    /// Runs the releases of a proxy unless a call stands in the way.
    @usableFromInline
    @inline(never)
    static func reclaim(_ proxy: UInt) {
        // Read before the threads are looked at: what is retired afterwards may belong to a call that began afterwards.
        let last = retired.withLock { $0.lastNumber }
        cthread_heavy_fence()
        if isBusy(proxy) { return }
        for entry in take(where: { $0.proxy == proxy && $0.number <= last }) { entry.release() }
    }

    /// Runs the releases of all proxies that no call stands in the way of: a thread that was nested too deeply for its
    /// calls to be told apart held all of them up.
    @usableFromInline
    @inline(never)
    static func reclaimAll() {
        for proxy in Set(retired.withLock { $0.entries.map(\.proxy) }) { reclaim(proxy) }
    }

    private static func take(where isTaken: (Entry) -> Bool) -> [Entry] {
        retired.withLock { state in
            let taken = state.entries.filter(isTaken)
            if !taken.isEmpty { state.entries.removeAll(where: isTaken) }
            return taken
        }
    }

    /// Whether a call of the proxy is under way, or one that is nested too deeply to be told from it.
    private static func isBusy(_ proxy: UInt) -> Bool {
        var isBusy = false
        ThreadContexts.forEach { context in
            let depth = context.pointee.depth.load(ordering: .acquiring)
            if depth > ThreadContext.frameCount { isBusy = true }
            for frame in 0..<min(depth, ThreadContext.frameCount) {
                if context.pointee.frames[frame].load(ordering: .relaxed) == proxy { isBusy = true }
            }
        }
        return isBusy
    }
}
