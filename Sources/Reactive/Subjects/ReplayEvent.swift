// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An event of any element type in a replay buffer or queue.
class ReplayEvent {
    /// Sends the event to `observer`, which must have the event's element type.
    func send(to observer: ObserverRoot) {
        preconditionFailure("Each kind of event says how it is sent.")
    }
}

/// An element, boxed once for all receivers.
final class ReplayElement<Element>: ReplayEvent {
    let element: Element

    /// Required to allow a cached metatype: looking up that of a generic class takes as long as the rest.
    required init(_ element: Element) {
        self.element = element
    }

    override func send(to observer: ObserverRoot) {
        // A hub belongs to one subject, which adds only its own elements and observers.
        unsafeDowncast(observer, to: ObserverBase<Element>.self).onNext(element)
    }
}

/// The end.
final class ReplayEnd: ReplayEvent {
    let event: TerminalEvent

    init(_ event: TerminalEvent) {
        self.event = event
    }

    override func send(to observer: ObserverRoot) {
        observer.finish(event)
    }
}
