// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The end of a chain: calls the subscriber's closures until the first terminal event or until disposal.
final class CallbackObserver<Element>: ObserverBase<Element> {
    private let next: (Element) -> Void
    private let error: (any Error) -> Void
    private let completed: () -> Void
    private let disposed: AnonymousDisposable?
    private let disposer = SinkDisposer()

    init(
        onNext: @escaping (Element) -> Void,
        onError: @escaping (any Error) -> Void,
        onCompleted: @escaping () -> Void,
        onDisposed: (() -> Void)?
    ) {
        next = onNext
        error = onError
        completed = onCompleted
        disposed = onDisposed.map(AnonymousDisposable.init)
    }

    func attach(to source: Observable<Element>) -> any Disposable {
        disposer.setSource(source.attach(self))
        guard let disposed else { return disposer }
        return BinaryDisposable(disposer, disposed)
    }

    override var isFinished: Bool { disposer.isDisposed }

    override func onNext(_ element: Element) {
        if !disposer.isDisposed { next(element) }
    }

    override func onError(_ error: any Error) {
        guard disposer.close() else { return }
        self.error(error)
        end()
    }

    override func onCompleted() {
        guard disposer.close() else { return }
        completed()
        end()
    }

    private func end() {
        disposed?.dispose()
        disposer.dispose()
    }
}
