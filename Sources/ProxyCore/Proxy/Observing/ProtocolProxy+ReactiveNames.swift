// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Reactive

/// Reactive's `Observable`, by a name that no type of a proxy has.
public typealias ProxyObservable<Element> = Observable<Element>

/// Reactive's `Disposable`, by a name that no type of a proxy has.
public typealias ProxyDisposable = Disposable

// A macro cannot add an import to the file that it expands in, and the methods of a proxy name these types.
extension ProtocolProxy {
    /// Reactive's `Observable`, for subclasses in files that do not import it.
    public typealias Observable = ProxyObservable

    /// Reactive's `Disposable`, for subclasses in files that do not import it.
    public typealias Disposable = ProxyDisposable
}
