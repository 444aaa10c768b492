// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Sends only its last element, and that only when it completes; a failure is sent alone.
///
/// Those who subscribe after the end are sent the same events.
public final class AsyncSubject<Element>: ReplayingSubject<Element>, SubjectType, @unchecked Sendable {
    // Proof: as for the superclass.

    /// The type of observer that `asObserver()` gives.
    public typealias SubjectObserverType = AsyncSubject<Element>

    /// Makes a subject without elements.
    public init() {
        super.init(buffer: ReplayBuffer(policy: .afterEnd, limit: 1))
    }

    /// The subject as an observer.
    public func asObserver() -> AsyncSubject<Element> {
        self
    }
}
