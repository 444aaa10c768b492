// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends the result of `resultSelector` for each element and the latest of `second`, once `second` has sent one.
    public func withLatestFrom<Source: ObservableConvertibleType, Result>(
        _ second: Source,
        resultSelector: @escaping (Element, Source.Element) throws -> Result
    ) -> Observable<Result> {
        let source = asObservable()
        return Producer(sink: { WithLatestFromSink(resultSelector, $0) }) {
            (sink: WithLatestFromSink<Element, Source.Element, Result>) in
            let other = sink.listen(to: second.asObservable())
            return Disposables.create(source.attach(sink), other)
        }
    }

    /// Sends the latest element of `second` for each element, once `second` has sent one.
    public func withLatestFrom<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Source.Element> {
        withLatestFrom(second) { $1 }
    }
}

private final class WithLatestFromSink<First, Second, Output>: SerialSink<First, Output> {
    private let resultSelector: (First, Second) throws -> Output
    private var latest: Second?

    init(_ resultSelector: @escaping (First, Second) throws -> Output, _ outlet: Outlet<Output>) {
        self.resultSelector = resultSelector
        super.init(outlet)
    }

    func listen(to second: Observable<Second>) -> any Disposable {
        let subscription = SingleAssignmentDisposable()
        subscription.setDisposable(
            second.attach(
                SideObserver(
                    outlet,
                    gate: gate,
                    received: { self.latest = $0 },
                    finished: { subscription.dispose() }
                )
            )
        )
        return subscription
    }

    override func received(_ element: First) {
        guard let latest else { return }
        do {
            outlet.next(try resultSelector(element, latest))
        } catch {
            outlet.error(error)
        }
    }
}
