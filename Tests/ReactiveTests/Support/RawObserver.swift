// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive

/// Records all events as text, even after the end or disposal.
final class RawObserver<Element>: ObserverType, Sendable {
    private let recorded = Guarded<[String]>([])
    private let clock: @Sendable () -> String
    private let reaction: Guarded<Reaction>

    private struct Reaction {
        var react: ((Event<Element>) -> Void)?
    }

    /// - Parameter clock: The prefix of each event.
    init(clock: @escaping @Sendable () -> String = { "" }, reaction: ((Event<Element>) -> Void)? = nil) {
        self.clock = clock
        self.reaction = Guarded(Reaction(react: reaction))
    }

    var events: [String] { recorded.value }

    func on(_ event: Event<Element>) {
        let line = clock() + text(of: event)
        recorded.change { $0.append(line) }
        reaction.value.react?(event)
    }

}

/// An abbreviated event: the element, `error e1` or `end`.
func text<Element>(of event: Event<Element>) -> String {
    switch event {
    case .next(let element): "\(element)"
    case .error(let error): "error \(error)"
    case .completed: "end"
    }
}

extension ObservableType {
    /// Subscribes and returns the events sent during the subscription.
    func immediateEvents() -> [String] {
        let observer = RawObserver<Element>()
        subscribe(observer).dispose()
        return observer.events
    }
}
