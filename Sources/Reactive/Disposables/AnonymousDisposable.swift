// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Calls a closure on the first disposal.
final class AnonymousDisposable: Cancelable, Sendable {
    private struct State {
        var action: (() -> Void)?
    }

    private let tracked = TrackedResource()
    private let state: Locked<State>

    init(_ action: @escaping () -> Void) {
        state = Locked(State(action: action))
    }

    var isDisposed: Bool { state.withLock { $0.action == nil } }

    func dispose() {
        let last = state.withLock { state in
            let last = State(action: state.action)
            state.action = nil
            return last
        }
        last.action?()
    }
}
