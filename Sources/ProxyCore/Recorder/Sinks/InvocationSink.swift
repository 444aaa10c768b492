// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Takes over what a recorder records, to keep it somewhere else: in a file, for one.
///
/// A recorder gives a sink everything, in the order in which the calls completed, from two threads that belong to the
/// sink alone: one has the program's priority; one of lower priority stands in for it while calls come in a flood.
/// Proxied calls made on them are not recorded.
///
/// - Invariant: Nothing is called while another of the calls below is under way.
public protocol InvocationSink: AnyObject, Sendable {
    /// Where it keeps what it gets, for people: a path, for one; nil when there is nothing to say.
    var location: String? { get }

    /// Takes a batch over.
    ///
    /// - Throws: when it could not be kept. The recorder goes on; it gives the same invocations again after
    ///   `SinkConfiguration.retryInterval`, as far as they are in memory by then.
    func write(_ batch: SinkBatch) throws

    /// There will be no more. Everything that could be written was written.
    func finish()
}

extension InvocationSink {
    /// Says nothing.
    public var location: String? { nil }
}

/// How a recorder feeds a sink.
public struct SinkConfiguration: Sendable, Hashable {
    /// Longest time from the end of a call to the begin of the `write` that has it, while the sink keeps up. Default
    /// 100 ms; 1 ms to 1 h.
    public var interval = Duration.milliseconds(100)
    /// Most invocations in one batch. Default 8 192; at least 1.
    public var batchCount = 8_192
    /// How long to wait after a failure. Default 1 s; 1 ms to 1 h.
    public var retryInterval = Duration.seconds(1)

    /// The defaults.
    public init() {}

    /// The same configuration with every number inside its bounds.
    var clamped: SinkConfiguration {
        func clamp(_ duration: Duration) -> Duration { min(max(duration, .milliseconds(1)), .seconds(3_600)) }
        var configuration = self
        configuration.interval = clamp(interval)
        configuration.retryInterval = clamp(retryInterval)
        configuration.batchCount = max(1, batchCount)
        return configuration
    }
}

/// What became of a recorder's invocations in its sink, at one moment.
public struct SinkStatus: Sendable, Hashable {
    /// Where the sink keeps them, for people; nil when it does not say.
    public var location: String?
    /// Invocations that the sink has taken over.
    public var written: UInt64 = 0
    /// Invocations that had to make room in memory before the sink could take them over.
    public var missed: UInt64 = 0
    /// Invocations that were stored and that the sink has yet to take over.
    public var waiting: UInt64 = 0
    /// Position up to which all is written or missed.
    public var position: UInt64 = 0
    /// What the last attempt to write failed with; nil when it did not.
    public var failure: String?
}

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
