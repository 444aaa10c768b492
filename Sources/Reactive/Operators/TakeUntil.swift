// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends elements until `other` sends one, then completes. The end of `other` is ignored; its error is sent.
    public func take<Source: ObservableType>(until other: Source) -> Observable<Element> {
        let source = asObservable()
        return Producer(sink: { TakeUntilSink($0) }) { (sink: TakeUntilSink<Element>) in
            let trigger = sink.listen(to: other.asObservable())
            return Disposables.create(trigger, source.attach(sink))
        }
    }
}

private final class TakeUntilSink<Element>: SerialSink<Element, Element> {
    func listen<Trigger>(to trigger: Observable<Trigger>) -> any Disposable {
        let subscription = SingleAssignmentDisposable()
        subscription.setDisposable(
            trigger.attach(
                SideObserver(
                    outlet,
                    gate: gate,
                    received: { _ in self.outlet.completed() },
                    finished: { subscription.dispose() }
                )
            )
        )
        return subscription
    }

    override func received(_ element: Element) {
        outlet.next(element)
    }
}
