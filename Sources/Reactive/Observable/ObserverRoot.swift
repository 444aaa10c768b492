// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The part of an observer that does not depend on the type of its elements.
///
/// Subjects keep their observers as this type: code that is not generic is compiled once, in full, whereas generic code
/// of a module that others import runs unspecialised and pays for that with look-ups of type metadata.
class ObserverRoot {
    private let tracked = TrackedResource()

    /// Whether the observer, or one behind it, wants nothing more.
    ///
    /// A source that ends or starts again during the subscription looks at this: the handle with which the one behind it
    /// would dispose of it is not there yet.
    var isFinished: Bool { false }

    func onError(_ error: any Error) {
        preconditionFailure("Each observer says what it does with an error.")
    }

    func onCompleted() {
        preconditionFailure("Each observer says what it does at the end.")
    }

    final func finish(_ event: TerminalEvent) {
        switch event {
        case .error(let error): onError(error)
        case .completed: onCompleted()
        }
    }
}
