// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Continues after an error with the sequence that `handler` makes of it. That one's error is not handled again.
    public func `catch`(_ handler: @escaping (any Error) throws -> Observable<Element>) -> Observable<Element> {
        let source = asObservable()
        return Producer(
            sink: { outlet in
                var turn = 0
                return SequentialSink(.onError, outlet) { error in
                    turn += 1
                    switch (turn, error) {
                    case (1, _): return source
                    case (2, let error?): return try handler(error)
                    default: return nil
                    }
                }
            },
            start: { (sink: SequentialSink<Element>) in sink.start() }
        )
    }

    /// Sends `element` in place of an error and completes.
    public func catchAndReturn(_ element: Element) -> Observable<Element> {
        self.catch { _ in .just(element) }
    }

    /// Continues after an error with the next member of `sequence`; the error of the last one is sent.
    public static func `catch`<Sources: Sequence>(sequence: Sources) -> Observable<Element>
    where Sources.Element == Observable<Element> {
        Producer(
            sink: { outlet in
                var sources = sequence.makeIterator()
                return SequentialSink(.onError, outlet) { _ in sources.next() }
            },
            start: { (sink: SequentialSink<Element>) in sink.start() }
        )
    }
}
