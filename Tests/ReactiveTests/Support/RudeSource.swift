// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive

/// A source that exposes its observers directly: disposal does not affect them.
struct RudeSource: ObservableType {
    typealias Element = Int

    let onSubscribe: (AnyObserver<Int>) -> Void

    var observable: Observable<Int> {
        // `subscribe(on:)` is the one operator that subscribes to the source itself.
        subscribe(on: CurrentThreadScheduler.instance)
    }

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Int {
        onSubscribe(observer.asObserver())
        return Disposables.create()
    }
}
