// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Invocations on their way to a sink.
public struct SinkBatch: Sendable {
    /// The recorder's epoch.
    public let epoch: String
    /// When the recorder began, in nanoseconds since 1970-01-01T00:00:00Z.
    public let startedAtNanoseconds: Int64
    /// Invocations right before the first of this batch that made room before they could be written.
    public let missed: UInt64
    /// Position of the last invocation of this batch; of the last one before it when it is empty.
    public let lastPosition: UInt64
    /// Number of the call that started last.
    public let lastSeq: UInt64
    /// The calls under way when the batch was made, in the order of their starts.
    public let running: [Invocation]
    /// What happened to proxies since the last batch that was written, oldest first.
    public let events: [ProxyEvent]
    /// Invocations that were marked, commented or had it taken away since they were written: as they are now.
    public let changed: [Invocation]
    /// Invocations in it.
    public let count: Int
    private let snapshot: StoreSnapshot
    private let firstPosition: UInt64
    private let decoder: InvocationDecoder

    init(
        _ source: SinkSource,
        from firstPosition: UInt64,
        missed: UInt64,
        atMost limit: Int,
        events: [ProxyEvent],
        changed: [Invocation]
    ) {
        epoch = source.decoder.epoch
        startedAtNanoseconds = source.decoder.clock.wallTime(ofOffset: 0)
        let end = source.snapshot.lastPosition + 1
        count = Int(min(UInt64(limit), end - min(firstPosition, end)))
        lastPosition = firstPosition + UInt64(count) - 1
        lastSeq = source.lastSeq
        running = source.openCalls.map(source.decoder.invocation)
        snapshot = source.snapshot
        decoder = source.decoder
        self.firstPosition = firstPosition
        self.missed = missed
        self.events = events
        self.changed = changed
    }

    /// Calls `body` with the invocations, in the order in which they completed.
    public func forEach(_ body: (Invocation) throws -> Void) rethrows {
        try forEachStored { try body(decoder.invocation($0)) }
    }

    /// Calls `body` with the invocations as they lie in memory, in the order in which they completed.
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

/// What a recorder has at one moment, for a batch to be made of it.
struct SinkSource: Sendable {
    let snapshot: StoreSnapshot
    let openCalls: [OpenCall]
    let lastSeq: UInt64
    let decoder: InvocationDecoder
}
