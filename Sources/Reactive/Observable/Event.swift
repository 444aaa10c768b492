// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a sequence sends: any number of `next`, then at most one `error` or `completed`.
@frozen
public enum Event<Element> {
    /// The next element.
    case next(Element)
    /// The sequence failed and is over.
    case error(any Error)
    /// The sequence ended as planned.
    case completed
}

extension Event: Sendable where Element: Sendable {}

extension Event {
    /// Whether the sequence is over with this event.
    public var isStopEvent: Bool {
        switch self {
        case .next: false
        case .error, .completed: true
        }
    }

    /// The element of a `next` event.
    public var element: Element? {
        if case .next(let element) = self { element } else { nil }
    }

    /// The error of an `error` event.
    public var error: (any Error)? {
        if case .error(let error) = self { error } else { nil }
    }

    /// Whether this is `completed`.
    public var isCompleted: Bool {
        if case .completed = self { true } else { false }
    }

    /// The same event with its element transformed; an error that `transform` throws becomes an `error` event.
    public func map<Result>(_ transform: (Element) throws -> Result) -> Event<Result> {
        do {
            switch self {
            case .next(let element): return .next(try transform(element))
            case .error(let error): return .error(error)
            case .completed: return .completed
            }
        } catch {
            return .error(error)
        }
    }
}

extension Event: CustomDebugStringConvertible {
    /// The case and its payload.
    public var debugDescription: String {
        switch self {
        case .next(let element): "next(\(element))"
        case .error(let error): "error(\(error))"
        case .completed: "completed"
        }
    }
}

/// A type that can be turned into an event; what `dematerialize()` accepts.
public protocol EventConvertible<Element> {
    /// The element type of the event.
    associatedtype Element

    /// The event that this value stands for.
    var event: Event<Element> { get }
}

extension Event: EventConvertible {
    /// The event itself.
    public var event: Event<Element> { self }
}
