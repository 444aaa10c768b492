// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Synchronization

/// The calls and events of proxies that arrived from all servers, in the order of their arrival here.
///
/// The last ones stay in memory, for streams that begin or continue.
///
/// - Invariant: Callable from any thread.
final class AskedStream: Sendable {
    /// Largest size of what is kept, in bytes of JSON.
    private static let bytesLimit = 64 << 20
    /// Most items that are examined at once, since what arrives has to wait meanwhile.
    private static let examinedLimit = 4_096

    private enum Content {
        case call(Invocation)
        case event(ProxyEvent)
        /// What it was went to make room.
        case forgotten
    }

    private struct Item {
        var content: Content
        /// The place after it.
        let place: StreamPlace
        let bytes: Int
    }

    private struct State {
        /// Items before `first` are forgotten.
        var items: [Item] = []
        var first = 0
        var bytes = 0
        var end = StreamPlace(position: 0, number: 0)
        /// Indices in `items` of the events among those that are kept, from `firstEvent` on.
        var events: [Int] = []
        var firstEvent = 0
        /// The last event that is forgotten.
        var forgottenEvents: UInt64 = 0
        var observers: [@Sendable () -> Void] = []

        mutating func append(_ content: Content, _ bytes: Int) {
            if case .event = content { events.append(items.count) }
            items.append(Item(content: content, place: end, bytes: bytes))
            self.bytes += bytes
            while self.bytes > AskedStream.bytesLimit, first < items.count - 1 {
                self.bytes -= items[first].bytes
                if case .event(let event) = items[first].content {
                    forgottenEvents = event.number
                    firstEvent += 1
                }
                items[first].content = .forgotten
                first += 1
            }
            guard first > 4_096, first > items.count / 2 else { return }
            items.removeFirst(first)
            events = events[firstEvent...].map { $0 - first }
            (first, firstEvent) = (0, 0)
        }

        /// Index of the first item after a place.
        func index(after place: StreamPlace) -> Int {
            var (low, high) = (first, items.count)
            while low < high {
                let middle = (low + high) / 2
                if place.isBefore(items[middle].place) { high = middle } else { low = middle + 1 }
            }
            return low
        }

        /// Number of the last event for whose position a condition holds, which also holds for all before it.
        func lastEvent(_ holds: (UInt64) -> Bool) -> UInt64 {
            var (low, high) = (firstEvent, events.count)
            while low < high {
                let middle = (low + high) / 2
                if holds(items[events[middle]].place.position) { low = middle + 1 } else { high = middle }
            }
            return low > firstEvent ? items[events[low - 1]].place.number : forgottenEvents
        }
    }

    private let state = Mutex(State())

    // MARK: Arrival

    func append(_ call: Invocation, bytes: Int) {
        state.withLock { state in
            state.end.position = state.end.position.saturatingAdding(1)
            state.append(.call(call), bytes)
        }
    }

    func append(_ event: ProxyEvent, bytes: Int) {
        state.withLock { state in
            state.end.number += 1
            var event = event
            event.number = state.end.number
            event.position = state.end.position
            state.append(.event(event), bytes)
        }
    }

    /// Notes calls that don't come.
    func miss(_ count: UInt64) { state.withLock { $0.end.position = $0.end.position.saturatingAdding(count) } }

    func onGrowth(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.observers.append(body) } }

    /// Tells that something has arrived.
    func tellGrowth() { for observer in state.withLock({ $0.observers }) { observer() } }

    // MARK: Places

    var end: StreamPlace { state.withLock { $0.end } }

    var oldestPosition: UInt64? {
        state.withLock { state in
            for item in state.items[state.first...] {
                if case .call = item.content { return item.place.position }
            }
            return nil
        }
    }

    func lastProxyEvent(before position: UInt64) -> UInt64 { state.withLock { $0.lastEvent { $0 < position } } }

    func isPassed(_ place: StreamPlace) -> Bool {
        state.withLock { state in
            state.lastEvent { $0 < place.position } <= place.number
                && place.number <= state.lastEvent { $0 <= place.position }
        }
    }

    // MARK: Reading

    func streamed(after place: StreamPlace, limit: Int, matching filter: InvocationFilter) -> StreamBatch {
        // What arrives doesn't wait for filters.
        let (items, end, isAll) = state.withLock { state in
            let rest = state.items[state.index(after: place)...]
            return (Array(rest.prefix(Self.examinedLimit)), state.end, rest.count <= Self.examinedLimit)
        }
        var calls = CompletedBatch(items: [], missed: 0, lastPosition: place.position)
        var events: [ProxyEvent] = []
        var last = place
        var examined = 0
        for item in items {
            let position = item.place.position
            if case .event(let event) = item.content {
                // What is missing before it can only be told before the first call.
                guard position == last.position || calls.items.isEmpty else { break }
                calls.missed += position - last.position
                events.append(event)
            } else if case .call(let call) = item.content, position > last.position {
                let missed = position - last.position - 1
                guard missed == 0 || calls.items.isEmpty, calls.items.count < limit else { break }
                calls.missed += missed
                if filter.isEverything || filter.matches(call) {
                    calls.items.append(call)
                    calls.positions.append(position)
                }
            }
            // Else the client named a place that no stream passes, and has this call.
            last = item.place
            examined += 1
        }
        // Calls that don't come, after all others.
        if isAll, examined == items.count, last.position < end.position, calls.items.isEmpty {
            calls.missed += end.position - last.position
            last.position = end.position
        }
        calls.lastPosition = last.position
        return StreamBatch(calls: calls, events: events, missedEvents: 0, end: last)
    }

    /// Events between two numbers, both excluded.
    func events(after lower: UInt64, before upper: UInt64) -> [ProxyEvent] {
        state.withLock { state in
            state.items[state.first...].compactMap { item in
                guard case .event(let event) = item.content, event.number > lower, event.number < upper else {
                    return nil
                }
                return event
            }
        }
    }
}

extension StreamPlace {
    /// Whether a place comes later in a stream; also for places that only a client has named.
    fileprivate func isBefore(_ other: StreamPlace) -> Bool {
        (position, number) < (other.position, other.number)
    }
}
