// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A batch of invocations for a sink.
public struct SinkBatch: Sendable {
    /// The recorder's epoch.
    public let epoch: String
    /// When the recorder was created, in nanoseconds since 1970-01-01T00:00:00Z.
    public let startedAtNanoseconds: Int64
    /// Invocations directly before this batch that were evicted before they could be written.
    public let missed: UInt64
    /// Position of the last invocation of this batch; for an empty batch, that of the previous one.
    public let lastPosition: UInt64
    /// Number of the call that started last.
    public let lastSeq: UInt64
    /// Calls that the recorder had no room for, since it was created.
    public let dropped: UInt64
    /// The calls running when the batch was created, in order of their starts.
    public let running: [Invocation]
    /// Proxy events since the last batch that was written, oldest first.
    public let events: [ProxyEvent]
    /// Already written invocations whose mark, comment or completions have changed since, in their current state.
    public let changed: [Invocation]
    /// Number of invocations in the batch.
    public let count: Int
    private let snapshot: StoreSnapshot
    private let firstPosition: UInt64
    private let decoder: InvocationDecoder

    init(
        _ source: SinkSource,
        from firstPosition: UInt64,
        missed: UInt64,
        atMost limit: Int,
        running: [Invocation],
        events: [ProxyEvent],
        changed: [Invocation]
    ) {
        epoch = source.decoder.epoch
        startedAtNanoseconds = source.decoder.clock.wallTime(ofOffset: 0)
        let end = source.snapshot.lastPosition + 1
        count = Int(min(UInt64(limit), end - min(firstPosition, end)))
        lastPosition = firstPosition + UInt64(count) - 1
        lastSeq = source.lastSeq
        dropped = source.dropped
        self.running = running.map(\.symbolicated)
        snapshot = source.snapshot
        decoder = source.decoder
        self.firstPosition = firstPosition
        self.missed = missed
        self.events = events
        self.changed = changed
    }

    /// Calls `body` with each invocation, in completion order.
    public func forEach(_ body: (Invocation) throws -> Void) rethrows {
        try forEachStored { try body(decoder.invocation($0)) }
    }

    /// Calls `body` with each record in place, without decoding it, in completion order.
    package func forEachRecord(_ body: (SinkRecord) throws -> Void) rethrows {
        try forEachStored { try body(SinkRecord($0, decoder)) }
    }

    private func forEachStored(_ body: (StoredRecord) throws -> Void) rethrows {
        guard count > 0 else { return }
        var reader = CompletionOrderReader(snapshot, from: firstPosition)
        var left = count
        try withUnsafeTemporaryAllocation(of: StoredRecord.self, capacity: RecordMask.capacity) { records in
            while left > 0, let base = records.baseAddress {
                let read = reader.read(into: base, atMost: min(left, RecordMask.capacity))
                guard read > 0 else { return }
                for index in 0..<read { try body(base[index]) }
                left -= read
            }
        }
    }
}

/// Snapshot of a recorder from which batches are made.
struct SinkSource: Sendable {
    let snapshot: StoreSnapshot
    let openCalls: [OpenCall]
    let lastSeq: UInt64
    let dropped: UInt64
    let decoder: InvocationDecoder
}
