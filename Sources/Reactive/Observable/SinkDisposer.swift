// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The handle of a subscription: its state, and the disposable of the subscription to the source.
///
/// A sink and the caller of `subscribe` share it. It doesn't retain the sink, and releases the source's handle on
/// disposal, so neither an unfinished subscription nor a retained finished one leaks. Disposal may precede the source's
/// handle, if the source ends during subscription; the handle is then disposed of on arrival.
final class SinkDisposer: Cancelable, Sendable {
    private enum Source {
        case unknown
        case known(any Disposable)
        case dropped
    }

    private let tracked = TrackedResource()
    private let closed = Atomic<Bool>(false)
    private let source = Locked<Source>(.unknown)

    /// Whether events are stopped.
    var isDisposed: Bool {
        @inline(__always) get { closed.load(ordering: .relaxed) }
    }

    /// Stops events; `true` for the first caller.
    func close() -> Bool {
        !closed.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Sets the disposable of the subscription to the source. Called once.
    func setSource(_ disposable: any Disposable) {
        let isTooLate = source.withLock { source in
            if case .dropped = source { return true }
            source = .known(disposable)
            return false
        }
        if isTooLate { disposable.dispose() }
    }

    func dispose() {
        closed.store(true, ordering: .releasing)
        let previous = source.withLock { source in
            let previous = source
            source = .dropped
            return previous
        }
        if case .known(let disposable) = previous { disposable.dispose() }
    }
}
