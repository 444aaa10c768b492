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
    /// Size of what stands for missing events, so that any number of gaps has an end.
    private static let gapBytes = 1_024

    private enum Content {
        case call(Invocation)
        case event(ProxyEvent)
        /// Events that don't come; the place after it tells how many.
        case missedEvents
        /// What it was went to make room.
        case forgotten

        /// Whether the number of the last event is another one after it.
        var movesNumber: Bool {
            switch self {
            case .event, .missedEvents: true
            case .call, .forgotten: false
            }
        }
    }

    private struct Item {
        var content: Content
        /// The place after it.
        let place: StreamPlace
        let bytes: Int

        /// How many events are missing right before it, after the one with a number.
        func missedEvents(after number: UInt64) -> UInt64 {
            var last = place.number
            if case .event = content { last -= 1 }
            return last > number ? last - number : 0
        }
    }

    private struct State {
        /// Items before `first` are forgotten.
        var items: [Item] = []
        var first = 0
        var bytes = 0
        var end = StreamPlace(position: 0, number: 0)
        /// Indices in `items` of the events among those that are kept, and of what stands for missing ones, from
        /// `firstEvent` on.
        var events: [Int] = []
        var firstEvent = 0
        /// The place after the last event that is forgotten.
        var forgotten = StreamPlace(position: 0, number: 0)
        /// Number of the last event that is forgotten and was at an earlier position.
        var forgottenEarlier: UInt64 = 0
        var observers: [@Sendable () -> Void] = []

        mutating func append(_ content: Content, _ bytes: Int) {
            if content.movesNumber { events.append(items.count) }
            items.append(Item(content: content, place: end, bytes: bytes))
            self.bytes += bytes
            while self.bytes > AskedStream.bytesLimit, first < items.count - 1 {
                self.bytes -= items[first].bytes
                if items[first].content.movesNumber {
                    let place = items[first].place
                    if place.position > forgotten.position { forgottenEarlier = forgotten.number }
                    forgotten = place
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

        /// Number of the last event for whose position a condition holds, which also holds for all before it. It is too
        /// large for positions before that of the last event that is forgotten.
        func lastEvent(_ holds: (UInt64) -> Bool) -> UInt64 {
            var (low, high) = (firstEvent, events.count)
            while low < high {
                let middle = (low + high) / 2
                if holds(items[events[middle]].place.position) { low = middle + 1 } else { high = middle }
            }
            if low > firstEvent { return items[events[low - 1]].place.number }
            return holds(forgotten.position) ? forgotten.number : forgottenEarlier
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
            state.end.number = state.end.number.saturatingAdding(1)
            var event = event
            event.number = state.end.number
            event.position = state.end.position
            state.append(.event(event), bytes)
        }
    }

    /// Notes calls and events that don't come.
    func miss(_ calls: UInt64, events: UInt64 = 0) {
        state.withLock { state in
            state.end.position = state.end.position.saturatingAdding(calls)
            guard events > 0 else { return }
            state.end.number = state.end.number.saturatingAdding(events)
            state.append(.missedEvents, Self.gapBytes)
        }
    }

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
        var missedEvents: UInt64 = 0
        var last = place
        var examined = 0
        for item in items {
            let position = item.place.position
            // A batch can only tell what is missing where it begins.
            let lack = item.missedEvents(after: last.number)
            let isBegin = events.isEmpty && last.position - place.position == calls.missed
            guard lack == 0 || isBegin else { break }
            if case .call(let call) = item.content {
                if position > last.position {
                    let missed = position - last.position - 1
                    guard missed == 0 || calls.items.isEmpty, calls.items.count < limit else { break }
                    calls.missed += missed
                    if filter.isEverything || filter.matches(call) {
                        calls.items.append(call)
                        calls.positions.append(position)
                    }
                }
            } else {
                guard position == last.position || calls.items.isEmpty else { break }
                calls.missed += position - last.position
                if case .event(let event) = item.content { events.append(event) }
            }
            missedEvents += lack
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
        return StreamBatch(calls: calls, events: events, missedEvents: missedEvents, end: last)
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
