// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A terminal event.
enum TerminalEvent {
    case error(any Error)
    case completed
}

/// The base class of all observers in the module.
///
/// Sources call `onNext`, `onError` and `onCompleted`, not `on(_:)`. Elements then pass through a chain of operators by
/// address, and unspecialised code never has to unpack an enum.
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

/// Wraps an observer of any other type.
final class ForwardingObserver<Target: ObserverType>: ObserverBase<Target.Element> {
    private let target: Target

    init(_ target: Target) {
        self.target = target
    }

    override func onNext(_ element: Target.Element) { target.onNext(element) }
    override func onError(_ error: any Error) { target.onError(error) }
    override func onCompleted() { target.onCompleted() }
}

/// Converts each call to an event for one closure.
final class EventHandlerObserver<Element>: ObserverBase<Element> {
    private let handler: (Event<Element>) -> Void

    init(_ handler: @escaping (Event<Element>) -> Void) {
        self.handler = handler
    }

    override func onNext(_ element: Element) { handler(.next(element)) }
    override func onError(_ error: any Error) { handler(.error(error)) }
    override func onCompleted() { handler(.completed) }
}
