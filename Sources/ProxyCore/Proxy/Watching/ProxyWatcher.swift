// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// A thread that looks twice a second after the proxies that are installed: whether their properties still hold them, and
/// whether their parent objects are still there.
///
/// It runs while there are such proxies. Where it cannot be started, or in a process that was forked off, nothing is
/// watched until the next proxy is installed, and the status of a proxy says so.
package final class ProxyWatcher: Sendable {
    /// The watcher of the process.
    package static let shared = ProxyWatcher()

    private static let intervalNanoseconds: UInt64 = 500_000_000
    /// After which what was seen once is looked at again.
    private static let confirmationNanoseconds: UInt64 = 50_000_000

    private struct State {
        var watches: [Int: PropertyWatch] = [:]
        /// The process that the thread was started in, nil while there is none.
        var process: Int32?
    }

    private let state = Mutex(State())
    private let startThread: @Sendable (ProxyWatcher) -> Int32
    /// The thread sleeps on it; nobody changes it.
    private let sleep = Atomic<UInt32>(0)

    /// - Parameter startThread: Returns 0, or an error number.
    package init(startThread: @escaping @Sendable (ProxyWatcher) -> Int32 = start) {
        self.startThread = startThread
        cthread_prepare_fork_gate()
    }

    /// Whether the thread runs.
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

    /// Looks now, on the calling thread.
    ///
    /// - Parameter number: Number of the one proxy to look after; nil for all.
    package func lookNow(at number: Int? = nil) { look(at: number, confirmingAfterNanoseconds: 0) }

    private func look(at number: Int? = nil, confirmingAfterNanoseconds delay: UInt64) {
        let watches = exceptInFork {
            state.withLock { state in state.watches.values.filter { number == nil || $0.number == number } }
        }
        let suspects = exceptInFork { watches.filter { $0.look() } }
        if !suspects.isEmpty {
            if delay > 0 { FutexWord.wait(sleep, while: 0, atMostNanoseconds: delay) }
            exceptInFork { suspects.forEach { _ = $0.look() } }
        }
        // From here on, what is let go may run code of the program.
        watches.forEach { $0.releaseTargetIfLost() }
        if watches.contains(where: { !$0.isParentAlive }) { DelegateProxyRegistry.endDead() }
    }

    /// What takes locks on the watcher's thread is not under way while another thread forks.
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

    /// Whether there is nothing to look after; then the next proxy starts another thread.
    private func isDone() -> Bool {
        state.withLock { state in
            if state.watches.isEmpty { state.process = nil }
            return state.watches.isEmpty
        }
    }
}
