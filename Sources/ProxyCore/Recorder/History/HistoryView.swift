// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock

/// A snapshot of a recorder's memory and its history, combined into one list in order of starts.
///
/// Memory contains all calls that started after the last evicted one. The history answers for the calls up to that one,
/// so the two parts do not overlap.
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
        max(lower, snapshot.clearedThrough) < min(upper, through == .max ? .max : through + 1) - 1
    }

    /// The part of a request for the history; nil when there is none.
    func historic(_ request: HistoryRequest) -> HistoryRequest? {
        // Keys of calls of several processes are in no order.
        if isReplay { return request.before > 0 ? request : nil }
        guard request.before > 0, isHistoric(after: request.after, before: request.before) else { return nil }
        var part = request
        part.after = max(request.after, snapshot.clearedThrough)
        if through < .max { part.before = min(request.before, through + 1) }
        return part
    }

    /// Scans the invocations of a range in the order of their starts, until `body` returns false.
    func scan(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan {
        let deadline = Deadline(request.time)
        if request.order == .descending {
            let recent = scanMemory(request, body)
            guard recent.end == .complete, var older = historic(request) else { return recent }
            older.time = deadline.remaining
            return recent.followed(by: history.scan(older, body))
        }
        var done = HistoryScan(end: .complete, matched: 0, reached: nil, isPartial: false)
        if let older = historic(request) { done = history.scan(older, body) }
        guard done.end == .complete else { return done }
        var recent = request
        recent.time = deadline.remaining
        return done.followed(by: scanMemory(recent, body))
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

    /// A reader for the part of a request that memory answers.
    func memoryReader(_ request: HistoryRequest) -> StartOrderReader {
        StartOrderReader(
            snapshot,
            after: isReplay ? .max : max(request.after, snapshot.evictedThrough),
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
        let older = historic(request).map(history.count)
        return MatchCount(
            matched: recent + (older?.matched ?? 0),
            isExact: end == .complete && older?.end ?? .complete == .complete && older?.lacksParts != true,
            isPartial: program.isPartial || older?.isPartial ?? false
        )
    }

    /// Number of available invocations.
    var stored: Int { storedCount.count }

    private var storedCount: (count: Int, lacksParts: Bool) {
        guard let part = historic(HistoryRequest(.everything, time: .seconds(1))) else {
            return (snapshot.count, false)
        }
        // The history may overlap memory. Only invocations newer than the history are in memory alone.
        var request = HistoryRequest(.everything, time: part.time)
        request.after = snapshot.clearedThrough
        let extent = history.extent
        let unwritten = snapshot.lastPosition - min(extent.lastPosition, snapshot.lastPosition)
        let older = history.count(request)
        return (older.matched + Int(unwritten), older.lacksParts)
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
    fileprivate func followed(by next: HistoryScan) -> HistoryScan {
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
