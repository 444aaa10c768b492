// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A sink with state: its overrides run inside a gate, one event at a time.
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

    /// Receives an element inside the gate.
    func received(_ element: Input) {
        preconditionFailure("Each sink says what it does with an element.")
    }

    /// Receives the source's error inside the gate.
    func failed(_ error: any Error) {
        outlet.error(error)
    }

    /// Receives the source's end inside the gate.
    func finished() {
        outlet.completed()
    }
}

/// Passes everything on, one event at a time.
final class SerialForwardingSink<Element>: SerialSink<Element, Element> {
    override func received(_ element: Element) {
        outlet.next(element)
    }
}
