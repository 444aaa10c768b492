// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Every question takes a snapshot under the recorder's lock, some microseconds, and answers it without.

extension Recorder {
    var decoder: InvocationDecoder {
        let (clock, threads, marks) = engine.withDrain { ($0.clock, $0.threads, $0.store.marks) }
        return InvocationDecoder(
            epoch: epoch,
            clock: clock,
            threads: threads,
            marks: marks,
            typeNames: engine.typeNames
        )
    }

    var snapshot: StoreSnapshot { engine.withDrain { $0.store.snapshot } }

    /// The filter as a program for one scan, nil when every record passes.
    func program(_ filter: InvocationFilter) -> FilterProgram? {
        filter.isEverything ? nil : FilterProgram(filter, decoder: decoder)
    }

    /// Lists stored invocations by the order of their starts.
    public func invocations(_ query: InvocationQuery = InvocationQuery()) -> InvocationPage {
        if let view = historyView { return view.invocations(query, lastSeq: engine.withDrain { $0.lastSeq }) }
        let (snapshot, running) = engine.withDrain { ($0.store.snapshot, $0.openCalls.map(\.seq)) }
        let decoder = self.decoder
        let limit = min(max(query.limit, 1), 1_000)
        let program = self.program(query.filter)
        var scan = RecordScan(
            StartOrderReader(snapshot, query),
            program,
            ScanBudget(recordLimit: query.scanCountLimit, time: query.scanTime)
        )
        var items: [Invocation] = []
        var hasMore = false
        let end = scan.forEach { record in
            hasMore = items.count == limit
            if !hasMore { items.append(decoder.invocation(record)) }
            return !hasMore
        }
        var count = MatchCount(matched: items.count, isExact: true, isPartial: program?.isPartial ?? false)
        if scan.scanned < snapshot.count || hasMore { count = self.count(query.filter, in: snapshot, query.scanTime) }
        return InvocationPage(
            items: items,
            hasMore: hasMore,
            continueFrom: end == .budget ? scan.last?.header.seq : nil,
            hasGap: snapshot.hasGap(after: query.after, running: running),
            count: count,
            stored: snapshot.count,
            evicted: snapshot.evicted,
            oldest: snapshot.firstSeq,
            newest: snapshot.lastSeq,
            lastPosition: snapshot.lastPosition
        )
    }

    /// Goes through all stored invocations that pass a query's filter and bounds, however many they are.
    ///
    /// `limit` and the scan limits of the query do not apply: the cursor is asked for one batch after the other.
    public func cursor(_ query: InvocationQuery = InvocationQuery()) -> InvocationCursor {
        let view = historyView
        let snapshot = view?.snapshot ?? self.snapshot
        return InvocationCursor(
            reader: StartOrderReader(snapshot, query),
            filter: query.filter,
            decoder: decoder,
            past: view.map { HistoryPassage($0, query) }
        )
    }

    /// Position from which on all invocations are stored, nil when there are none. Older marked ones may be stored too.
    public var oldestPosition: UInt64? { snapshot.firstPosition }

    /// Counts the stored invocations that pass a filter.
    ///
    /// - Parameter time: Longest time to look. Default 50 ms.
    public func count(matching filter: InvocationFilter, within time: Duration = .milliseconds(50)) -> MatchCount {
        historyView?.count(filter, within: time) ?? count(filter, in: snapshot, time)
    }

    private func count(_ filter: InvocationFilter, in snapshot: StoreSnapshot, _ time: Duration) -> MatchCount {
        guard let program = program(filter) else {
            return MatchCount(matched: snapshot.count, isExact: true, isPartial: false)
        }
        var scan = RecordScan(CompletionOrderReader(snapshot), program, ScanBudget(time: time))
        let (count, end) = scan.count()
        return MatchCount(matched: count, isExact: end == .complete, isPartial: program.isPartial)
    }

    /// Looks one call up by the number of its start.
    public func invocation(seq: UInt64) -> InvocationLookup {
        let (snapshot, running, lastSeq) = engine.withDrain { drain in
            (drain.store.snapshot, drain.openCalls.first { $0.seq == seq }, drain.lastSeq)
        }
        if let running { return .found(decoder.invocation(running)) }
        if let record = snapshot.record(seq: seq) { return .found(decoder.invocation(record)) }
        if let view = historyView, view.isReplay || seq > snapshot.clearedThrough {
            if let invocation = view.history.invocation(seq: seq) { return .found(invocation) }
            if view.isReplay { return seq <= view.history.extent.newest ?? 0 ? .evicted : .unknown }
        }
        return seq >= 1 && seq <= lastSeq ? .evicted : .unknown
    }

    /// The calls under way, in the order of their starts.
    public var running: [Invocation] {
        if isReplay { return attachment.history?.extent.running ?? [] }
        let calls = engine.withDrain { $0.openCalls }
        let decoder = self.decoder
        return calls.map(decoder.invocation)
    }

    /// The moment up to which the calls in `running` are known to have run, in nanoseconds since
    /// 1970-01-01T00:00:00Z: now, or the last moment that a recording tells of.
    public var runningAsOfNanoseconds: Int64 {
        guard isReplay, let extent = attachment.history?.extent else { return decoder.clock.wallTimeNow }
        let ended = extent.startedAtNanoseconds &+ Int64(clamping: extent.period?.upperBound ?? 0)
        return max(ended, extent.running.map(\.startedAtNanoseconds).max() ?? ended)
    }

    /// The calls under way that have been told to `onProgress` observers as running for long.
    public var runningNoticed: [Invocation] {
        let calls = engine.withDrain { $0.openCalls.filter(\.isNoticed) }
        let decoder = self.decoder
        return calls.map(decoder.invocation)
    }

    /// The invocations that completed after the one at `position` and pass a filter, at most `limit` of them.
    ///
    /// - Parameter filter: Default all. Looks at stored invocations for at most 50 ms; go on from `lastPosition`.
    public func completed(
        after position: UInt64,
        limit: Int = 1_000,
        matching filter: InvocationFilter = .everything
    ) -> CompletedBatch {
        guard position < .max else { return CompletedBatch(items: [], missed: 0, lastPosition: position) }
        let snapshot = self.snapshot
        let decoder = self.decoder
        var items: [Invocation] = []
        var scan = RecordScan(
            CompletionOrderReader(snapshot, from: position + 1),
            program(filter),
            ScanBudget(time: .milliseconds(50))
        )
        let end = scan.forEach { record in
            items.append(decoder.invocation(record))
            return items.count < limit
        }
        let first = max(snapshot.firstPosition ?? snapshot.lastPosition + 1, 1)
        let seen = end == .stopped ? items.last?.position : scan.last?.position
        return CompletedBatch(
            items: items,
            missed: first > position + 1 ? first - position - 1 : 0,
            lastPosition: seen ?? max(position, snapshot.lastPosition)
        )
    }
}

extension StartOrderReader {
    init(_ snapshot: StoreSnapshot, _ query: InvocationQuery) {
        self.init(
            snapshot,
            after: query.after ?? 0,
            before: query.before ?? .max,
            descending: query.order == .descending
        )
    }
}

extension StoreSnapshot {
    fileprivate var firstSeq: UInt64? { segments.lazy.filter { $0.count > 0 }.map(\.firstSeq).min() }
    fileprivate var lastSeq: UInt64? { segments.lazy.filter { $0.count > 0 }.map(\.lastSeq).max() }

    /// Whether calls after `seq` are missing before the first stored one. Those that are running are not missing.
    fileprivate func hasGap(after seq: UInt64?, running: [UInt64]) -> Bool {
        let firstOfRuns = runs.lazy.filter { $0.count > 0 }.map(\.firstSeq).min()
        // `seq` is what a client wrote: it may be as large as a number can be.
        guard let seq, let first = firstOfRuns, seq < first else { return false }
        return UInt64(running.count { $0 > seq && $0 < first }) < first - seq - 1
    }
}
