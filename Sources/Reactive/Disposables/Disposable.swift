// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A subscription, timer, or scheduled work that can be ended.
public protocol Disposable {
    /// Ends it. A second call does nothing.
    func dispose()
}

/// A disposable with a readable state.
public protocol Cancelable: Disposable {
    /// Whether `dispose()` has been called.
    var isDisposed: Bool { get }
}
