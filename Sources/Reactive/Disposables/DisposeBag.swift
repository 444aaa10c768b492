// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Disposes of its contents when it is deallocated.
///
/// To dispose earlier, replace the bag, or use `CompositeDisposable`.
public final class DisposeBag: Sendable {
    private let tracked = TrackedResource()
    private let members = Locked<[any Disposable]>([])

    /// Creates an empty bag.
    public init() {}

    /// Creates a bag with `disposables` in it.
    public convenience init(disposing disposables: any Disposable...) {
        self.init()
        insert(disposables)
    }

    /// Creates a bag with the disposables of the builder.
    public convenience init(@DisposableBuilder builder: () -> [any Disposable]) {
        self.init()
        insert(builder())
    }

    /// Creates a bag with `disposables` in it.
    public convenience init(disposing disposables: [any Disposable]) {
        self.init()
        insert(disposables)
    }

    deinit {
        for member in members.withLock({ $0 }) { member.dispose() }
    }

    /// Adds one disposable. Callable from any thread.
    public func insert(_ disposable: any Disposable) {
        members.withLock { $0.append(disposable) }
    }

    /// Adds several disposables. Callable from any thread.
    public func insert(_ disposables: any Disposable...) {
        insert(disposables)
    }

    /// Adds the disposables of the builder.
    public func insert(@DisposableBuilder builder: () -> [any Disposable]) {
        insert(builder())
    }

    /// Adds several disposables. Callable from any thread.
    public func insert(_ disposables: [any Disposable]) {
        members.withLock { $0.append(contentsOf: disposables) }
    }

    /// Lists disposables for a bag, one per line.
    @resultBuilder
    public struct DisposableBuilder {
        /// One block of disposables.
        public static func buildBlock(_ disposables: any Disposable...) -> [any Disposable] {
            disposables
        }
    }
}

extension Disposable {
    /// Puts the disposable into `bag`.
    public func disposed(by bag: DisposeBag) {
        bag.insert(self)
    }
}
