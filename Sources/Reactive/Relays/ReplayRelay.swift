// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A `ReplaySubject` without an end: it accepts elements only, and replays the last ones to new subscribers.
public final class ReplayRelay<Element>: ObservableType, Sendable {
    private let subject: ReplaySubject<Element>

    private init(subject: ReplaySubject<Element>) {
        self.subject = subject
    }

    /// Creates a relay that replays the last `bufferSize` elements; at least 0.
    public static func create(bufferSize: Int) -> ReplayRelay<Element> {
        ReplayRelay(subject: .create(bufferSize: bufferSize))
    }

    /// Creates a relay that replays all elements. Its memory grows with each one.
    public static func createUnbound() -> ReplayRelay<Element> {
        ReplayRelay(subject: .createUnbounded())
    }

    /// Whether there are subscribers.
    public var hasObservers: Bool { subject.hasObservers }

    /// Keeps `event` for later subscribers and passes it on.
    public func accept(_ event: Element) {
        subject.onNext(event)
    }

    /// Begins to send elements to `observer`, the buffered ones first.
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Observer.Element == Element {
        subject.subscribe(observer)
    }

    /// The relay as a sequence.
    public func asObservable() -> Observable<Element> {
        subject.asObservable()
    }
}
