// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An event of a sequence: any number of `next`, then at most one `error` or `completed`.
@frozen
public enum Event<Element> {
    /// The next element.
    case next(Element)
    /// The sequence has failed.
    case error(any Error)
    /// The sequence has ended regularly.
    case completed
}

extension Event: Sendable where Element: Sendable {}

extension Event {
    /// Whether the event ends the sequence.
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

    /// The event with a transformed element; an error thrown by `transform` becomes an `error` event.
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

/// A type convertible to an event; the input of `dematerialize()`.
public protocol EventConvertible<Element> {
    /// The element type of the event.
    associatedtype Element

    /// The corresponding event.
    var event: Event<Element> { get }
}

extension Event: EventConvertible {
    /// The event itself.
    public var event: Event<Element> { self }
}
