// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Calls a closure on the first disposal.
final class AnonymousDisposable: Cancelable, Sendable {
    private let tracked = TrackedResource()
    private let action: Locked<(() -> Void)?>

    init(_ action: @escaping () -> Void) {
        self.action = Locked(action)
    }

    var isDisposed: Bool { action.withLock { $0 == nil } }

    func dispose() {
        action.withLock { $0.take() }?()
    }
}
