// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Which invocations to list.
public struct InvocationQuery: Sendable, Hashable {
    /// The order of a list.
    public enum Order: String, Sendable {
        /// Newest start first.
        case descending = "desc"
        /// Oldest start first.
        case ascending = "asc"
    }

    /// Most invocations to return. Default 100; 1 to 1 000.
    public var limit = 100
    /// Only calls that started before this one.
    public var before: UInt64?
    /// Only calls that started after this one.
    public var after: UInt64?
    /// Default newest first.
    public var order = Order.descending

    /// All invocations, newest first.
    public init() {}
}

/// A part of the stored invocations, and where it stands among all.
public struct InvocationPage: Sendable {
    /// The invocations, in the order asked for.
    public var items: [Invocation]
    /// Whether there are more in the same direction.
    public var hasMore: Bool
    /// Invocations stored at that moment.
    public var stored: Int
    /// Invocations that made room for newer ones.
    public var evicted: UInt64
    /// Number of the stored call that started first, nil when nothing is stored.
    public var oldest: UInt64?
    /// Number of the stored call that started last.
    public var newest: UInt64?
    /// Position of the newest invocation at that moment: a stream resumed from here neither misses nor repeats one.
    public var lastPosition: UInt64
}

/// Invocations in the order in which they completed, from one position on.
public struct CompletedBatch: Sendable {
    /// The invocations.
    public var items: [Invocation]
    /// Invocations before the first item that are no longer stored.
    public var missed: UInt64
    /// Position to go on from.
    public var lastPosition: UInt64
}

/// What a recorder knows of one call.
public enum InvocationLookup: Sendable {
    /// It is stored or running.
    case found(Invocation)
    /// It was recorded and is no longer stored.
    case evicted
    /// No call had that number so far.
    case unknown
}

extension Recorder {
    var decoder: InvocationDecoder {
        let (clock, threads) = engine.withDrain { ($0.clock, $0.threads) }
        return InvocationDecoder(epoch: epoch, clock: clock, threads: threads, typeNames: engine.typeNames)
    }

    /// Lists stored invocations by the order of their starts.
    public func invocations(_ query: InvocationQuery = InvocationQuery()) -> InvocationPage {
        let snapshot = engine.withDrain { $0.store.snapshot }
        let decoder = self.decoder
        let limit = min(max(query.limit, 1), 1_000)
        var items: [Invocation] = []
        var hasMore = false
        snapshot.forEachStarted(
            after: query.after ?? 0,
            before: query.before ?? .max,
            descending: query.order == .descending
        ) { record in
            hasMore = items.count == limit
            if !hasMore { items.append(decoder.invocation(record)) }
            return !hasMore
        }
        return InvocationPage(
            items: items,
            hasMore: hasMore,
            stored: snapshot.count,
            evicted: snapshot.evicted,
            oldest: snapshot.segments.filter { $0.count > 0 }.map(\.firstSeq).min(),
            newest: snapshot.segments.filter { $0.count > 0 }.map(\.lastSeq).max(),
            lastPosition: snapshot.lastPosition
        )
    }

    /// Looks one call up by the number of its start.
    public func invocation(seq: UInt64) -> InvocationLookup {
        let (snapshot, running, lastSeq) = engine.withDrain { drain in
            (drain.store.snapshot, drain.openCalls.first { $0.seq == seq }, drain.lastSeq)
        }
        if let running { return .found(decoder.invocation(running)) }
        if let record = snapshot.record(seq: seq) { return .found(decoder.invocation(record)) }
        return seq >= 1 && seq <= lastSeq ? .evicted : .unknown
    }

    /// The calls under way, in the order of their starts.
    public var running: [Invocation] {
        let calls = engine.withDrain { $0.openCalls }
        let decoder = self.decoder
        return calls.map(decoder.invocation)
    }

    /// The calls under way that have been told to `onProgress` observers as running for long.
    public var runningNoticed: [Invocation] {
        let calls = engine.withDrain { $0.openCalls.filter(\.isNoticed) }
        let decoder = self.decoder
        return calls.map(decoder.invocation)
    }

    /// The invocations that completed after the one at `position`, at most `limit` of them.
    public func completed(after position: UInt64, limit: Int = 1_000) -> CompletedBatch {
        let snapshot = engine.withDrain { $0.store.snapshot }
        let decoder = self.decoder
        var items: [Invocation] = []
        snapshot.forEachCompleted(from: position + 1) { record in
            items.append(decoder.invocation(record))
            return items.count < limit
        }
        let first = items.first?.position ?? snapshot.lastPosition + 1
        return CompletedBatch(
            items: items,
            missed: first > position + 1 ? first - position - 1 : 0,
            lastPosition: items.last?.position ?? max(position, snapshot.lastPosition)
        )
    }

    /// Position of the oldest stored invocation, nil when nothing is stored.
    public var oldestPosition: UInt64? { engine.withDrain { $0.store.snapshot.firstPosition } }

    /// Numbers of the calls made directly from one call, in the order of their starts, at most `limit` of them.
    public func children(of seq: UInt64, limit: Int = 100) -> [UInt64] {
        let snapshot = engine.withDrain { $0.store.snapshot }
        var children: [UInt64] = []
        var end = UInt64.max
        if let record = snapshot.record(seq: seq) { end = record.header.start &+ record.header.duration }
        snapshot.forEachStarted(after: seq, before: .max, descending: false) { record in
            let header = record.header
            if header.parentSeq == seq { children.append(header.seq) }
            return children.count < limit && header.start <= end
        }
        return children
    }

    /// Number of the nearest call of the same selector that started before or after one, nil when none is stored.
    public func neighbour(of seq: UInt64, forward: Bool) -> UInt64? {
        let snapshot = engine.withDrain { $0.store.snapshot }
        guard let site = snapshot.record(seq: seq)?.header.site else { return nil }
        var found: UInt64?
        snapshot.forEachStarted(after: forward ? seq : 0, before: forward ? .max : seq, descending: !forward) {
            record in
            if record.header.site == site { found = record.header.seq }
            return found == nil
        }
        return found
    }
}
