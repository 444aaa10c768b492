// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Passes events on and keeps the latest element, which new subscribers receive first.
public final class BehaviorSubject<Element>: ReplayingSubject<Element>, SubjectType, @unchecked Sendable {
    // Proof: see the superclass.

    /// The type of the observer returned by `asObserver()`.
    public typealias SubjectObserverType = BehaviorSubject<Element>

    /// Creates a subject whose latest element is `value`.
    public init(value: Element) {
        super.init(buffer: ReplayBuffer(policy: .untilEnd, limit: 1, initial: [ReplayElement(value)]))
    }

    /// The latest element; also after the subject has completed.
    ///
    /// - Throws: The error that ended the subject, or `RxError.disposed`.
    public func value() throws -> Element {
        let latest = hub.latest
        if case .error(let error) = latest.terminal { throw error }
        guard let event = latest.element else { throw RxError.disposed(object: self) }
        return unsafeDowncast(event, to: ReplayElement<Element>.self).element
    }

    /// The subject as an observer.
    public func asObserver() -> BehaviorSubject<Element> {
        self
    }
}
