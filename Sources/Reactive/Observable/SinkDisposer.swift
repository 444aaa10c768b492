// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The handle of one subscription: says whether it is over, and holds what ends the subscription to the source.
///
/// A sink and the caller of `subscribe` share it. It does not hold the sink, and it drops the source's handle when it is
/// disposed of; so neither an unfinished subscription nor a finished one that somebody keeps can leak. Disposal may
/// come before the source's handle is known (a source may end while one still subscribes to it): that handle is then
/// disposed of on arrival.
final class SinkDisposer: Cancelable, Sendable {
    private enum Source {
        case unknown
        case known(any Disposable)
        case dropped
    }

    private let tracked = TrackedResource()
    private let closed = Atomic<Bool>(false)
    private let source = Locked<Source>(.unknown)

    /// Whether no event may pass any more.
    var isDisposed: Bool {
        @inline(__always) get { closed.load(ordering: .relaxed) }
    }

    /// Stops events; `true` for the one caller who was first.
    func close() -> Bool {
        !closed.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Hands over what ends the subscription to the source. Called once.
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
