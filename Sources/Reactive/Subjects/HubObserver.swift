// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Represents a replaying subject in a chain of operators.
final class HubObserver<Element>: ObserverBase<Element> {
    private let hub: ReplayHub
    private let box = ReplayElement<Element>.self

    init(_ subject: ReplayingSubject<Element>) {
        hub = subject.hub
    }

    override func onNext(_ element: Element) {
        hub.next(box.init(element))
    }

    override func onError(_ error: any Error) {
        hub.finish(.error(error))
    }

    override func onCompleted() {
        hub.finish(.completed)
    }
}
