// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

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

    let request: StreamRequest
    let encoder: EventEncoder
    let ring: EventRing
    private let recorder: Recorder
    private let heartbeat: Duration
    private let state: Mutex<State>

    private struct State: Sendable {
        /// Streams that are about to join the ring.
        var openers = 0
        /// Position up to which calls have been encoded.
        var position: UInt64
        /// Number of the last proxy event in the ring.
        var lifecycle: UInt64
        /// Numbers of the calls already reported as running.
        var toldRunning: Set<UInt64> = []
        /// The last id that was sent to the streams, and when.
        var lastIDAt = ContinuousClock.now
        var lastID: UInt64
    }

    /// - Parameter heartbeat: Maximum time between ids.
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

    /// Changes the number of streams that are about to join the ring.
    func addOpener(_ change: Int) { state.withLock { $0.openers += change } }

    /// Whether no stream reads the ring or is about to join it.
    var isUnused: Bool { state.withLock { $0.openers } == 0 && ring.streamCount == 0 }

    /// Sends events that are missing from the ring, reading them from the store; then joins the ring.
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
            // The client has left or is stuck. It resumes after the last id that it received.
            stream.abort()
        }
    }

    // MARK: Encoding

    /// Encodes all events since the previous call.
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

    /// Sends one event that does not move the resume point, after all earlier events.
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

    /// A stream that only gets events without ids is never idle, so its resume point is moved here.
    private func addIdle(at position: UInt64, to batch: inout EventRing.Batch) {
        guard !batch.isEmpty, batch.lastPosition == nil else { return }
        let isDue = state.withLock { position > $0.lastID && .now - $0.lastIDAt >= heartbeat }
        if isDue { batch.add(encoder.idle(at: position), position: position) }
    }
}
