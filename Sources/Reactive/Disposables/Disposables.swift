// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Factory of disposables.
public struct Disposables {
    private init() {}
}

extension Disposables {
    /// A disposable that does nothing.
    public static func create() -> any Disposable {
        EmptyDisposable()
    }

    /// A disposable that calls `dispose` on the first disposal, then releases it.
    public static func create(with dispose: @escaping () -> Void) -> any Cancelable {
        AnonymousDisposable(dispose)
    }

    /// A disposable that disposes of both, in this order.
    public static func create(_ first: any Disposable, _ second: any Disposable) -> any Cancelable {
        BinaryDisposable(first, second)
    }

    /// A disposable that disposes of all three, in this order.
    public static func create(
        _ first: any Disposable,
        _ second: any Disposable,
        _ third: any Disposable
    ) -> any Cancelable {
        CompositeDisposable(first, second, third)
    }

    /// A disposable that disposes of all of them, in this order.
    public static func create(
        _ first: any Disposable,
        _ second: any Disposable,
        _ third: any Disposable,
        _ others: any Disposable...
    ) -> any Cancelable {
        CompositeDisposable(disposables: [first, second, third] + others)
    }

    /// A disposable that disposes of all of them, in this order.
    public static func create(_ disposables: [any Disposable]) -> any Cancelable {
        switch disposables.count {
        case 2: BinaryDisposable(disposables[0], disposables[1])
        default: CompositeDisposable(disposables: disposables)
        }
    }
}

/// A disposable without effect.
struct EmptyDisposable: Disposable {
    func dispose() {}
}
