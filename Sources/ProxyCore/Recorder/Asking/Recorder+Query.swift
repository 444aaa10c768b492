// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Queries hold the recorder's lock for some microseconds to take a snapshot, and scan the snapshot without it.

extension Recorder {
    var decoder: InvocationDecoder { engine.decoder }

    var snapshot: StoreSnapshot { engine.withDrain { $0.store.snapshot } }

    /// The filter compiled for one scan; nil when every record passes.
    func program(_ filter: InvocationFilter) -> FilterProgram? {
        filter.isEverything ? nil : FilterProgram(filter, decoder: decoder)
    }

    /// Lists stored invocations, by default in the order of their starts.
    public func invocations(_ query: InvocationQuery = InvocationQuery()) -> InvocationPage {
        if query.sort != .start { return sortedInvocations(query) }
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
        if !query.countsMatches {
            count.isExact = false
        } else if scan.scanned < snapshot.count || hasMore {
            count = self.count(query.filter, in: snapshot, query.scanTime)
        }
        var page = self.page(snapshot, count: count)
        page.items = items
        page.hasMore = hasMore
        page.continueFrom = end == .budget ? scan.last?.header.seq : nil
        page.isComplete = end != .budget
        page.hasGap = snapshot.hasGap(after: query.after, running: running)
        return page
    }

    /// Iterates over all stored invocations that pass a query's filter and bounds.
    ///
    /// The query's `limit` and scan limits are ignored; the cursor returns the invocations in batches.
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

    /// First position from which all later invocations are stored; nil when there is none. Older marked invocations may
    /// be stored too.
    public var oldestPosition: UInt64? { feed.map(\.oldestPosition) ?? snapshot.firstPosition }

    /// Counts the stored invocations that pass a filter.
    ///
    /// - Parameter time: Longest time to search. Default 50 ms.
    public func count(matching filter: InvocationFilter, within time: Duration = .milliseconds(50)) -> MatchCount {
        historyView?.count(filter, within: time) ?? count(filter, in: snapshot, time)
    }

    func count(_ filter: InvocationFilter, in snapshot: StoreSnapshot, _ time: Duration) -> MatchCount {
        guard let program = program(filter) else {
            return MatchCount(matched: snapshot.count, isExact: true, isPartial: false)
        }
        var scan = RecordScan(CompletionOrderReader(snapshot), program, ScanBudget(time: time))
        let (count, end) = scan.count()
        return MatchCount(matched: count, isExact: end == .complete, isPartial: program.isPartial)
    }

    /// Looks up a call by its number in order of starts.
    public func invocation(seq: UInt64) -> InvocationLookup {
        let (snapshot, running, lastSeq) = engine.withDrain { drain in
            (drain.store.snapshot, drain.openCalls.first { $0.seq == seq }, drain.lastSeq)
        }
        if let running { return engine.shown([running], decoder).first.map { .found($0) } ?? .unknown }
        if let record = snapshot.record(seq: seq) { return .found(decoder.invocation(record)) }
        if let view = historyView, view.isReplay || !snapshot.isCleared(seq) {
            if let invocation = view.history.invocation(seq: seq) { return .found(invocation) }
            if view.isReplay { return seq <= view.history.extent.newest ?? 0 ? .evicted : .unknown }
        }
        // What is neither stored nor evicted nor cleared was dropped by a transform.
        let gone = max(snapshot.evictedThrough, snapshot.clearedThrough)
        return seq >= 1 && seq <= min(lastSeq, gone) ? .evicted : .unknown
    }

    /// The running calls, in order of their starts.
    public var running: [Invocation] {
        if isReplay { return attachment.history?.extent.running ?? [] }
        return engine.shown(engine.withDrain { $0.openCalls }, decoder)
    }

    /// The time up to which the calls in `running` are known to have been running, in nanoseconds since
    /// 1970-01-01T00:00:00Z: now, or the last moment of a recording. That is the end of its run, or of one that was cut
    /// off the last moment that it tells of.
    public var runningAsOfNanoseconds: Int64 {
        guard isReplay, let extent = attachment.history?.extent else { return decoder.clock.wallTimeNow }
        let last = extent.startedAtNanoseconds &+ Int64(clamping: extent.period?.upperBound ?? 0)
        // An import ends its runs at their starts, and a clock that was set back ends them before their last calls.
        return ([last, extent.endedAtNanoseconds ?? last] + extent.running.map(\.startedAtNanoseconds)).max() ?? last
    }

    /// The running calls already announced to `onProgress` observers as long-running.
    public var runningNoticed: [Invocation] {
        engine.shown(engine.withDrain { $0.openCalls.filter(\.isNoticed) }, decoder)
    }

    /// The invocations that completed after `position` and pass a filter, at most `limit` of them.
    ///
    /// Scans for at most 50 ms; continue from the batch's `lastPosition`.
    ///
    /// - Parameters:
    ///   - position: Only invocations that completed after this one.
    ///   - limit: Maximum number of invocations. Default 1 000.
    ///   - filter: Only invocations that pass. Default: all.
    public func completed(
        after position: UInt64,
        limit: Int = 1_000,
        matching filter: InvocationFilter = .everything
    ) -> CompletedBatch {
        if let feed {
            let number = feed.lastProxyEvent(before: position)
            return feed.streamed(after: StreamPlace(position: position, number: number), limit: limit, matching: filter)
                .calls
        }
        guard position < .max, limit > 0 else {
            return CompletedBatch(items: [], missed: 0, lastPosition: position)
        }
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

extension Recorder {
    /// The key of the call with an id; nil when the id is of another run.
    package func key(of id: InvocationID) -> UInt64? {
        if isReplay, let history = attachment.history { return history.key(of: id) }
        return id.epoch == epoch ? id.seq : nil
    }

    /// The id of the call with a key.
    package func id(ofKey key: UInt64) -> InvocationID {
        if isReplay, let history = attachment.history { return history.id(ofKey: key) }
        return InvocationID(epoch: epoch, seq: key)
    }
}

extension Recorder {
    /// A page without items, of what is in memory.
    func page(_ snapshot: StoreSnapshot, count: MatchCount) -> InvocationPage {
        var page = InvocationPage(snapshot, count: count)
        // Of what was cleared, memory had evicted what the history still had.
        if snapshot.clearedThrough > 0, snapshot.evicted > 0, let history = attachment.history {
            page.evicted = history.extent.missing
        }
        return page
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

extension InvocationPage {
    /// A page without items, about a snapshot of memory.
    init(_ snapshot: StoreSnapshot, count: MatchCount) {
        self.init(
            items: [],
            hasMore: false,
            continueFrom: nil,
            isComplete: true,
            hasGap: false,
            count: count,
            stored: snapshot.count,
            evicted: snapshot.evicted,
            oldest: snapshot.firstSeq,
            newest: snapshot.lastSeq,
            lastPosition: snapshot.lastPosition
        )
    }
}

extension StoreSnapshot {
    fileprivate var firstSeq: UInt64? { segments.lazy.filter { $0.count > 0 }.map(\.firstSeq).min() }
    fileprivate var lastSeq: UInt64? { segments.lazy.filter { $0.count > 0 }.map(\.lastSeq).max() }

    /// Whether calls between `seq` and the first stored call are missing. Running calls are not missing.
    fileprivate func hasGap(after seq: UInt64?, running: [UInt64]) -> Bool {
        let firstOfRuns = runs.lazy.filter { $0.count > 0 }.map(\.firstSeq).min()
        // `seq` comes from a client, so it may be any number.
        guard let seq, let first = firstOfRuns, seq < first else { return false }
        // Calls that a transform dropped were never there.
        guard max(evictedThrough, clearedThrough) > seq else { return false }
        return UInt64(running.count { $0 > seq && $0 < first }) < first - seq - 1
    }
}
