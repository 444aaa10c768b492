// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Subscribes to sources one after the other; the sink of `concat`, `catch(sequence:)` and `retry`.
///
/// Sources take turns inside a gate: a source that ends during subscription doesn't subscribe to the next one from
/// there, so the stack doesn't grow with the number of sources.
final class SequentialSink<Element>: Sink<Element, Element> {
    /// The kind of end that continues with the next source.
    enum Advance {
        case onCompletion
        case onError
    }

    private let advance: Advance
    private let nextSource: (_ lastError: (any Error)?) throws -> Observable<Element>?
    private let turns = SerialGate()
    private let subscription = SerialDisposable()

    /// - Parameter nextSource: Returns the next source, or `nil` at the end. Called in turn.
    init(
        _ advance: Advance,
        _ outlet: Outlet<Element>,
        nextSource: @escaping (_ lastError: (any Error)?) throws -> Observable<Element>?
    ) {
        self.advance = advance
        self.nextSource = nextSource
        super.init(outlet)
    }

    func start() -> any Disposable {
        takeTurn(after: nil)
        return subscription
    }

    override func onNext(_ element: Element) {
        outlet.next(element)
    }

    override func onError(_ error: any Error) {
        switch advance {
        case .onError: takeTurn(after: error)
        case .onCompletion: outlet.error(error)
        }
    }

    override func onCompleted() {
        switch advance {
        case .onError: outlet.completed()
        case .onCompletion: takeTurn(after: nil)
        }
    }

    private func takeTurn(after error: (any Error)?) {
        turns.run { self.subscribeToNext(after: error) }
    }

    private func subscribeToNext(after lastError: (any Error)?) {
        guard !outlet.isFinished else { return }
        do {
            if let source = try nextSource(lastError) {
                let next = SingleAssignmentDisposable()
                subscription.disposable = next
                next.setDisposable(source.attach(self))
            } else if let lastError {
                outlet.error(lastError)
            } else {
                outlet.completed()
            }
        } catch {
            outlet.error(error)
        }
    }
}
