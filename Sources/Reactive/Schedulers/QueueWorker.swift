// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Work and timers on a dispatch queue; the common part of the queue schedulers.
struct QueueWorker: Sendable {
    let queue: DispatchQueue
    let leeway: DispatchTimeInterval

    func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
        let cancel = SingleAssignmentDisposable()
        let work = Unchecked((state, action))
        queue.async {
            guard !cancel.isDisposed else { return }
            let (state, action) = work.value
            cancel.setDisposable(action(state))
        }
        return cancel
    }

    func scheduleRelative<State>(
        _ state: State,
        dueTime: DispatchTimeInterval,
        action: @escaping (State) -> any Disposable
    ) -> any Disposable {
        let result = SingleAssignmentDisposable()
        let timer = QueueTimer(queue: queue)
        timer.start(after: dueTime, period: .never, leeway: leeway) {
            timer.dispose()
            if !result.isDisposed { result.setDisposable(action(state)) }
        }
        return BinaryDisposable(timer, result)
    }

    func schedulePeriodic<State>(
        _ state: State,
        startAfter: DispatchTimeInterval,
        period: DispatchTimeInterval,
        action: @escaping (State) -> State
    ) -> any Disposable {
        let timer = QueueTimer(queue: queue)
        // A dispatch source never runs its handler concurrently, so the state needs no lock.
        var state = state
        timer.start(after: startAfter, period: period, leeway: leeway) {
            state = action(state)
        }
        return timer
    }
}

/// A dispatch timer; disposal releases its work.
private final class QueueTimer: Disposable, Sendable {
    private struct State {
        var work: (() -> Void)?
    }

    private let source: Unchecked<any DispatchSourceTimer>
    private let state = Locked(State())

    init(queue: DispatchQueue) {
        source = Unchecked(DispatchSource.makeTimerSource(queue: queue))
    }

    func start(
        after delay: DispatchTimeInterval,
        period: DispatchTimeInterval,
        leeway: DispatchTimeInterval,
        work: @escaping () -> Void
    ) {
        state.withLock { $0.work = work }
        let source = source.value
        source.schedule(deadline: .now() + delay, repeating: period, leeway: leeway)
        source.setEventHandler { self.state.withLock { $0 }.work?() }
        source.resume()
    }

    func dispose() {
        // Cancellation releases the handler, and with it the reference to this object.
        source.value.cancel()
        // Released outside the lock: it may run foreign code.
        let last = state.withLock { state in
            let last = state
            state.work = nil
            return last
        }
        withExtendedLifetime(last) {}
    }
}
