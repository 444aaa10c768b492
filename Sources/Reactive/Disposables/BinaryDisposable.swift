// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Disposes of two disposables, in order.
final class BinaryDisposable: Cancelable, Sendable {
    private let tracked = TrackedResource()
    private let both: Locked<(any Disposable, any Disposable)?>

    init(_ first: any Disposable, _ second: any Disposable) {
        both = Locked((first, second))
    }

    var isDisposed: Bool { both.withLock { $0 == nil } }

    func dispose() {
        guard let (first, second) = both.withLock({ $0.take() }) else { return }
        first.dispose()
        second.dispose()
    }
}
