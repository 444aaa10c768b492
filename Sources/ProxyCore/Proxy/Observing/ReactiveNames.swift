// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Reactive

// A macro cannot add an import to the file in which it is expanded, and the generated methods use these types.

/// Reactive's `Observable`, for files that do not import it.
public typealias ProxyObservable<Element> = Observable<Element>

/// Reactive's `Disposable`, for files that do not import it.
public typealias ProxyDisposable = Disposable
