// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Holds any number of disposables and disposes of them together.
public final class CompositeDisposable: Cancelable, Sendable {
    /// Names one disposable inside one composite, for `remove(for:)`.
    public struct DisposeKey: Sendable {
        fileprivate let key: BagKey
    }

    private let tracked = TrackedResource()
    /// `nil` once disposed of.
    private let members: Locked<Bag<any Disposable>?>

    /// Makes an empty one.
    public init() {
        members = Locked(Bag())
    }

    /// Makes one that holds two.
    public convenience init(_ first: any Disposable, _ second: any Disposable) {
        self.init(disposables: [first, second])
    }

    /// Makes one that holds three.
    public convenience init(_ first: any Disposable, _ second: any Disposable, _ third: any Disposable) {
        self.init(disposables: [first, second, third])
    }

    /// Makes one that holds four or more.
    public convenience init(
        _ first: any Disposable,
        _ second: any Disposable,
        _ third: any Disposable,
        _ fourth: any Disposable,
        _ others: any Disposable...
    ) {
        self.init(disposables: [first, second, third, fourth] + others)
    }

    /// Makes one that holds all of `disposables`.
    public init(disposables: [any Disposable]) {
        var bag = Bag<any Disposable>()
        for disposable in disposables { _ = bag.insert(disposable) }
        members = Locked(bag)
    }

    /// Whether `dispose()` has been called. Callable from any thread.
    public var isDisposed: Bool { members.withLock { $0 == nil } }

    /// The number of disposables that it holds; 0 after disposal.
    public var count: Int { members.withLock { $0?.count ?? 0 } }

    /// Adds `disposable`.
    ///
    /// - Returns: Its key; `nil` if this object has been disposed of, and then `disposable` has been too.
    public func insert(_ disposable: any Disposable) -> DisposeKey? {
        guard let key = members.withLock({ $0?.insert(disposable) }) else {
            disposable.dispose()
            return nil
        }
        return DisposeKey(key: key)
    }

    /// Takes out the disposable that `disposeKey` names and disposes of it.
    public func remove(for disposeKey: DisposeKey) {
        members.withLock { $0?.removeKey(disposeKey.key) }?.dispose()
    }

    /// Disposes of all that it holds, in the order in which they were inserted, and of whatever is inserted later.
    public func dispose() {
        members.withLock { $0.take() }?.forEach { $0.dispose() }
    }
}
