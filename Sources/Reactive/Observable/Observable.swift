// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An observable sequence whose kind does not show; the type that all operators return.
///
/// Thread safety: subscribing, disposing and sending are allowed from any thread at any time. Events arrive on the thread
/// that sends them, unless an operator such as `observe(on:)` moves them.
public class Observable<Element>: ObservableType, @unchecked Sendable {
    // Proof: nothing here changes after `init`, and each subclass guards its own state. The closures inside are called on
    // the threads on which the program subscribes and sends (docs/reactive.md).
    private let tracked = TrackedResource()

    init() {}

    /// Begins to send events to `observer`.
    ///
    /// - Returns: What ends the subscription.
    public final func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Observer.Element == Element {
        attach(observer.asObserver().base)
    }

    /// The sequence itself.
    public final func asObservable() -> Observable<Element> {
        self
    }

    /// Begins to send events to `observer`; what each kind of sequence implements.
    ///
    /// The default is the one for an immediate sequence.
    func attach(_ observer: ObserverBase<Element>) -> any Disposable {
        precondition(isImmediate, "Each kind of sequence says how one subscribes to it.")
        sendElements(to: observer)
        observer.onCompleted()
        return Disposables.create()
    }

    /// Whether subscribing means no more than sending at most one element and `completed`.
    ///
    /// An operator that subscribes to many sequences, such as `flatMap`, then does without the subscription.
    var isImmediate: Bool { false }

    /// Sends what an immediate sequence sends before its end.
    func sendElements(to observer: ObserverBase<Element>) {
        preconditionFailure("Only an immediate sequence has its elements at hand.")
    }
}
