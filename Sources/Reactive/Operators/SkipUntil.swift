// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Skips elements until `other` sends one.
    ///
    /// If the source completes first, nothing is sent, not even the end. An error is sent at any time.
    public func skip<Source: ObservableType>(until other: Source) -> Observable<Element> {
        let source = asObservable()
        return Producer(sink: { SkipUntilSink($0) }) { (sink: SkipUntilSink<Element>) in
            Disposables.create(source.attach(sink), sink.listen(to: other.asObservable()))
        }
    }
}

private final class SkipUntilSink<Element>: SerialSink<Element, Element> {
    private var isOpen = false

    func listen<Trigger>(to trigger: Observable<Trigger>) -> any Disposable {
        let subscription = SingleAssignmentDisposable()
        subscription.setDisposable(
            trigger.attach(
                SideObserver(
                    outlet,
                    gate: gate,
                    received: { _ in
                        self.isOpen = true
                        subscription.dispose()
                    },
                    finished: { subscription.dispose() }
                )
            )
        )
        return subscription
    }

    override func received(_ element: Element) {
        if isOpen { outlet.next(element) }
    }

    override func finished() {
        if isOpen {
            outlet.completed()
        } else {
            outlet.disposer.dispose()
        }
    }
}
