// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A sequence defined by a closure that runs for each subscription.
final class Producer<Element>: Observable<Element>, @unchecked Sendable {
    // Proof: as for `Observable`; the closure is the only field.
    private let run: (ObserverBase<Element>) -> any Disposable

    /// Creates a sequence whose subscriptions are handled by `run` alone.
    init(_ run: @escaping (ObserverBase<Element>) -> any Disposable) {
        self.run = run
    }

    /// Creates a sequence with a sink per subscription.
    ///
    /// The outermost subscription of a thread starts its trampoline, so that sources on `CurrentThreadScheduler` begin
    /// to send only after the whole chain is connected.
    convenience init<SinkType>(
        sink makeSink: @escaping (Outlet<Element>) -> SinkType,
        start: @escaping (SinkType) -> any Disposable
    ) {
        self.init { observer in
            CurrentThreadScheduler.trampolined {
                let disposer = SinkDisposer()
                let sink = makeSink(Outlet(observer: observer, disposer: disposer))
                disposer.setSource(start(sink))
                return disposer
            }
        }
    }

    /// Creates the sequence of an operator with one source.
    convenience init<Input>(
        _ source: Observable<Input>,
        sink makeSink: @escaping (Outlet<Element>) -> ObserverBase<Input>
    ) {
        self.init(sink: makeSink) { sink in source.attach(sink) }
    }

    override func attach(_ observer: ObserverBase<Element>) -> any Disposable {
        run(observer)
    }
}
