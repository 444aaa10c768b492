// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock

/// A snapshot of a recorder's memory and its history, combined into one list in order of starts.
///
/// Memory contains all completed calls that started after the last evicted one, the history those up to that one. Long
/// calls belong to both parts: one that started before an evicted call, but ended later, is still in memory, and may not
/// have been written yet. `scanOlder` merges them.
struct HistoryView: Sendable {
    let history: any InvocationHistory
    let snapshot: StoreSnapshot
    let decoder: InvocationDecoder
    /// Whether the history answers all queries.
    let isReplay: Bool

    /// The history, if it is asked over a network.
    var remote: (any RemoteHistory)? { isReplay ? history as? any RemoteHistory : nil }

    /// Number of the last call that the history answers for.
    var through: UInt64 { isReplay ? .max : snapshot.evictedThrough }

    /// Whether the history covers any call between two numbers.
    func isHistoric(after lower: UInt64, before upper: UInt64) -> Bool {
        let end = min(upper, through == .max ? .max : through + 1)
        return max(lower, snapshot.clearedThrough) < end - 1
            || snapshot.uncleared.contains { lower < $0 && $0 < end }
    }

    /// The part of a request for the history, which has cleared calls too; nil when there is none.
    func historic(_ request: HistoryRequest) -> HistoryRequest? {
        // Keys of calls of several processes are in no order.
        if isReplay { return request.before > 0 ? request : nil }
        guard request.before > 0, isHistoric(after: request.after, before: request.before) else { return nil }
        var part = request
        if through < .max { part.before = min(request.before, through + 1) }
        return part
    }

    /// Scans the invocations of a range in the order of their starts, until `body` returns false.
    func scan(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan {
        guard var older = historic(request) else { return scanMemory(request, body) }
        let deadline = Deadline(request.time)
        var recent = request
        recent.after = max(request.after, through)
        if request.order == .descending {
            let first = scanMemory(recent, body)
            guard first.end == .complete else { return first }
            older.time = deadline.remaining
            return first.followed(by: scanOlder(older, within: request, body))
        }
        let first = scanOlder(older, within: request, body)
        guard first.end == .complete else { return first }
        recent.time = deadline.remaining
        return first.followed(by: scanMemory(recent, body))
    }

    private func scanMemory(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan {
        let program = request.filter.isEverything ? nil : FilterProgram(request.filter, decoder: decoder)
        var scan = RecordScan(memoryReader(request), program, ScanBudget(time: request.time))
        var matched = 0
        let end = scan.forEach { record in
            matched += 1
            return body(decoder.invocation(record))
        }
        return HistoryScan(
            end: end == .complete ? .complete : end == .budget ? .time : .stopped,
            matched: matched,
            reached: scan.last?.header.seq,
            isPartial: program?.isPartial ?? false
        )
    }

    /// Scans the calls up to `through`: those of the history, and those still in memory, each once.
    ///
    /// - Parameters:
    ///   - older: The part of `request` for the history.
    ///   - request: The request; it also includes calls that only memory answers for.
    private func scanOlder(
        _ older: HistoryRequest,
        within request: HistoryRequest,
        _ body: (Invocation) -> Bool
    ) -> HistoryScan {
        let (records, isPartial) = olderInMemory(request)
        guard !records.isEmpty else { return scanHistory(older, body) }
        var waiting = records[...]
        var matched = 0
        func give(_ invocation: Invocation) -> Bool {
            matched += 1
            return body(invocation)
        }
        /// Gives the next calls of memory up to a number, included, until `body` returns false.
        func give(through seq: UInt64) -> Bool {
            while let next = waiting.first, !request.order.isBefore(seq, next.header.seq) {
                waiting.removeFirst()
                guard give(decoder.invocation(next)) else { return false }
            }
            return true
        }
        let known = Set(records.map(\.header.seq))
        var scan = scanHistory(older) { invocation in
            give(through: invocation.key) && (known.contains(invocation.key) || give(invocation))
        }
        let end: UInt64? =
            switch scan.end {
            case .complete: request.order == .descending ? 0 : .max
            case .time: scan.reached
            case .stopped: nil
            }
        if let end, !give(through: end) { scan.end = .stopped }
        scan.matched = matched
        scan.isPartial = scan.isPartial || isPartial
        return scan
    }

    /// The calls up to `through` in memory that pass, in the order of the request. They are few: only calls that ran
    /// while others started, ended and were evicted, and marked ones.
    private func olderInMemory(_ request: HistoryRequest) -> (records: [StoredRecord], isPartial: Bool) {
        guard !isReplay else { return ([], false) }
        var part = request
        part.before = min(request.before, through + 1)
        return inMemory(part)
    }

    private func inMemory(_ request: HistoryRequest) -> (records: [StoredRecord], isPartial: Bool) {
        let program = request.filter.isEverything ? nil : FilterProgram(request.filter, decoder: decoder)
        var records: [StoredRecord] = []
        var scan = RecordScan(memoryReader(request), program, ScanBudget(time: .seconds(1)))
        _ = scan.forEach { record in
            records.append(record)
            return true
        }
        return (records, program?.isPartial ?? false)
    }

    /// A reader for the part of a request that memory answers.
    func memoryReader(_ request: HistoryRequest) -> StartOrderReader {
        StartOrderReader(
            snapshot,
            after: isReplay ? .max : request.after,
            before: request.before,
            descending: request.order == .descending
        )
    }

    /// Counts the invocations that pass.
    func count(_ filter: InvocationFilter, within time: Duration) -> MatchCount {
        var request = HistoryRequest(filter, time: time)
        if filter.isEverything {
            let (count, lacksParts) = storedCount
            return MatchCount(matched: count, isExact: !lacksParts, isPartial: false)
        }
        let deadline = Deadline(time)
        let program = FilterProgram(filter, decoder: decoder)
        var scan = RecordScan(memoryReader(request), program, ScanBudget(time: time))
        let (recent, end) = scan.count()
        request.time = deadline.remaining
        guard let part = historic(request) else {
            return MatchCount(matched: recent, isExact: end == .complete, isPartial: program.isPartial)
        }
        let (older, isExact) = countOlder(part)
        return MatchCount(
            matched: recent + older.matched,
            isExact: isExact && end == .complete && older.end == .complete && !older.lacksParts,
            isPartial: program.isPartial || older.isPartial
        )
    }

    /// Counts the calls of the history that are not in memory.
    ///
    /// - Returns: `isExact` is false when calls of both were written during the count.
    private func countOlder(_ request: HistoryRequest) -> (scan: HistoryScan, isExact: Bool) {
        // The history's part has none of the marked calls that a clear has left.
        let records = olderInMemory(request).records.filter { !snapshot.isCleared($0.header.seq) }
        let positions = records.map(\.position)
        guard !positions.isEmpty else { return (countHistory(request), true) }
        let before = history.extent.lastPosition
        var scan = countHistory(request)
        let after = history.extent.lastPosition
        scan.matched = max(0, scan.matched - positions.count { $0 <= after })
        return (scan, !positions.contains { before < $0 && $0 <= after })
    }

    /// Number of available invocations.
    var stored: Int { storedCount.count }

    private var storedCount: (count: Int, lacksParts: Bool) {
        guard let part = historic(HistoryRequest(.everything, time: .seconds(1))) else {
            return (snapshot.count, false)
        }
        // The history may overlap memory. Only invocations newer than the history are in memory alone.
        var request = HistoryRequest(.everything, time: part.time)
        let extent = history.extent
        let unwritten = snapshot.lastPosition - min(extent.lastPosition, snapshot.lastPosition)
        let older = countHistory(request)
        // Marked calls that a clear has left are in memory only.
        request.before = snapshot.clearedThrough.saturatingAdding(1)
        let cleared = isReplay ? [] : inMemory(request).records.filter { snapshot.isCleared($0.header.seq) }
        let left = cleared.count { $0.position <= extent.lastPosition }
        return (older.matched + Int(unwritten) + left, older.lacksParts)
    }
}

/// A deadline for an operation.
struct Deadline {
    private let nanoseconds: UInt64

    init(_ time: Duration) { nanoseconds = cclock_monotonic_nanoseconds() + RecorderEngine.nanoseconds(time) }

    var remaining: Duration {
        let now = cclock_monotonic_nanoseconds()
        return .nanoseconds(Int64(clamping: nanoseconds > now ? nanoseconds - now : 0))
    }
}

extension HistoryScan {
    /// Combines this scan with the one that continued it.
    func followed(by next: HistoryScan) -> HistoryScan {
        var sum = HistoryScan(
            end: next.end,
            matched: matched + next.matched,
            reached: next.reached ?? reached,
            isPartial: isPartial || next.isPartial
        )
        sum.lacksParts = lacksParts || next.lacksParts
        return sum
    }
}
