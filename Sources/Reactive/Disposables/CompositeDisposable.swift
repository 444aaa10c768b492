// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Holds any number of disposables and disposes of them together.
public final class CompositeDisposable: Cancelable, Sendable {
    /// The key of a disposable in a composite, for `remove(for:)`.
    public struct DisposeKey: Sendable {
        fileprivate let key: BagKey
    }

    private let tracked = TrackedResource()
    /// `nil` once disposed of.
    private let members: Locked<Bag<any Disposable>?>

    /// Creates an empty one.
    public init() {
        members = Locked(Bag())
    }

    /// Creates one with two disposables.
    public convenience init(_ first: any Disposable, _ second: any Disposable) {
        self.init(disposables: [first, second])
    }

    /// Creates one with three disposables.
    public convenience init(_ first: any Disposable, _ second: any Disposable, _ third: any Disposable) {
        self.init(disposables: [first, second, third])
    }

    /// Creates one with four or more disposables.
    public convenience init(
        _ first: any Disposable,
        _ second: any Disposable,
        _ third: any Disposable,
        _ fourth: any Disposable,
        _ others: any Disposable...
    ) {
        self.init(disposables: [first, second, third, fourth] + others)
    }

    /// Creates one with `disposables`.
    public init(disposables: [any Disposable]) {
        var bag = Bag<any Disposable>()
        for disposable in disposables { _ = bag.insert(disposable) }
        members = Locked(bag)
    }

    /// Whether `dispose()` has been called. Callable from any thread.
    public var isDisposed: Bool { members.withLock { $0 == nil } }

    /// The number of disposables; 0 after disposal.
    public var count: Int { members.withLock { $0?.count ?? 0 } }

    /// Adds `disposable`.
    ///
    /// - Returns: Its key; `nil` if the composite has been disposed of, in which case `disposable` is too.
    public func insert(_ disposable: any Disposable) -> DisposeKey? {
        guard let key = members.withLock({ $0?.insert(disposable) }) else {
            disposable.dispose()
            return nil
        }
        return DisposeKey(key: key)
    }

    /// Removes the disposable with `disposeKey` and disposes of it.
    public func remove(for disposeKey: DisposeKey) {
        members.withLock { $0?.removeKey(disposeKey.key) }?.dispose()
    }

    /// Disposes of all disposables in insertion order, and of any inserted later.
    public func dispose() {
        members.withLock { $0.take() }?.forEach { $0.dispose() }
    }
}
