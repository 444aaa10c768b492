// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A type-erased observable sequence; the result type of all operators.
///
/// Thread safety: subscribing, disposing and sending are allowed from any thread at any time. Events arrive on the
/// sending thread, unless an operator such as `observe(on:)` moves them.
public class Observable<Element>: ObservableType, @unchecked Sendable {
    // Proof: immutable after `init`, and subclasses guard their own state. Closures are called on the subscribing and
    // sending threads (docs/reactive.md).
    private let tracked = TrackedResource()

    init() {}

    /// Begins to send events to `observer`.
    ///
    /// - Returns: A disposable that ends the subscription.
    public final func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Observer.Element == Element {
        attach(observer.asObserver().base)
    }

    /// The sequence itself.
    public final func asObservable() -> Observable<Element> {
        self
    }

    /// Begins to send events to `observer`; implemented by each kind of sequence.
    ///
    /// The default implementation is for immediate sequences.
    func attach(_ observer: ObserverBase<Element>) -> any Disposable {
        precondition(isImmediate, "Each kind of sequence says how one subscribes to it.")
        sendElements(to: observer)
        observer.onCompleted()
        return Disposables.create()
    }

    /// Whether a subscription only sends at most one element and `completed`.
    ///
    /// Operators with many subscriptions, such as `flatMap`, then avoid the subscription.
    var isImmediate: Bool { false }

    /// Sends the element of an immediate sequence.
    func sendElements(to observer: ObserverBase<Element>) {
        preconditionFailure("Only an immediate sequence has its elements at hand.")
    }
}
