// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The part of an observer that doesn't depend on its element type.
///
/// Subjects keep their observers as this type: non-generic code is compiled once, in full, whereas generic code of an
/// imported module runs unspecialised and has to look up type metadata.
class ObserverRoot {
    private let tracked = TrackedResource()

    /// Whether the observer, or one downstream of it, is finished.
    ///
    /// Sources that end or restart during the subscription check this, because the handle for their disposal doesn't
    /// exist yet.
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
