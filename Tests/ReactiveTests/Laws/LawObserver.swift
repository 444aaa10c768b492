// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Synchronization

/// An event in a law's log.
struct LoggedEvent: CustomStringConvertible {
    let description: String
    let isStop: Bool
}

/// Logs events of any type and detects overlapping ones.
final class LawObserver: Sendable {
    private let events = Guarded<[LoggedEvent]>([])
    private let reaction = Guarded(Reaction())
    private let insideCount = Atomic<Int>(0)
    private let overlapped = Atomic<Bool>(false)

    private struct Reaction {
        var react: () -> Void = {}
    }

    var log: [LoggedEvent] { events.value }
    var hasOverlapped: Bool { overlapped.load(ordering: .sequentiallyConsistent) }

    /// Sets an action to run after each event.
    func onEvent(_ reaction: @escaping () -> Void) {
        self.reaction.change { $0.react = reaction }
    }

    func log<Element>(_ event: Event<Element>) {
        if insideCount.add(1, ordering: .sequentiallyConsistent).oldValue > 0 {
            overlapped.store(true, ordering: .sequentiallyConsistent)
        }
        events.change { $0.append(LoggedEvent(description: text(of: event), isStop: event.isStopEvent)) }
        reaction.value.react()
        insideCount.subtract(1, ordering: .sequentiallyConsistent)
    }
}

/// Logs events without a guard of its own.
struct LawAdapter<Element>: ObserverType {
    let observer: LawObserver

    func on(_ event: Event<Element>) {
        observer.log(event)
    }
}
