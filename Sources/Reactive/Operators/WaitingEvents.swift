// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

// Outside the generic class: nested types would be generic too, and looked up each time.
private struct WaitingState {
    var end: TerminalEvent?
    var isDisposed = false
}

/// The events of a source waiting for a scheduler. Disposal drops them.
///
/// One thread at a time sends them. It takes all elements that have arrived at once, so the threads rarely meet. A
/// callback that runs its thread's queue may send the next event before it returns.
final class WaitingEvents<Element>: Disposable {
    // Guards `arrived` too.
    private let state = Locked(WaitingState())
    private var arrived = ElementQueue<Element>()
    // Guards `ready`, for the sending thread and disposal.
    private let gate = SerialGate()
    private var ready = ElementQueue<Element>()

    func append(_ element: Element) {
        state.withLock { state in
            if !state.isDisposed, state.end == nil { arrived.append(element) }
        }
    }

    func append(_ end: TerminalEvent) {
        state.withLock { state in
            if !state.isDisposed, state.end == nil { state.end = end }
        }
    }

    /// Sends the first event; `false` if there is none.
    func sendFirst(to outlet: Outlet<Element>) -> Bool {
        // Only disposal can be inside, and then there is nothing to send.
        guard gate.enter() else { return false }
        if ready.count == 0, let end = refill() {
            gate.leave()
            send(end, to: outlet)
            return true
        }
        guard ready.count > 0 else {
            gate.leave()
            return false
        }
        // Belongs to this call alone: a callback may run the main queue, which sends the next element inside it.
        let element = ready.removeFirst()
        gate.leave()
        outlet.next(element)
        return true
    }

    func dispose() {
        var dropped = ElementQueue<Element>()
        var end: TerminalEvent?
        state.withLock { state in
            swap(&arrived, &dropped)
            swap(&state.end, &end)
            state.isDisposed = true
        }
        // Released outside the lock: it may run foreign code.
        withExtendedLifetime((dropped, end)) {}
        gate.run { self.ready = ElementQueue() }
    }

    private func send(_ end: TerminalEvent, to outlet: Outlet<Element>) {
        switch end {
        case .error(let error): outlet.error(error)
        case .completed: outlet.completed()
        }
    }

    /// Makes the arrived elements ready; returns the end if there are none and it has arrived.
    private func refill() -> TerminalEvent? {
        state.withLock { state in
            if arrived.count > 0 {
                swap(&arrived, &ready)
                return nil
            }
            guard let end = state.end else { return nil }
            state.isDisposed = true
            return end
        }
    }
}
