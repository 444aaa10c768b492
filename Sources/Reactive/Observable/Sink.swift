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

/// A sink with state: what it overrides runs inside a gate, one event after the other.
class SerialSink<Input, Output>: Sink<Input, Output> {
    /// Shared with the observers of further sources, if the operator has any.
    final let gate = SerialGate()

    final override func onNext(_ element: Input) {
        guard gate.enter() else { return gate.enqueue { self.guardedNext(element) } }
        guardedNext(element)
        gate.leave()
    }

    final override func onError(_ error: any Error) {
        gate.run { self.failed(error) }
    }

    final override func onCompleted() {
        gate.run { self.finished() }
    }

    @inline(__always)
    private final func guardedNext(_ element: Input) {
        if !outlet.isDisposed { received(element) }
    }

    /// Takes one element; inside the gate.
    func received(_ element: Input) {
        preconditionFailure("Each sink says what it does with an element.")
    }

    /// Takes the source's error; inside the gate.
    func failed(_ error: any Error) {
        outlet.error(error)
    }

    /// Takes the source's end; inside the gate.
    func finished() {
        outlet.completed()
    }
}

/// The observer of a further source of an operator: what it is sent goes through the operator's gate, an error straight
/// to the operator's outlet.
final class SideObserver<Element>: ObserverBase<Element> {
    private let gate: SerialGate
    private let disposer: SinkDisposer
    private let next: ObserverRoot
    private let received: (Element) -> Void
    private let failed: (any Error) -> Void
    private let finished: () -> Void

    init<Output>(
        _ outlet: Outlet<Output>,
        gate: SerialGate,
        received: @escaping (Element) -> Void,
        finished: @escaping () -> Void
    ) {
        self.gate = gate
        disposer = outlet.disposer
        next = outlet.observer
        self.received = received
        failed = { outlet.error($0) }
        self.finished = finished
    }

    override var isFinished: Bool { disposer.isDisposed || next.isFinished }

    override func onNext(_ element: Element) {
        guard gate.enter() else { return gate.enqueue { self.received(element) } }
        received(element)
        gate.leave()
    }

    override func onError(_ error: any Error) {
        gate.run { self.failed(error) }
    }

    override func onCompleted() {
        gate.run { self.finished() }
    }
}

/// A sink that passes everything on; what sources and side effects without state need.
final class ForwardingSink<Element>: Sink<Element, Element> {
    override func onNext(_ element: Element) {
        outlet.next(element)
    }
}
