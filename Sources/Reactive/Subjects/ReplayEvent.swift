// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An event in a replay buffer or a queue, whatever the type of its element.
class ReplayEvent {
    /// Sends the event to `observer`, which must be one of the event's element type.
    func send(to observer: ObserverRoot) {
        preconditionFailure("Each kind of event says how it is sent.")
    }
}

/// An element, boxed once for all who are sent it.
final class ReplayElement<Element>: ReplayEvent {
    let element: Element

    /// Required so that a metatype at hand can be used: looking up the one of a generic class takes as long as the rest.
    required init(_ element: Element) {
        self.element = element
    }

    override func send(to observer: ObserverRoot) {
        // A hub belongs to one subject, which puts only its own elements and observers in.
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
