// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension ObservableType {
    /// Continues after an error with the sequence from `handler`, whose errors are not handled again.
    public func `catch`(_ handler: @escaping (any Error) throws -> Observable<Element>) -> Observable<Element> {
        let source = asObservable()
        return Producer(sink: { CatchSink(handler, $0) }) { (sink: CatchSink<Element>) in sink.start(source) }
    }

    /// Sends `element` in place of an error and completes.
    public func catchAndReturn(_ element: Element) -> Observable<Element> {
        self.catch { _ in .just(element) }
    }

    /// Continues after an error with the next member of `sequence`; the error of the last one is sent.
    public static func `catch`<Sources: Sequence>(sequence: Sources) -> Observable<Element>
    where Sources.Element == Observable<Element> {
        if let list = sequence as? [Observable<Element>] { return ListedSequence<Element>(.onError, list) }
        return RequestedSequence<Element>(.onError) { SequentialMembers(of: sequence) }
    }
}

/// Calls the handler when the error is sent, even during subscription; events of the handler's sequence, including its
/// error, are passed on.
private final class CatchSink<Element>: Sink<Element, Element> {
    private let handler: (any Error) throws -> Observable<Element>
    private let subscription = SerialDisposable()
    private let failed = Atomic<Bool>(false)

    init(_ handler: @escaping (any Error) throws -> Observable<Element>, _ outlet: Outlet<Element>) {
        self.handler = handler
        super.init(outlet)
    }

    func start(_ source: Observable<Element>) -> any Disposable {
        let first = SingleAssignmentDisposable()
        subscription.disposable = first
        first.setDisposable(source.attach(self))
        return subscription
    }

    override func onNext(_ element: Element) {
        if !failed.load(ordering: .relaxed) { outlet.next(element) }
    }

    override func onError(_ error: any Error) {
        guard !failed.exchange(true, ordering: .relaxed), !outlet.isFinished else { return }
        do {
            let next = SingleAssignmentDisposable()
            let sequence = try handler(error)
            subscription.disposable = next
            next.setDisposable(sequence.attach(ForwardingSink(outlet)))
        } catch {
            outlet.error(error)
        }
    }

    override func onCompleted() {
        if !failed.load(ordering: .relaxed) { outlet.completed() }
    }
}
