// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An event after which nothing comes.
enum TerminalEvent {
    case error(any Error)
    case completed
}

/// The class behind every observer inside the module.
///
/// A source calls `onNext`, `onError` and `onCompleted` of this class, not `on(_:)`: an element then travels through a
/// chain of operators by address, and code that is not specialised for its type never has to take an enum apart.
class ObserverBase<Element>: ObserverRoot, ObserverType {
    final func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): onNext(element)
        case .error(let error): onError(error)
        case .completed: onCompleted()
        }
    }

    func onNext(_ element: Element) {
        preconditionFailure("Each observer says what it does with an element.")
    }

    final func asObserver() -> AnyObserver<Element> {
        AnyObserver(base: self)
    }
}

/// Stands in front of an observer of any other type.
final class ForwardingObserver<Target: ObserverType>: ObserverBase<Target.Element> {
    private let target: Target

    init(_ target: Target) {
        self.target = target
    }

    override func onNext(_ element: Target.Element) { target.onNext(element) }
    override func onError(_ error: any Error) { target.onError(error) }
    override func onCompleted() { target.onCompleted() }
}

/// Turns each call back into an event for one closure.
final class EventHandlerObserver<Element>: ObserverBase<Element> {
    private let handler: (Event<Element>) -> Void

    init(_ handler: @escaping (Event<Element>) -> Void) {
        self.handler = handler
    }

    override func onNext(_ element: Element) { handler(.next(element)) }
    override func onError(_ error: any Error) { handler(.error(error)) }
    override func onCompleted() { handler(.completed) }
}
