// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Sends only its last element, on completion; an error is sent alone.
///
/// Later subscribers receive the same events.
public final class AsyncSubject<Element>: ReplayingSubject<Element>, SubjectType, @unchecked Sendable {
    // Proof: see the superclass.

    /// The type of the observer returned by `asObserver()`.
    public typealias SubjectObserverType = AsyncSubject<Element>

    /// Creates a subject without elements.
    public init() {
        super.init(buffer: ReplayBuffer(policy: .afterEnd, limit: 1))
    }

    /// The subject as an observer.
    public func asObserver() -> AsyncSubject<Element> {
        self
    }
}
