// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ProxyCore
import Synchronization

/// Turns what the recorder stores into events, once for all clients, and lets streams begin where they want to.
///
/// A thread of its own encodes: the recorder's thread only says that there is something. It works while there are
/// streams; what a new stream wants of the past comes from the recorder's store.
///
/// - Invariant: Callable from any thread.
final class EventHub: Sendable {
    /// Bytes of encoded events that streams may lag behind before they get a `gap`.
    private static let feedBytes = 16 << 20
    private static let feedEvents = 1 << 16
    /// Invocations read from the store at a time.
    private static let batchCount = 500

    private let recorder: Recorder
    private let encoder: EventEncoder
    private let queue = DispatchQueue(label: "inspector-server.events")
    private let state = Mutex(State())
    private let isScheduled = Atomic<Bool>(false)

    private struct State: Sendable {
        var feed: EventFeed?
        /// Streams that have the feed and have not joined it yet.
        var openers = 0
        /// Position up to which events are in the feed.
        var position: UInt64 = 0
        /// Numbers of the calls that were told of as running.
        var toldRunning: Set<UInt64> = []
        var token: Recorder.ProgressToken?
    }

    init(recorder: Recorder) {
        self.recorder = recorder
        encoder = EventEncoder(epoch: recorder.epoch)
    }

    // MARK: Streams

    /// Begins a stream: says hello, brings what it has missed, and goes on with what comes.
    ///
    /// - Parameter daemon: The server that the stream belongs to.
    func open(_ stream: EventStream, from point: ResumePoint, on daemon: HTTPDaemon) throws {
        let feed = try self.feed(on: daemon)
        var isReplaying = false
        defer { if !isReplaying { finishOpening() } }
        let status = recorder.status
        try stream.writeNow(encoder.hello(oldest: recorder.oldestPosition, newest: status.lastPosition))
        let position: UInt64
        switch point {
        case .live: position = status.lastPosition
        case .earliest: position = (recorder.oldestPosition ?? status.lastPosition + 1) - 1
        case .after(let last): position = last
        case .restarted(let oldEpoch):
            try stream.writeNow(encoder.reset(reason: "restarted", oldEpoch: oldEpoch))
            position = (recorder.oldestPosition ?? status.lastPosition + 1) - 1
        case .invalid(let reason):
            try stream.writeNow(encoder.reset(reason: reason, oldEpoch: nil))
            position = status.lastPosition
        }
        if try stream.join(feed, after: position) { return }
        isReplaying = true
        BackgroundWork.run { [self] in
            replay(stream, after: position, into: feed)
            finishOpening()
        }
    }

    private func finishOpening() {
        state.withLock { $0.openers -= 1 }
        // What was stored since the feed was made, while it had no stream yet, is still to be encoded.
        schedule()
    }

    /// Brings what is no longer, or was never, in the feed from the store; then joins the feed.
    private func replay(_ stream: EventStream, after start: UInt64, into feed: EventFeed) {
        var position = start
        do {
            while try !stream.join(feed, after: position) {
                let batch = recorder.completed(after: position, limit: Self.batchCount)
                if batch.missed > 0 {
                    let last = position + batch.missed
                    try stream.write(encoder.gap(from: position + 1, to: last, missed: batch.missed, reason: "evicted"))
                }
                if !batch.items.isEmpty { try stream.write(batch.items.flatMap(encoder.invocation)) }
                position = batch.lastPosition
            }
        } catch {
            // The client has left, or accepts nothing: it comes back with the last id that it got.
            stream.abort()
        }
    }

    /// The feed that all streams read, made when the first one comes. Call `finishOpening` when it is joined.
    private func feed(on daemon: HTTPDaemon) throws -> EventFeed {
        let known = state.withLock { state in
            if state.feed != nil { state.openers += 1 }
            return state.feed
        }
        if let known { return known }
        let position = recorder.status.lastPosition
        let encoder = self.encoder
        let new = try EventFeed(
            daemon,
            byteLimit: Self.feedBytes,
            eventCountLimit: Self.feedEvents,
            basePosition: position
        ) { gap in
            gap.last < gap.first
                ? [] : encoder.gap(from: gap.first, to: gap.last, missed: gap.last - gap.first + 1, reason: "slow")
        }
        let token = recorder.onProgress { [weak self] in self?.schedule() }
        let feed = state.withLock { state in
            state.openers += 1
            if let known = state.feed { return known }
            state.feed = new
            state.position = position
            state.token = token
            return new
        }
        schedule()
        return feed
    }

    /// Forgets the feed; the streams that read it end with the server.
    func close() {
        let (feed, token) = state.withLock { state in
            defer { state = State() }
            return (state.feed, state.token)
        }
        token?.cancel()
        withExtendedLifetime(feed) {}
    }

    // MARK: Encoding

    private func schedule() {
        guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        queue.async { [weak self] in self?.pump() }
    }

    /// Encodes what has been stored since the last time.
    private func pump() {
        isScheduled.store(false, ordering: .releasing)
        let (known, start) = state.withLock { ($0.feed, $0.position) }
        guard let feed = known else { return }
        guard feed.streamCount > 0 else { return skip(feed) }
        var position = start
        while true {
            let stored = recorder.completed(after: position, limit: Self.batchCount)
            var batch = EventFeed.Batch()
            if stored.missed > 0 {
                let last = position + stored.missed
                batch.add(
                    encoder.gap(from: position + 1, to: last, missed: stored.missed, reason: "evicted"),
                    position: last
                )
            }
            for item in stored.items { batch.add(encoder.invocation(item), position: item.position ?? 0) }
            if stored.items.count < Self.batchCount { addRunning(to: &batch) }
            position = max(position, stored.lastPosition)
            if !batch.isEmpty { _ = feed.append(batch) }
            feed.advance(to: position, idleBlock: encoder.idle(at: position))
            feed.wake()
            if stored.items.count < Self.batchCount { break }
        }
        state.withLock { $0.position = position }
    }

    /// Nobody listens: who comes next gets the past from the store.
    private func skip(_ feed: EventFeed) {
        let token = state.withLock { state -> Recorder.ProgressToken? in
            guard state.feed === feed, state.openers == 0, feed.streamCount == 0 else { return nil }
            state.feed = nil
            defer { state.token = nil }
            return state.token
        }
        token?.cancel()
    }

    private func addRunning(to batch: inout EventFeed.Batch) {
        let running = recorder.runningNoticed
        let told = state.withLock { $0.toldRunning }
        for call in running where !told.contains(call.seq) { batch.add(encoder.running(call), position: 0) }
        state.withLock { $0.toldRunning = Set(running.map(\.seq)) }
    }
}
