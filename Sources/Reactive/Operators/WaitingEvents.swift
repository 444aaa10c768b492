// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

// Outside the generic class: nested types would be generic too, and looked up each time.
private struct WaitingState {
    var end: TerminalEvent?
    var isDisposed = false
}

private enum FirstEvent {
    case element
    case end(TerminalEvent)
    case nothing
}

/// The events of a source waiting for a scheduler. Disposal drops them.
///
/// One thread at a time sends them. It takes all elements that have arrived at once, so the threads rarely meet.
final class WaitingEvents<Element>: Disposable {
    // Guards `arrived` too.
    private let state = Locked(WaitingState())
    private var arrived = ElementQueue<Element>()
    // Guards `ready`, for the sending thread and disposal.
    private let gate = SerialGate()
    private var ready = ElementQueue<Element>()
    /// The element being sent; used by the sending thread.
    private let scratch = UnsafeMutablePointer<Element>.allocate(capacity: 1)

    deinit {
        scratch.deallocate()
    }

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
        switch takeFirst() {
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
            swap(&arrived, &dropped)
            swap(&state.end, &end)
            state.isDisposed = true
        }
        // Released outside the lock: it may run foreign code.
        withExtendedLifetime((dropped, end)) {}
        gate.run { self.ready = ElementQueue() }
    }

    /// Moves the first element to `scratch`, or takes the end.
    private func takeFirst() -> FirstEvent {
        // Only disposal can be inside, and then there is nothing to send.
        guard gate.enter() else { return .nothing }
        defer { gate.leave() }
        if ready.count == 0, let end = refill() { return .end(end) }
        guard ready.count > 0 else { return .nothing }
        ready.moveFirst(to: scratch)
        return .element
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
