// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Holds one disposable at a time, and disposes of it when it is replaced.
public final class SerialDisposable: Cancelable, Sendable {
    private struct State {
        var current: (any Disposable)?
        var isDisposed = false
    }

    private let tracked = TrackedResource()
    private let state = Locked(State())

    /// Creates an empty one.
    public init() {}

    /// Whether `dispose()` has been called. Callable from any thread.
    public var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// The current disposable.
    ///
    /// Setting it disposes of the previous one, or of the new one after disposal. After disposal, it reads as a
    /// disposable without effect.
    public var disposable: any Disposable {
        get { state.withLock { $0.current } ?? Disposables.create() }
        set {
            let superseded: (any Disposable)? = state.withLock { state in
                guard !state.isDisposed else { return newValue }
                let previous = state.current
                state.current = newValue
                return previous
            }
            superseded?.dispose()
        }
    }

    /// Disposes of the current disposable, and of any set later.
    public func dispose() {
        let held = state.withLock { state in
            state.isDisposed = true
            return state.current.take()
        }
        held?.dispose()
    }
}
