// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Synchronization

/// The events of one view: a ring that all streams with equal requests share, and how far it has got.
///
/// - Invariant: `pump`, `append` and what they call run on the queue of `EventViews` only; the rest from any thread.
final class EventView: Sendable {
    /// Bytes of encoded events that streams may lag behind before they get a `gap`.
    private static let ringBytes = 16 << 20
    private static let ringEvents = 1 << 16
    /// Invocations read from the store at a time, and bytes of events after which they are handed over.
    private static let batchCount = 500
    private static let batchBytes = 1 << 20

    let request: StreamRequest
    let encoder: EventEncoder
    let ring: EventRing
    private let recorder: Recorder
    private let heartbeat: Duration
    private let state: Mutex<State>

    private struct State: Sendable {
        /// Streams that have the ring and have not joined it yet.
        var openers = 0
        /// Position up to which events are in the ring.
        var position: UInt64
        /// Number of the last proxy event in the ring.
        var lifecycle: UInt64
        /// Numbers of the calls that were told of as running.
        var toldRunning: Set<UInt64> = []
        /// Since when the streams have been sent no id, and the last one that they were sent.
        var lastIDAt = ContinuousClock.now
        var lastID: UInt64
    }

    /// - Parameter heartbeat: After so long without an id, the streams are sent one.
    init(_ request: StreamRequest, _ recorder: Recorder, on daemon: HTTPDaemon, heartbeat: Duration) throws {
        let position = recorder.status.lastPosition
        let encoder = EventEncoder(epoch: recorder.epoch, request: request)
        self.request = request
        self.recorder = recorder
        self.encoder = encoder
        self.heartbeat = heartbeat
        ring = try EventRing(
            daemon,
            byteLimit: Self.ringBytes,
            eventCountLimit: Self.ringEvents,
            basePosition: position
        ) { gap in
            gap.last < gap.first
                ? [] : encoder.gap(from: gap.first, to: gap.last, missed: gap.last - gap.first + 1, reason: "slow")
        }
        let lifecycle = recorder.proxyEvents().last?.number ?? 0
        state = Mutex(State(position: position, lifecycle: lifecycle, lastID: position))
    }

    // MARK: Openers

    /// Says that a stream is going to join the ring, or has done so.
    func addOpener(_ change: Int) { state.withLock { $0.openers += change } }

    /// Whether nobody reads the ring, nor is about to.
    var isUnused: Bool { state.withLock { $0.openers } == 0 && ring.streamCount == 0 }

    /// Brings what is no longer, or was never, in the ring from the store; then joins the ring.
    func replay(_ stream: EventStream, after start: UInt64) {
        var position = start
        do {
            while try !stream.join(ring, after: position) {
                let batch = recorder.completed(after: position, limit: Self.batchCount, matching: request.filter)
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

    // MARK: Encoding

    /// Encodes what has happened since the last time.
    func pump() {
        var batch = EventRing.Batch()
        addLifecycle(to: &batch)
        var position = state.withLock { $0.position }
        while true {
            let stored = recorder.completed(after: position, limit: Self.batchCount, matching: request.filter)
            add(stored, after: position, to: &batch)
            let isEnd =
                stored.lastPosition <= position || request.filter.isEverything && stored.items.count < Self.batchCount
            position = max(position, stored.lastPosition)
            if isEnd { break }
        }
        addRunning(to: &batch)
        addIdle(at: position, to: &batch)
        hand(&batch)
        ring.advance(to: position, idleBlock: encoder.idle(at: position))
        ring.wake()
        state.withLock { $0.position = position }
    }

    /// Sends one event that does not move the resume point, behind all that has happened before.
    func append(_ event: [UInt8]) {
        var batch = EventRing.Batch()
        batch.add(event, position: 0)
        hand(&batch)
        ring.wake()
    }

    private func add(_ stored: CompletedBatch, after position: UInt64, to batch: inout EventRing.Batch) {
        if stored.missed > 0 {
            let last = position + stored.missed
            let gap = encoder.gap(from: position + 1, to: last, missed: stored.missed, reason: "evicted")
            batch.add(gap, position: last)
        }
        for item in stored.items {
            batch.add(encoder.invocation(item), position: item.position ?? 0)
            if batch.byteCount >= Self.batchBytes {
                hand(&batch)
                ring.wake()
            }
        }
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

    private func addLifecycle(to batch: inout EventRing.Batch) {
        let events = recorder.proxyEvents(after: state.withLock { $0.lifecycle })
        for event in events where request.shows(event) { batch.add(encoder.lifecycle(event), position: 0) }
        if let last = events.last { state.withLock { $0.lifecycle = last.number } }
    }

    private func addRunning(to batch: inout EventRing.Batch) {
        let running = recorder.runningNoticed.filter { request.filter.isEverything || request.filter.matches($0) }
        let told = state.withLock { $0.toldRunning }
        for call in running where !told.contains(call.seq) { batch.add(encoder.running(call), position: 0) }
        state.withLock { $0.toldRunning = Set(running.map(\.seq)) }
    }

    /// A stream that is sent events without an id, and is therefore never quiet, has its resume point moved here.
    private func addIdle(at position: UInt64, to batch: inout EventRing.Batch) {
        guard !batch.isEmpty, batch.lastPosition == nil else { return }
        let isDue = state.withLock { position > $0.lastID && .now - $0.lastIDAt >= heartbeat }
        if isDue { batch.add(encoder.idle(at: position), position: position) }
    }
}
