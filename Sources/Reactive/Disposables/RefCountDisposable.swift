// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Disposes of another disposable once it has been disposed of itself and all that `retain()` gave out have been too.
public final class RefCountDisposable: Cancelable, Sendable {
    private struct State {
        var disposable: (any Disposable)?
        var isPrimaryDisposed = false
        var retainCount = 0

        mutating func takeIfFree() -> (any Disposable)? {
            isPrimaryDisposed && retainCount == 0 ? disposable.take() : nil
        }
    }

    private let tracked = TrackedResource()
    private let state: Locked<State>

    /// Makes one that guards `disposable`.
    public init(disposable: any Disposable) {
        state = Locked(State(disposable: disposable))
    }

    /// Whether the guarded disposable has been disposed of. Callable from any thread.
    public var isDisposed: Bool { state.withLock { $0.disposable == nil } }

    /// Gives out a disposable that has to be disposed of before the guarded one is; one that does nothing if that has
    /// already happened.
    public func retain() -> any Disposable {
        let isAlive = state.withLock { state in
            guard state.disposable != nil else { return false }
            state.retainCount += 1
            return true
        }
        return isAlive ? AnonymousDisposable { self.release() } : Disposables.create()
    }

    /// Gives up the first claim on the guarded disposable.
    public func dispose() {
        let freed = state.withLock { state in
            state.isPrimaryDisposed = true
            return state.takeIfFree()
        }
        freed?.dispose()
    }

    private func release() {
        let freed = state.withLock { state in
            state.retainCount -= 1
            return state.takeIfFree()
        }
        freed?.dispose()
    }
}
