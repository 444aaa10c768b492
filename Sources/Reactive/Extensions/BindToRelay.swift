// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends each element to `relays`. An error is fatal in debug builds and printed in others; the end is ignored.
    public func bind(to relays: PublishRelay<Element>...) -> any Disposable {
        bind { element in relays.forEach { $0.accept(element) } }
    }

    /// Sends each element to `relays`, which take optional ones; see above.
    public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
        bind { element in relays.forEach { $0.accept(element) } }
    }

    /// Sends each element to `relays`. An error is fatal in debug builds and printed in others; the end is ignored.
    public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable {
        bind { element in relays.forEach { $0.accept(element) } }
    }

    /// Sends each element to `relays`, which take optional ones; see above.
    public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
        bind { element in relays.forEach { $0.accept(element) } }
    }

    /// Sends each element to `relays`. An error is fatal in debug builds and printed in others; the end is ignored.
    public func bind(to relays: ReplayRelay<Element>...) -> any Disposable {
        bind { element in relays.forEach { $0.accept(element) } }
    }

    /// Sends each element to `relays`, which take optional ones; see above.
    public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
        bind { element in relays.forEach { $0.accept(element) } }
    }
}
