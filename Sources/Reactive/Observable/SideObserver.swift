// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The observer of an operator's additional source: events go through the operator's gate, errors directly to its
/// outlet.
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
