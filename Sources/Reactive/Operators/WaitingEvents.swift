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
final class WaitingEvents<Element>: Disposable {
    // Guards `elements` too. One thread at a time takes events, and owns `scratch` meanwhile.
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
        // Released outside the lock: it may run foreign code.
        withExtendedLifetime((dropped, end)) {}
    }
}
