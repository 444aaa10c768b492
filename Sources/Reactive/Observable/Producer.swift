// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A sequence that is described by what happens when somebody subscribes; it keeps nothing else.
final class Producer<Element>: Observable<Element>, @unchecked Sendable {
    // Proof: as for `Observable`; the closure is all there is.
    private let run: (ObserverBase<Element>) -> any Disposable

    /// Makes a sequence whose subscriptions are the business of `run` alone.
    init(_ run: @escaping (ObserverBase<Element>) -> any Disposable) {
        self.run = run
    }

    /// Makes a sequence in which each subscription has a sink.
    ///
    /// The outermost subscription of a thread starts its trampoline, so that sources that schedule on
    /// `CurrentThreadScheduler` begin to send only after the whole chain has been put together.
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

    /// Makes the sequence of an operator with one source.
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
