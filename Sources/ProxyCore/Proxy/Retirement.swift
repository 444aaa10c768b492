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
        let proxy: UInt
        let release: () -> Void
    }

    private static let retired = Mutex<[Entry]>([])

    /// Lets `release` run once no call of `proxy` is under way that began before.
    ///
    /// - Parameter release: Runs exactly once, without a lock, on this thread or on that of a call that leaves.
    static func retire(proxy: UInt, release: @escaping () -> Void) {
        let entry = Entry(proxy: proxy, release: release)
        retired.withLock { $0.append(entry) }
        reclaim()
    }

    /// Runs the releases that no call stands in the way of.
    @usableFromInline
    @inline(never)
    static func reclaim() {
        cthread_heavy_fence()
        let busy = busyProxies()
        let free = retired.withLock { entries -> [Entry] in
            let free = entries.filter { !busy.contains($0.proxy) && !busy.contains(0) }
            if !free.isEmpty { entries.removeAll { !busy.contains($0.proxy) && !busy.contains(0) } }
            return free
        }
        for entry in free { entry.release() }
    }

    /// Proxies that have calls under way; 0 stands for calls nested too deeply to be told apart.
    private static func busyProxies() -> Set<UInt> {
        var busy: Set<UInt> = []
        ThreadContexts.forEach { context in
            let depth = context.pointee.depth.load(ordering: .acquiring)
            for frame in 0..<min(depth, ThreadContext.frameCount) {
                busy.insert(context.pointee.frames[frame].load(ordering: .relaxed))
            }
            if depth > ThreadContext.frameCount { busy.insert(0) }
        }
        return busy
    }
}
