// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Which proxy events to list, and in which order.
public struct ProxyEventQuery: Sendable, Hashable {
    /// Only events that pass this filter; `InvocationFilter.matches(_:)` says how. Default: all.
    public var filter = InvocationFilter.everything
    /// Maximum number of events returned. Default 100; 1 to 1 000.
    public var limit = 100
    /// Only events before the one with this number.
    public var before: UInt64?
    /// Only events after the one with this number.
    public var after: UInt64?
    /// Order of the list. Default: newest first.
    public var order = InvocationQuery.Order.descending

    /// Creates a query for all events, newest first.
    public init() {}
}

/// A page of proxy events.
public struct ProxyEventPage: Sendable {
    /// The events, in the order of the query.
    public var items: [ProxyEvent]
    /// Whether more events follow the last item.
    public var hasMore: Bool
    /// Number of the oldest available event; nil when there is none.
    public var oldest: UInt64?
    /// Number of the newest available event; nil when there is none.
    public var newest: UInt64?
}

extension Recorder {
    // MARK: Lists

    /// Lists the available events of all proxies: the last 1 024 in memory, and with a history also those before.
    ///
    /// Waits for the calls that ended before, as `flush()` does, because each event is to say between which calls it
    /// happened.
    public func proxyEvents(_ query: ProxyEventQuery) -> ProxyEventPage {
        settleAllProxyEvents()
        let limit = min(max(query.limit, 1), 1_000)
        var items: [ProxyEvent] = []
        var hasMore = false
        var page = ProxyEventPage(items: [], hasMore: false)
        forEachProxyEvent(after: query.after ?? 0, before: query.before ?? .max, query.order) { event in
            guard query.filter.isEverything || query.filter.matches(event) else { return true }
            hasMore = items.count == limit
            if !hasMore { items.append(event) }
            return !hasMore
        }
        forEachProxyEvent(.ascending) { event in
            page.oldest = event.number
            return false
        }
        forEachProxyEvent(.descending) { event in
            page.newest = event.number
            return false
        }
        (page.items, page.hasMore) = (items, hasMore)
        return page
    }

    /// Calls `body` with the available events between two numbers, until it returns false. Those of the history come
    /// first in ascending order, and last in descending order.
    package func forEachProxyEvent(
        after lower: UInt64 = 0,
        before upper: UInt64 = .max,
        _ order: InvocationQuery.Order,
        _ body: (ProxyEvent) -> Bool
    ) {
        let recent = isReplay ? [] : directory.placedEvents(after: lower).filter { $0.number < upper }
        let start = max(lower, directory.clearedThrough)
        // The history may contain some of the recent events too.
        let end = isReplay ? upper : min(upper, directory.evictedThrough.saturatingAdding(1))
        var isStopped = false
        func past() {
            guard !isStopped, start < end, let history = attachment.history else { return }
            history.scanProxyEvents(after: start, before: end, order) { event in
                isStopped = !body(event)
                return !isStopped
            }
        }
        if order == .ascending { past() }
        for event in order == .ascending ? recent : recent.reversed() where !isStopped { isStopped = !body(event) }
        if order == .descending { past() }
    }

    // MARK: Places among the calls

    /// Whether the places of some events among the calls are still to be found.
    package var hasPendingProxyEvents: Bool { directory.hasPendingEvents }

    /// Gives all events noted before their places among the calls, after merging the calls that ended before.
    package func settleAllProxyEvents() {
        guard directory.hasPendingEvents else { return }
        let number = directory.lastNumber
        flush()
        settleProxyEvents(flushedThrough: number)
    }

    /// Gives events their places among the calls, as far as all calls from before them are merged.
    ///
    /// - Parameters:
    ///   - position: A position that the caller has reached; later events get no place before it.
    ///   - number: Events up to this number were noted before a flush.
    /// - Returns: A place that all events up to its number precede or share, and all later events and calls follow.
    @discardableResult
    package func settleProxyEvents(through position: UInt64 = 0, flushedThrough number: UInt64 = 0) -> StreamPlace {
        var places: [ProxyDirectory.EventPlace] = []
        let pending = directory.pendingEvents
        if !pending.isEmpty { places = engine.eventPlaces.places(of: pending, flushedThrough: number) }
        let (position, number) = directory.settle(places, through: position)
        return StreamPlace(position: position, number: number)
    }

    /// Makes the recorder's thread find the places of events soon after they happened, while few calls follow them.
    func keepEventsPlaced() {
        engine.progressObservers.add { [directory, weak engine] in
            guard directory.hasPendingEvents, let engine else { return }
            directory.settle(engine.eventPlaces.places(of: directory.pendingEvents), through: 0)
        }
    }

    // MARK: Streams

    /// Whether streams have the stored calls. Those of a recording of one run come from its history, which has no order
    /// of ends to read them in.
    package var streamsStoredCalls: Bool { feed != nil || !isReplay }

    /// The place after everything so far.
    package var streamEnd: StreamPlace {
        if let feed { return feed.streamEnd }
        let position = status.lastPosition
        let place = settleProxyEvents(through: position)
        return StreamPlace(position: max(position, place.position), number: place.number)
    }

    /// Number of the last event before a call, as a stream sends them, whether or not the event is still stored.
    package func lastProxyEvent(before position: UInt64) -> UInt64 {
        feed?.lastProxyEvent(before: position) ?? directory.lastNumber(before: position)
    }

    /// Number of the last event that is no longer stored.
    package var proxyEventsEvictedThrough: UInt64 { directory.evictedThrough }

    /// Number of the last event; 0 before the first.
    package var lastProxyEventNumber: UInt64 { directory.lastNumber }

    /// Whether a place is one that every stream passes: the events up to its number are exactly those that belong
    /// before the calls after its position. Places that clients name, and places within missing calls, need not be.
    package func isPassed(_ place: StreamPlace) -> Bool {
        if let feed { return feed.isPassed(place) }
        settleProxyEvents(through: place.position)
        return directory.isOrdered(place.number, at: place.position)
    }

    /// The calls and events after a place of a stream.
    ///
    /// - Parameters:
    ///   - place: The calls up to its position and the events up to its number are known.
    ///   - limit: Maximum number of calls.
    ///   - filter: Only calls that pass. Events are not filtered.
    package func streamed(
        after place: StreamPlace,
        limit: Int,
        matching filter: InvocationFilter
    ) -> StreamBatch {
        if let feed { return feed.streamed(after: place, limit: limit, matching: filter) }
        guard streamsStoredCalls else { return passingStoredCalls(after: place) }
        let calls = completed(after: place.position, limit: limit, matching: filter)
        // After this, no event can get a place before the calls that were just read.
        settleProxyEvents(through: calls.lastPosition)
        let events = directory.placedEvents(after: place.number, through: calls.lastPosition)
        let evicted = directory.evictedThrough(position: calls.lastPosition)
        return StreamBatch(
            calls: calls,
            events: events,
            missedEvents: evicted > place.number ? evicted - place.number : 0,
            end: StreamPlace(
                position: calls.lastPosition,
                number: max(place.number, evicted, events.last?.number ?? 0)
            )
        )
    }

    /// Counts all calls after a place as missing.
    private func passingStoredCalls(after place: StreamPlace) -> StreamBatch {
        let last = max(status.lastPosition, place.position)
        return StreamBatch(
            calls: CompletedBatch(items: [], missed: last - place.position, lastPosition: last),
            events: [],
            missedEvents: 0,
            end: StreamPlace(position: last, number: place.number)
        )
    }
}

/// A place in a stream of calls and events: which of both a client has received.
package struct StreamPlace: Sendable, Hashable {
    /// Position of the last call.
    package var position: UInt64
    /// Number of the last event.
    package var number: UInt64

    package init(position: UInt64, number: UInt64) {
        self.position = position
        self.number = number
    }

    /// Increases by one from each item of a stream to the next, while nothing is missing: the order of calls by
    /// position, with each event after the call at its position.
    package var index: UInt64 { position.saturatingAdding(number) }
}

/// A part of a stream of calls and events.
package struct StreamBatch: Sendable {
    package let calls: CompletedBatch
    /// The events up to the last position of the calls, in order.
    package let events: [ProxyEvent]
    /// Events before the first one that are no longer stored.
    package let missedEvents: UInt64
    /// Where the next part begins.
    package let end: StreamPlace

    package init(calls: CompletedBatch, events: [ProxyEvent], missedEvents: UInt64, end: StreamPlace) {
        self.calls = calls
        self.events = events
        self.missedEvents = missedEvents
        self.end = end
    }
}
