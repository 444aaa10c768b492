// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Passes events on and replays the last elements to new subscribers, even after the end.
public final class ReplaySubject<Element>: ReplayingSubject<Element>, SubjectType, @unchecked Sendable {
    // Proof: see the superclass.

    /// The type of the observer returned by `asObserver()`.
    public typealias SubjectObserverType = ReplaySubject<Element>

    /// Creates a subject that replays the last `bufferSize` elements; at least 0.
    public static func create(bufferSize: Int) -> ReplaySubject<Element> {
        precondition(bufferSize >= 0, "A buffer cannot have a negative size.")
        return ReplaySubject(limit: bufferSize)
    }

    /// Creates a subject that replays all elements. Its memory grows with each one.
    public static func createUnbounded() -> ReplaySubject<Element> {
        ReplaySubject(limit: .max)
    }

    private init(limit: Int) {
        super.init(buffer: ReplayBuffer(policy: .always, limit: limit))
    }

    /// The subject as an observer.
    public func asObserver() -> ReplaySubject<Element> {
        self
    }
}
