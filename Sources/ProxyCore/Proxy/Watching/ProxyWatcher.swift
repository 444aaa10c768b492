// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// A thread that checks installed proxies twice a second: whether their properties still hold them, and whether their
/// parent objects are alive.
///
/// It runs while there are such proxies. If it cannot be started, and in a forked process, nothing is watched until the
/// next proxy is installed; a proxy's status reports this.
package final class ProxyWatcher: Sendable {
    /// The watcher of the process.
    package static let shared = ProxyWatcher()

    private static let intervalNanoseconds: UInt64 = 500_000_000
    /// Delay before a first sighting is checked again.
    private static let confirmationNanoseconds: UInt64 = 50_000_000

    private struct State {
        var watches: [Int: PropertyWatch] = [:]
        /// The process in which the thread was started, nil while there is none.
        var process: Int32?
    }

    private let state = Mutex(State())
    private let startThread: @Sendable (ProxyWatcher) -> Int32
    /// The word on which the thread sleeps; its value never changes.
    private let sleep = Atomic<UInt32>(0)

    /// - Parameter startThread: Returns 0, or an error number.
    package init(startThread: @escaping @Sendable (ProxyWatcher) -> Int32 = start) {
        self.startThread = startThread
        cthread_prepare_fork_gate()
    }

    /// Whether the thread is running in this process.
    package var isRunning: Bool { state.withLock { $0.process } == cthread_process_id() }

    func add(_ watch: PropertyWatch) {
        let process = cthread_process_id()
        let isStartDue = state.withLock { state in
            state.watches[watch.number] = watch
            defer { state.process = process }
            return state.process != process
        }
        if isStartDue, startThread(self) != 0 { state.withLock { $0.process = nil } }
    }

    func remove(_ number: Int) {
        withExtendedLifetime(state.withLock { $0.watches.removeValue(forKey: number) }) {}
    }

    /// Checks now, on the calling thread.
    ///
    /// - Parameter number: Number of the proxy to check; nil for all.
    package func lookNow(at number: Int? = nil) { look(at: number, confirmingAfterNanoseconds: 0) }

    private func look(at number: Int? = nil, confirmingAfterNanoseconds delay: UInt64) {
        let watches = exceptInFork {
            state.withLock { state in state.watches.values.filter { number == nil || $0.number == number } }
        }
        var news: [any WatchedProxy] = []
        let suspects = exceptInFork { look(at: watches, &news) }
        if !suspects.isEmpty {
            if delay > 0 { FutexWord.wait(sleep, while: 0, atMostNanoseconds: delay) }
            exceptInFork { _ = look(at: suspects, &news) }
        }
        // From here on, notifying observers and releasing an object may run user code.
        news.forEach { $0.tellOfChange() }
        news = []
        let lost = exceptInFork { watches.compactMap { watch in watch.findLostProxy().map { (watch, $0) } } }
        for (watch, proxy) in lost { watch.releaseTarget(of: proxy) }
        if watches.contains(where: { !$0.isParentAlive }) { DelegateProxyRegistry.endDead() }
    }

    /// Checks some properties.
    ///
    /// - Parameter news: Receives the proxies whose histories have a new event.
    /// - Returns: The watches to check again.
    private func look(at watches: [PropertyWatch], _ news: inout [any WatchedProxy]) -> [PropertyWatch] {
        watches.filter { watch in
            switch watch.look() {
            case .nothing: return false
            case .suspect: return true
            case .news(let proxy):
                news.append(proxy)
                return false
            }
        }
    }

    /// Runs `body`, which takes locks, while no other thread forks.
    private func exceptInFork<Result>(_ body: () -> Result) -> Result {
        cthread_enter_fork_gate()
        defer { cthread_leave_fork_gate() }
        return body()
    }

    // MARK: The thread

    /// Starts the thread.
    package static func start(_ watcher: ProxyWatcher) -> Int32 {
        let context = Unmanaged.passRetained(watcher)
        let status = cthread_start(
            "proxy watcher",
            { Unmanaged<ProxyWatcher>.fromOpaque($0).takeRetainedValue().run() },
            context.toOpaque()
        )
        if status != 0 { context.release() }
        return status
    }

    private func run() {
        while true {
            FutexWord.wait(sleep, while: 0, atMostNanoseconds: Self.intervalNanoseconds)
            if exceptInFork({ isDone() }) { return }
            look(confirmingAfterNanoseconds: Self.confirmationNanoseconds)
        }
    }

    /// Whether there is nothing left to watch; the next proxy then starts another thread.
    private func isDone() -> Bool {
        state.withLock { state in
            if state.watches.isEmpty { state.process = nil }
            return state.watches.isEmpty
        }
    }
}
