// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A type that receives events and passes them to its own observers.
public protocol SubjectType<Element>: ObservableType {
    /// The type of the observer returned by `asObserver()`.
    associatedtype Observer: ObserverType

    /// The subject as an observer.
    func asObserver() -> Observer
}
