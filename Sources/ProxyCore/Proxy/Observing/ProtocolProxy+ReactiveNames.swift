// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Reactive

/// Reactive's `Observable`, under a name that no type nested in a proxy has.
public typealias ProxyObservable<Element> = Observable<Element>

/// Reactive's `Disposable`, under a name that no type nested in a proxy has.
public typealias ProxyDisposable = Disposable

// A macro cannot add an import to the file in which it is expanded, and the generated methods use these types.
extension ProtocolProxy {
    /// Reactive's `Observable`, for subclasses in files that do not import it.
    public typealias Observable = ProxyObservable

    /// Reactive's `Disposable`, for subclasses in files that do not import it.
    public typealias Disposable = ProxyDisposable
}
