// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Merges the calls of several processes in the order of their starts.
///
/// The calls of one process are in that order already: its recorder numbers them by their starts. So each process is read
/// ahead by some calls, and the next call is the first of those read. A process is not read at all before the merge
/// comes to the first of its calls, so that a page reads only those whose calls it has. Calls that started at the same
/// time are ordered by the epochs of their processes, then by their numbers.
struct FleetMerge: Sendable {
    /// Calls that are read ahead of one process: few at first, since most scans end after a page.
    private static let leastAhead = 16
    /// Calls that are read ahead of all processes together, if there are not very many of them.
    private static let mostAheadOfAll = 16_384

    /// Most calls that are read ahead of each of some processes.
    static func mostAhead(ofEach count: Int) -> Int { min(512, max(leastAhead, mostAheadOfAll / max(count, 1))) }

    /// The order of calls.
    private struct Place: Comparable {
        var start: Int64
        var epoch: String
        var seq: UInt64

        static func < (left: Self, right: Self) -> Bool {
            if left.start != right.start { return left.start < right.start }
            return left.epoch == right.epoch ? left.seq < right.seq : left.epoch < right.epoch
        }
    }

    private struct Lane {
        let part: FleetHistory.Part
        var request: HistoryRequest
        var ahead: ArraySlice<Invocation> = []
        /// No call that is still to be read comes earlier in the order of the scan.
        var bound: Place
        /// The bound behind the calls that were read ahead.
        var boundBehind: Place?
        /// Up to where the process was read; nil before that.
        var reached: UInt64?
        var aheadCount = FleetMerge.leastAhead
        var isComplete = false

        /// Whether all its calls were passed on.
        var isAtEnd: Bool { isComplete && ahead.isEmpty }
        /// Where its next call is, or can be if it is still to be read.
        var next: Place { ahead.first.map { FleetMerge.place(of: $0) } ?? bound }

        func key(_ seq: UInt64) -> UInt64 { UInt64(part.run) << InvocationID.seqBits | seq }

        /// Where the last stored call up to a number is, with that number.
        func place(upTo seq: UInt64) -> Place? {
            part.history.startedAt(orBefore: seq).map { Place(start: $0, epoch: part.process.epoch, seq: seq) }
        }
    }

    private let request: HistoryRequest
    private var lanes: [Lane] = []
    /// The lanes that are not at their ends.
    private var queue = LaneQueue<Place>([], .ascending)

    private var isDescending: Bool { request.order == .descending }

    /// - Parameters:
    ///   - request: Its bounds are keys.
    ///   - periods: The processes with calls.
    init(_ request: HistoryRequest, _ periods: [FleetHistory.Period], _ db: Database) throws {
        self.request = request
        let after = request.after > 0 ? try Self.place(ofKey: request.after, db) : nil
        let before = request.before < .max ? try Self.place(ofKey: request.before, db) : nil
        for period in periods {
            let process = period.part.process
            // Nothing of it has to be read.
            if request.filter.decision(onProcess: process.epoch, process.facts) == false { continue }
            if let after, period.lastStart < after.start { continue }
            if let before, period.first > before.start { continue }
            var own = request
            (own.after, own.before) = (0, .max)
            if let after, period.first <= after.start || process.epoch == after.epoch {
                own.after = try Self.seq(upTo: after, in: period.part, isIncluded: true, db)
            }
            if let before {
                // The first call that is not before the bound.
                own.before = try Self.seq(upTo: before, in: period.part, isIncluded: false, db).saturatingAdding(1)
            }
            guard let bound = try Self.bound(of: period, &own, db) else { continue }
            lanes.append(Lane(part: period.part, request: own, bound: bound))
        }
        queue = LaneQueue(lanes.map(\.next), request.order)
    }

    /// What to read of each process, regardless of the order.
    var requests: [(part: FleetHistory.Part, request: HistoryRequest)] { lanes.map { ($0.part, $0.request) } }

    /// Calls `body` with the next calls that pass, until it returns false. Goes on after that when it is called again.
    mutating func forEach(within time: Duration, _ body: (Invocation) -> Bool) -> HistoryScan {
        var answer = HistoryScan(end: .complete, matched: 0, reached: nil, isPartial: false)
        let deadline = ContinuousClock.now + time
        var hasRead = false
        while let next = queue.first {
            if let call = lanes[next].ahead.popFirst() {
                if lanes[next].ahead.isEmpty { lanes[next].bound = lanes[next].boundBehind ?? Self.place(of: call) }
                moveFirst()
                answer.matched += 1
                answer.reached = call.key
                guard body(call) else {
                    answer.end = .stopped
                    return answer
                }
                continue
            }
            // All calls before the place up to which this process was read have been passed on. Without any time, one
            // process is still read.
            if hasRead, let reached = lanes[next].reached, ContinuousClock.now >= deadline {
                answer.end = .time
                answer.reached = reached
                return answer
            }
            hasRead = true
            answer.isPartial = read(next, until: deadline).isPartial || answer.isPartial
            moveFirst()
        }
        return answer
    }

    private static func place(of call: Invocation) -> Place {
        Place(start: call.startedAtNanoseconds, epoch: call.id.epoch, seq: call.seq)
    }

    /// Puts the first lane of the queue where its next call belongs.
    private mutating func moveFirst() {
        guard let lane = queue.first else { return }
        if lanes[lane].isAtEnd { queue.removeFirst() } else { queue.moveFirst(to: lanes[lane].next) }
    }

    /// Reads the next calls of a process.
    private mutating func read(_ index: Int, until deadline: ContinuousClock.Instant) -> HistoryScan {
        var lane = lanes[index]
        var calls: [Invocation] = []
        // Without any time left, a scan still examines one block.
        lane.request.time = max(.zero, deadline - .now)
        let scan = lane.part.history.scan(lane.request) { call in
            calls.append(call)
            return calls.count < lane.aheadCount
        }
        lane.aheadCount = min(lane.aheadCount * 2, Self.mostAhead(ofEach: lanes.count))
        lane.ahead = calls[...]
        lane.isComplete = scan.end == .complete
        if let reached = scan.end == .stopped ? calls.last?.id.seq : scan.reached {
            if isDescending { lane.request.before = reached } else { lane.request.after = reached }
            lane.reached = lane.key(reached)
            // Behind the last call that passes, more was examined. If the scan ends there for lack of time, it goes on from
            // there in all processes, so that the others' calls up to there have to be passed on first.
            lane.boundBehind = scan.end == .time ? lane.place(upTo: reached) : nil
            if calls.isEmpty, let behind = lane.boundBehind { lane.bound = behind }
        }
        lanes[index] = lane
        return scan
    }

    // MARK: Bounds

    /// The place of the first call of a process that can pass; nil if there is none.
    ///
    /// - Parameter request: That for the process. It begins with that call afterwards: one that arrives in front of it
    ///   meanwhile would come behind calls of others that it belongs before.
    private static func bound(
        of period: FleetHistory.Period,
        _ request: inout HistoryRequest,
        _ db: Database
    ) throws -> Place? {
        let (isDescending, epoch) = (request.order == .descending, period.part.process.epoch)
        // The period has the places of the ends.
        if isDescending, request.before == .max { return Place(start: period.lastStart, epoch: epoch, seq: .max) }
        if !isDescending, request.after == 0 { return Place(start: period.first, epoch: epoch, seq: 0) }
        let range = IDRange(run: period.part.run, after: request.after, before: request.before)
        let first = try db.firstRow(
            """
            SELECT record.id, run.started + record.start FROM record JOIN run ON run.id = ?
            WHERE record.id BETWEEN ? AND ? ORDER BY record.id \(isDescending ? "DESC" : "ASC") LIMIT 1
            """,
            [StoredValue(period.part.run), StoredValue(range.first), StoredValue(range.last)]
        ) { row in (seq: UInt64(row.integer(0) & RecordingSchema.seqMask), start: row.integer(1)) }
        guard let first else { return nil }
        if isDescending { request.before = first.seq + 1 } else { request.after = first.seq - 1 }
        return Place(start: first.start, epoch: epoch, seq: first.seq)
    }

    /// The place of the call with a key; if it is not stored, that of the last one before it in its process, with the key.
    private static func place(ofKey key: UInt64, _ db: Database) throws -> Place {
        let id = Int64(clamping: key)
        let run = id >> RecordingSchema.seqBits
        func start(from first: Int64, to last: Int64, _ order: String) throws -> Int64? {
            try db.firstNumber(
                """
                SELECT run.started + record.start FROM record JOIN run ON run.id = ?1
                WHERE record.id BETWEEN ?2 AND ?3 ORDER BY record.id \(order) LIMIT 1
                """,
                [StoredValue(run), StoredValue(first), StoredValue(last)]
            )
        }
        // If the call was deleted, and all before it in its process, then it came before the next one.
        let ids = IDRange(run: run)
        let start = try start(from: ids.first, to: id, "DESC") ?? start(from: id, to: ids.last, "ASC")
        let epoch = try db.firstRow("SELECT epoch FROM run WHERE id = ?", [StoredValue(run)]) { $0.text(0) }
        return Place(start: start ?? .min, epoch: (epoch ?? nil) ?? "", seq: key & UInt64(RecordingSchema.seqMask))
    }

    /// The last call of a process that comes before a place, or at it; 0 if there is none.
    private static func seq(
        upTo place: Place,
        in part: FleetHistory.Part,
        isIncluded: Bool,
        _ db: Database
    ) throws -> UInt64 {
        if place.epoch == part.process.epoch { return isIncluded ? place.seq : place.seq - min(place.seq, 1) }
        // Calls that started at the same time come before the place if their epoch does.
        let isBefore = part.process.epoch < place.epoch
        let started = try db.firstNumber("SELECT started FROM run WHERE id = ?", [StoredValue(part.run)]) ?? 0
        let (limit, isOverflow) = place.start.subtractingReportingOverflow(started)
        guard !isOverflow else { return 0 }
        let range = IDRange(run: part.run)
        let comparison = isBefore ? "<=" : "<"
        let block = try db.firstNumber(
            "SELECT id FROM block WHERE id BETWEEN ? AND ? AND first_start \(comparison) ? ORDER BY id DESC LIMIT 1",
            [StoredValue(range.firstBlock), StoredValue(range.lastBlock), StoredValue(limit)]
        )
        guard let block else { return 0 }
        let id = try db.firstNumber(
            "SELECT id FROM record WHERE id BETWEEN ? AND ? AND start \(comparison) ? ORDER BY id DESC LIMIT 1",
            [StoredValue(range.first), StoredValue(range.part(in: block).last), StoredValue(limit)]
        )
        return UInt64((id ?? 0) & RecordingSchema.seqMask)
    }
}

extension FileHistory {
    /// The start of the last stored call up to a number, in nanoseconds since 1970.
    fileprivate func startedAt(orBefore seq: UInt64) -> Int64? {
        let start = read { db, run, decoder in
            let range = IDRange(run: run, before: seq.saturatingAdding(1))
            return try db.firstNumber(
                "SELECT start FROM record WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1",
                [StoredValue(range.first), StoredValue(range.last)]
            ).map { decoder.started &+ $0 }
        }
        return start ?? nil
    }
}
