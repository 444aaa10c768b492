// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A disposable flag for loops.
public final class BooleanDisposable: Cancelable, Sendable {
    private let tracked = TrackedResource()
    private let disposed: Atomic<Bool>

    /// Creates one that is not disposed of.
    public convenience init() {
        self.init(isDisposed: false)
    }

    /// Creates one in the given state.
    public init(isDisposed: Bool) {
        disposed = Atomic(isDisposed)
    }

    /// Whether `dispose()` has been called. Callable from any thread.
    public var isDisposed: Bool { disposed.load(ordering: .acquiring) }

    /// Sets the flag.
    public func dispose() {
        disposed.store(true, ordering: .releasing)
    }
}
