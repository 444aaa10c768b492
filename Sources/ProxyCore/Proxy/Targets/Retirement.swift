// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// Frees replaced proxy states once no call uses them any more.
///
/// A call marks its thread with its proxy before it reads the state (`ThreadContext.enter`), and removes the mark when
/// it leaves. A replaced state is released once no thread is marked with its proxy: immediately if there is no such
/// call, else by the last such call as it leaves. Two fences make this safe. A thread whose mark was not seen reads the
/// new state. A call that leaves without seeing its proxy's count of retired states was seen to have left.
@usableFromInline
enum Retirement {
    private struct Entry: @unchecked Sendable {
        // Sendable: only the thread that removes the entry from the list, under the lock, runs `release`.

        /// Orders entries by time of retirement; 0 before the entry is listed.
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

    /// Runs `release` after every call of `proxy` that is now under way has left.
    ///
    /// - Parameter release: Runs exactly once, without a lock: on this thread if there is no such call, else on the
    ///   thread of the last one as it leaves. Its objects are therefore never released on a thread unrelated to the
    ///   proxy.
    static func retire(proxy: UInt, release: @escaping () -> Void) {
        cthread_heavy_fence()
        if !isBusy(proxy) { return release() }
        let entry = Entry(proxy: proxy, release: release)
        retired.withLock { $0.append(entry) }
        // The call may have left before the entry was listed.
        reclaim(proxy)
    }

    /// Runs the releases of a proxy unless one of its calls is under way.
    @usableFromInline
    @inline(never)
    static func reclaim(_ proxy: UInt) {
        // Read before the threads are checked: a later entry may belong to a later call.
        let last = retired.withLock { $0.lastNumber }
        cthread_heavy_fence()
        if isBusy(proxy) { return }
        for entry in take(where: { $0.proxy == proxy && $0.number <= last }) { entry.release() }
    }

    /// Runs the releases of all proxies without calls under way. Called when a thread leaves a nesting too deep to tell
    /// calls apart, which blocked the releases of all proxies.
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

    /// Whether a call of the proxy is under way, or any call nested too deeply to identify its proxy.
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
