// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A `ReplaySubject` that cannot end: it accepts elements only, and sends each new subscriber the last ones first.
public final class ReplayRelay<Element>: ObservableType, Sendable {
    private let subject: ReplaySubject<Element>

    private init(subject: ReplaySubject<Element>) {
        self.subject = subject
    }

    /// Makes a relay that replays the last `bufferSize` elements; at least 0.
    public static func create(bufferSize: Int) -> ReplayRelay<Element> {
        ReplayRelay(subject: .create(bufferSize: bufferSize))
    }

    /// Makes a relay that replays all elements. Its memory grows with each one.
    public static func createUnbound() -> ReplayRelay<Element> {
        ReplayRelay(subject: .createUnbounded())
    }

    /// Whether anybody is subscribed.
    public var hasObservers: Bool { subject.hasObservers }

    /// Keeps `event` for later subscribers and passes it on.
    public func accept(_ event: Element) {
        subject.onNext(event)
    }

    /// Begins to send elements to `observer`, those of the buffer first.
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Observer.Element == Element {
        subject.subscribe(observer)
    }

    /// The relay as a sequence.
    public func asObservable() -> Observable<Element> {
        subject.asObservable()
    }
}
