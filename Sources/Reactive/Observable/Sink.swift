// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An operator in one subscription: receives the source's events and writes its own to the outlet.
///
/// A subclass overrides `onNext` and, if it does more than pass them on, `onError` and `onCompleted`. It must be
/// stateless, because a source with several sending threads (a subject) calls it on all of them: see `SerialSink`.
class Sink<Input, Output>: ObserverBase<Input> {
    final let outlet: Outlet<Output>

    init(_ outlet: Outlet<Output>) {
        self.outlet = outlet
    }

    override var isFinished: Bool { outlet.isFinished }

    override func onError(_ error: any Error) {
        outlet.error(error)
    }

    override func onCompleted() {
        outlet.completed()
    }
}

/// A sink that passes everything on, for sources and stateless side effects.
final class ForwardingSink<Element>: Sink<Element, Element> {
    override func onNext(_ element: Element) {
        outlet.next(element)
    }
}
