// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// One operator at work for one subscription: takes the source's events and writes its own to the outlet.
///
/// A subclass overrides `onNext` and, where it does more than pass them on, `onError` and `onCompleted`. It must keep no
/// state, because a source that several threads send through (a subject) calls it on all of them: see `SerialSink`.
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

/// A sink that passes everything on; what sources and side effects without state need.
final class ForwardingSink<Element>: Sink<Element, Element> {
    override func onNext(_ element: Element) {
        outlet.next(element)
    }
}
