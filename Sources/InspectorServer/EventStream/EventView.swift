// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProxyCore
import Synchronization

/// The events for one stream request: a ring shared by all streams with equal requests, and the encoding progress.
///
/// - Invariant: `pump` and `append` run on the queue of `EventViews` only. Everything else is callable from any thread.
final class EventView: Sendable {
    /// Ring size in bytes: a stream that lags behind further gets a `gap`.
    private static let ringBytes = 16 << 20
    private static let ringEvents = 1 << 16
    /// Number of invocations per read from the store, and approximate number of bytes per append to the ring.
    private static let batchCount = 500
    private static let batchBytes = 1 << 20
    /// Longest time to encode before others have their turn: calls may come faster than they can be encoded.
    private static let turn = Duration.milliseconds(20)

    let request: StreamRequest
    let encoder: EventEncoder
    let ring: EventRing
    private let recorder: Recorder
    private let heartbeat: Duration
    private let places: PlaceIndex
    private let state: Mutex<State>

    private struct State: Sendable {
        /// Streams that are about to join the ring.
        var openers = 0
        /// Up to where calls and proxy events have been encoded.
        var place: StreamPlace
        /// The gaps that were appended to the ring.
        var gaps = RingGaps()
        /// Numbers of the calls already reported as running.
        var toldRunning: Set<UInt64> = []
        /// Index of the last id that was sent to the streams, and when.
        var lastIDAt = ContinuousClock.now
        var lastID: UInt64
        /// Events without an id that were appended since, for streams that have not joined the ring.
        var kept: [ObjectIdentifier: KeptEvents] = [:]
    }

    /// Events for a stream that has not joined the ring.
    private struct KeptEvents {
        var bytes: [UInt8] = []
        /// Whether there were more than a ring holds, because the client hardly reads.
        var isOverfull = false

        mutating func add(_ event: [UInt8]) {
            isOverfull = isOverfull || bytes.count + event.count > EventView.ringBytes
            if isOverfull { bytes = [] } else { bytes += event }
        }
    }

    private struct StreamLagged: Error {}
    private struct NothingReadable: Error {}
    /// Rounds without anything to send, and the time after each, until a stream that cannot join the ring ends: its
    /// recording cannot be read.
    private static let idleRounds = 100
    private static let idleTime: UInt32 = 20_000

    /// - Parameter heartbeat: Maximum time between ids.
    init(_ request: StreamRequest, _ recorder: Recorder, on daemon: HTTPDaemon, heartbeat: Duration) throws {
        let place = recorder.streamEnd
        let places = PlaceIndex(place)
        let encoder = EventEncoder(epoch: recorder.epoch, request: request)
        self.request = request
        self.recorder = recorder
        self.encoder = encoder
        self.heartbeat = heartbeat
        self.places = places
        ring = try EventRing(
            daemon,
            byteLimit: Self.ringBytes,
            eventCountLimit: Self.ringEvents,
            basePosition: place.index
        ) { gap in
            guard gap.first <= gap.last else { return [] }
            let (start, _) = places.place(at: gap.first - 1)
            let (end, isEvent) = places.place(at: gap.last)
            return encoder.gap(
                from: start,
                to: end,
                afterEvent: isEvent,
                missedEvents: request.lifecycle == .none ? 0 : end.number - min(start.number, end.number),
                reason: "slow"
            )
        }
        state = Mutex(State(place: place, lastID: place.index))
    }

    // MARK: Openers

    /// Changes the number of streams that are about to join the ring.
    func addOpener(_ change: Int) { state.withLock { $0.openers += change } }

    /// Whether no stream reads the ring or is about to join it.
    var isUnused: Bool { state.withLock { $0.openers } == 0 && ring.streamCount == 0 }

    /// Keeps events without an id for a stream that is about to join: the ring passes over those that were appended
    /// before the call after which the stream joins.
    func keepEvents(for stream: EventStream) { state.withLock { $0.kept[ObjectIdentifier(stream)] = KeptEvents() } }

    /// Ends keeping events for a stream.
    func dropEvents(for stream: EventStream) { state.withLock { $0.kept[ObjectIdentifier(stream)] = nil } }

    private func keepsEvents(for stream: EventStream) -> Bool {
        state.withLock { $0.kept[ObjectIdentifier(stream)].map { !$0.bytes.isEmpty || $0.isOverfull } ?? false }
    }

    private func takeEvents(keptFor stream: EventStream) throws -> [UInt8] {
        let kept = state.withLock { state in
            let kept = state.kept[ObjectIdentifier(stream)]
            if kept != nil { state.kept[ObjectIdentifier(stream)] = KeptEvents() }
            return kept
        }
        guard let kept else { return [] }
        if kept.isOverfull { throw StreamLagged() }
        return kept.bytes
    }

    /// Sends events that are missing from the ring, reading them from the store; then joins the ring.
    ///
    /// - Parameters:
    ///   - first: Events to send before.
    ///   - filter: The filter of the stream itself: it equals that of the view, but its ages may count back from another
    ///     time.
    ///   - position: Up to where to read from the store, whether or not the ring has it.
    ///   - inTurn: Runs work on the queue of `EventViews`.
    func replay(
        _ stream: EventStream,
        after start: StreamPlace,
        startingWith first: [UInt8],
        matching filter: InvocationFilter,
        through position: UInt64,
        _ inTurn: (() throws -> Bool) throws -> Bool
    ) {
        var place = start
        var idleRounds = 0
        do {
            if !first.isEmpty { try stream.write(first) }
            while true {
                // Also without any: the replay ends when the client leaves.
                let kept = try takeEvents(keptFor: stream)
                try stream.write(kept)
                // Nothing is appended there meanwhile, so nothing is missed, and no other stream gets it twice.
                let isJoined = try inTurn {
                    pump()
                    return try place.position >= position && !keepsEvents(for: stream) && join(stream, after: place)
                }
                if isJoined { return }
                let batch = recorder.streamed(after: place, limit: Self.batchCount, matching: filter)
                var bytes: [UInt8] = []
                encode(batch, after: place) { event, _ in bytes += event }
                if !bytes.isEmpty { try stream.write(bytes) }
                idleRounds = batch.end == place && kept.isEmpty ? idleRounds + 1 : 0
                guard idleRounds < Self.idleRounds else { throw NothingReadable() }
                if idleRounds > 0 { usleep(Self.idleTime) }
                place = batch.end
            }
        } catch EventStream.Failure.closed {
            // The client has left, and the stream ends without our help; or the server stops, and what was written is
            // sent before the `bye`.
        } catch {
            // The client is stuck. It resumes after the last id that it received.
            stream.abort()
        }
    }

    /// Continues a stream with the ring. False if the ring does not have everything after the place, or never had the
    /// place, or is not there yet: the stream would pass over what is appended without a number before that. Also false
    /// inside a gap of the ring: the store had more when the stream read it.
    func join(_ stream: EventStream, after place: StreamPlace) throws(EventStream.Failure) -> Bool {
        let index = place.index
        guard recorder.isPassed(place) else { return false }
        guard state.withLock({ $0.place.index >= index && !$0.gaps.contains(index) }) else { return false }
        return try stream.join(ring, after: place.index)
    }

    // MARK: Encoding

    /// Encodes the events since the previous call, until it has caught up or its turn ends.
    ///
    /// - Returns: Whether there are more.
    @discardableResult
    func pump() -> Bool {
        let end = ContinuousClock.now + Self.turn
        var hasMore = false
        var batch = EventRing.Batch()
        var place = state.withLock { $0.place }
        // Calls that ended before an event are to precede it.
        recorder.settleAllProxyEvents()
        while true {
            let stored = recorder.streamed(after: place, limit: Self.batchCount, matching: request.filter)
            encode(stored, after: place, places) { add($0, at: $1, to: &batch) }
            // A recording of several processes also stops before a gap, and after a while.
            let isEnd =
                recorder.isFleet
                ? stored.end == place
                : stored.calls.lastPosition <= place.position
                    || request.filter.isEverything && stored.calls.items.count < Self.batchCount
            place = stored.end
            if isEnd { break }
            hasMore = ContinuousClock.now >= end
            if hasMore { break }
        }
        addRunning(to: &batch)
        let idle = encoder.idle(at: place, afterEvent: needsNumber(place))
        addIdle(idle, at: place, to: &batch)
        hand(&batch)
        ring.advance(to: place.index, idleBlock: idle)
        ring.wake()
        state.withLock { [place] in $0.place = place }
        return hasMore
    }

    /// Sends one event that does not move the resume point, after those that were encoded.
    func append(_ event: [UInt8]) {
        var batch = EventRing.Batch()
        batch.add(event, position: 0)
        hand(&batch)
        ring.wake()
        state.withLock { state in
            for stream in state.kept.keys { state.kept[stream]?.add(event) }
        }
    }

    /// Encodes a part of the stream in order, and passes each event with the place after it to `body`.
    ///
    /// - Parameter places: For the ring: notes the places of proxy events, whether or not the request shows them. The
    ///   gaps are noted then too.
    private func encode(
        _ batch: StreamBatch,
        after start: StreamPlace,
        _ places: PlaceIndex? = nil,
        _ body: ([UInt8], StreamPlace) -> Void
    ) {
        var place = start
        place.position = place.position.saturatingAdding(batch.calls.missed)
        place.number = place.number.saturatingAdding(batch.missedEvents)
        if batch.missedEvents > 0 { places?.add(place) }
        let missedEvents = request.lifecycle == .none ? 0 : batch.missedEvents
        if batch.calls.missed > 0 || missedEvents > 0 {
            let gap = encoder.gap(
                from: start,
                to: place,
                afterEvent: needsNumber(place),
                missedEvents: missedEvents,
                reason: recorder.streamsStoredCalls ? "evicted" : "recording"
            )
            let (startIndex, endIndex) = (start.index, place.index)
            if places != nil { state.withLock { $0.gaps.add(from: startIndex, to: endIndex) } }
            body(gap, place)
        }
        var events = batch.events[...]
        func encodeEvents(before position: UInt64) {
            while let event = events.first, let after = event.position, after < position {
                events.removeFirst()
                place = StreamPlace(position: max(place.position, after), number: event.number)
                places?.add(place)
                if request.shows(event) { body(encoder.lifecycle(event, at: place.position), place) }
            }
        }
        for (index, item) in batch.calls.items.enumerated() {
            guard let position = batch.calls.position(at: index) else { continue }
            encodeEvents(before: position)
            place.position = position
            body(encoder.invocation(item, at: position), place)
        }
        encodeEvents(before: .max)
    }

    /// Whether the id of a place needs the number of its last event, because its position doesn't tell it.
    private func needsNumber(_ place: StreamPlace) -> Bool {
        request.lifecycle != .none && recorder.lastProxyEvent(before: place.position) != place.number
    }

    private func add(_ event: [UInt8], at place: StreamPlace, to batch: inout EventRing.Batch) {
        batch.add(event, position: place.index)
        guard batch.byteCount >= Self.batchBytes else { return }
        hand(&batch)
        ring.wake()
    }

    private func hand(_ batch: inout EventRing.Batch) {
        guard !batch.isEmpty else { return }
        if let last = batch.lastPosition {
            state.withLock { state in
                state.lastID = last
                state.lastIDAt = .now
            }
        }
        _ = ring.append(batch)
        batch.removeAll()
    }

    private func addRunning(to batch: inout EventRing.Batch) {
        let running = recorder.runningNoticed.filter { request.filter.isEverything || request.filter.matches($0) }
        let told = state.withLock { $0.toldRunning }
        for call in running where !told.contains(call.key) { batch.add(encoder.running(call), position: 0) }
        state.withLock { $0.toldRunning = Set(running.map(\.key)) }
    }

    /// A stream that only gets events without ids is never idle, so its resume point is moved here.
    private func addIdle(_ block: [UInt8], at place: StreamPlace, to batch: inout EventRing.Batch) {
        guard !batch.isEmpty, batch.lastPosition == nil else { return }
        let position: UInt64? = state.withLock { state in
            guard place.index > state.lastID, .now - state.lastIDAt >= heartbeat else { return nil }
            state.lastID = place.index
            state.lastIDAt = .now
            // Up to the place before, the ring counts everything as processed and takes no event.
            return place.index > state.place.index ? place.index : 0
        }
        if let position { batch.add(block, position: position) }
    }
}

/// The places of a ring's events by their index.
///
/// - Invariant: Callable from any thread.
final class PlaceIndex: Sendable {
    private struct State: Sendable {
        /// Number of the last proxy event before those in `places`.
        var number: UInt64
        /// The places right after proxy events, ascending.
        var places: [StreamPlace] = []
    }

    /// Maximum number of places, of 16 bytes each. A gap before the oldest one counts its proxy events as calls.
    private static let limit = 1 << 16

    private let state: Mutex<State>

    init(_ start: StreamPlace) { state = Mutex(State(number: start.number)) }

    /// Adds the place right after a proxy event.
    func add(_ place: StreamPlace) {
        state.withLock { state in
            state.places.append(place)
            guard state.places.count >= Self.limit else { return }
            state.number = state.places[Self.limit / 2 - 1].number
            state.places.removeFirst(Self.limit / 2)
        }
    }

    /// The place with an index, and whether it is right after a proxy event.
    func place(at index: UInt64) -> (StreamPlace, isEvent: Bool) {
        state.withLock { state in
            let last = state.places.last { $0.index <= index }
            let number = last?.number ?? min(state.number, index)
            return (StreamPlace(position: index - min(number, index), number: number), last?.index == index)
        }
    }
}
