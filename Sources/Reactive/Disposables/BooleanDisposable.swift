// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Only remembers that it has been disposed of, for loops that ask.
public final class BooleanDisposable: Cancelable, Sendable {
    private let tracked = TrackedResource()
    private let disposed: Atomic<Bool>

    /// Makes one that is not disposed of yet.
    public convenience init() {
        self.init(isDisposed: false)
    }

    /// Makes one in the given state.
    public init(isDisposed: Bool) {
        disposed = Atomic(isDisposed)
    }

    /// Whether `dispose()` has been called. Callable from any thread.
    public var isDisposed: Bool { disposed.load(ordering: .acquiring) }

    /// Remembers the disposal.
    public func dispose() {
        disposed.store(true, ordering: .releasing)
    }
}
