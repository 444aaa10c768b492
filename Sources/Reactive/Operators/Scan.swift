// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends the result of `accumulator` for the previous result and each element, starting with `seed`.
    public func scan<Accumulated>(
        _ seed: Accumulated,
        accumulator: @escaping (Accumulated, Element) throws -> Accumulated
    ) -> Observable<Accumulated> {
        scan(into: seed) { accumulated, element in
            accumulated = try accumulator(accumulated, element)
        }
    }

    /// Sends a value updated by `accumulator` for each element, starting with `seed`.
    public func scan<Accumulated>(
        into seed: Accumulated,
        accumulator: @escaping (inout Accumulated, Element) throws -> Void
    ) -> Observable<Accumulated> {
        Producer(asObservable()) { ScanSink(seed, accumulator, $0) }
    }
}

private final class ScanSink<Element, Accumulated>: SerialSink<Element, Accumulated> {
    private let accumulator: (inout Accumulated, Element) throws -> Void
    private var accumulated: Accumulated

    init(
        _ seed: Accumulated,
        _ accumulator: @escaping (inout Accumulated, Element) throws -> Void,
        _ outlet: Outlet<Accumulated>
    ) {
        self.accumulator = accumulator
        accumulated = seed
        super.init(outlet)
    }

    override func received(_ element: Element) {
        do {
            try accumulator(&accumulated, element)
            outlet.next(accumulated)
        } catch {
            outlet.error(error)
        }
    }
}
