// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive

/// A source that counts subscriptions and disposals, and sends the given events.
final class ProbeSource: Sendable {
    private struct State {
        var observers = Bag<AnyObserver<Int>>()
        var subscribed = 0
        var disposed = 0
    }

    private let state = Guarded(State())

    var subscribedCount: Int { state.value.subscribed }
    var disposedCount: Int { state.value.disposed }

    var observable: Observable<Int> {
        .create { observer in
            let key = self.state.change { state in
                state.subscribed += 1
                return state.observers.insert(observer)
            }
            return Disposables.create {
                let removed = self.state.change { state in
                    state.disposed += 1
                    return state.observers.removeKey(key)
                }
                _ = removed
            }
        }
    }

    func send(_ event: Event<Int>) {
        state.value.observers.forEach { $0.on(event) }
    }
}
