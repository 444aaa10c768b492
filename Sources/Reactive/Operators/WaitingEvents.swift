// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

// Not inside the generic class: there they would be generic, too, and looked up each time.
private struct WaitingState {
    var end: TerminalEvent?
    var isDisposed = false
}

private enum FirstEvent {
    case element
    case end(TerminalEvent)
    case nothing
}

/// The events of one source on their way to a scheduler. Disposal drops them.
final class WaitingEvents<Element>: Disposable {
    // Guards `elements`, too. Events are taken out by one thread at a time, which owns `scratch` while it does.
    private let state = Locked(WaitingState())
    private var elements = ElementQueue<Element>()
    private let scratch = UnsafeMutablePointer<Element>.allocate(capacity: 1)

    deinit {
        scratch.deallocate()
    }

    func append(_ element: Element) {
        state.withLock { state in
            if !state.isDisposed, state.end == nil { elements.append(element) }
        }
    }

    func append(_ end: TerminalEvent) {
        state.withLock { state in
            if !state.isDisposed, state.end == nil { state.end = end }
        }
    }

    /// Sends the first event; `false` if there is none.
    func sendFirst(to outlet: Outlet<Element>) -> Bool {
        let first: FirstEvent = state.withLock { state in
            if elements.count > 0 {
                elements.moveFirst(to: scratch)
                return .element
            }
            guard let end = state.end else { return .nothing }
            state.isDisposed = true
            return .end(end)
        }
        switch first {
        case .element:
            outlet.next(scratch.pointee)
            scratch.deinitialize(count: 1)
        case .end(.error(let error)): outlet.error(error)
        case .end(.completed): outlet.completed()
        case .nothing: return false
        }
        return true
    }

    func dispose() {
        var dropped = ElementQueue<Element>()
        var end: TerminalEvent?
        state.withLock { state in
            swap(&elements, &dropped)
            swap(&state.end, &end)
            state.isDisposed = true
        }
        // Released after the lock, because that may run foreign code.
        withExtendedLifetime((dropped, end)) {}
    }
}

/// Whose turn it is: at most one is scheduled or taken at a time.
final class Turns: Sendable {
    private struct State {
        var waitingCount = 0
        var hasTurn = false
        /// The thread that is in the scheduler's `schedule`.
        var schedulingThread: pthread_t?
        var needsAnother = false
    }

    private let state = Locked(State())

    /// Adds an event; `true` if the caller must schedule a turn for it.
    func announce() -> Bool {
        state.withLock { state in
            state.waitingCount += 1
            defer { state.hasTurn = true }
            return !state.hasTurn
        }
    }

    func beginScheduling() {
        state.withLock { state in
            state.schedulingThread = pthread_self()
            state.needsAnother = false
        }
    }

    /// `true` if the turn has been taken inside `schedule` and the caller must schedule another one.
    func endScheduling() -> Bool {
        state.withLock { state in
            // A thread that has taken the turn meanwhile may be scheduling the next one.
            guard state.schedulingThread == pthread_self() else { return false }
            state.schedulingThread = nil
            return state.needsAnother
        }
    }

    /// Ends a turn in which so many events have been sent; `true` if the caller must schedule another one.
    func endTurn(eventCount: Int) -> Bool {
        state.withLock { state in
            state.waitingCount -= eventCount
            guard state.waitingCount > 0 else {
                state.hasTurn = false
                return false
            }
            guard state.schedulingThread == pthread_self() else { return true }
            state.needsAnother = true
            return false
        }
    }
}
