// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Something that can be sent events and passes them on to its own observers.
public protocol SubjectType<Element>: ObservableType {
    /// The type of observer that `asObserver()` gives.
    associatedtype Observer: ObserverType

    /// The subject as an observer.
    func asObserver() -> Observer
}
