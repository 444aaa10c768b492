// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Something that can be ended: a subscription, a timer, a piece of scheduled work.
public protocol Disposable {
    /// Ends it. A second call does nothing.
    func dispose()
}

/// A disposable that knows whether it has been disposed of.
public protocol Cancelable: Disposable {
    /// Whether `dispose()` has been called.
    var isDisposed: Bool { get }
}
