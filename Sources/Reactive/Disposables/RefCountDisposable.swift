// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Disposes of another disposable after its own disposal and that of all disposables from `retain()`.
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

    /// Creates one for `disposable`.
    public init(disposable: any Disposable) {
        state = Locked(State(disposable: disposable))
    }

    /// Whether the guarded disposable has been disposed of. Callable from any thread.
    public var isDisposed: Bool { state.withLock { $0.disposable == nil } }

    /// Returns a disposable that keeps the guarded one from disposal; one without effect if that has happened already.
    public func retain() -> any Disposable {
        let isAlive = state.withLock { state in
            guard state.disposable != nil else { return false }
            state.retainCount += 1
            return true
        }
        return isAlive ? AnonymousDisposable { self.release() } : Disposables.create()
    }

    /// Releases the initial claim on the guarded disposable.
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
