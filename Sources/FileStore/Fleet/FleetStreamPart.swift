// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Reads a part of the stream of a recording of several processes: its batches in the order of their arrival.
struct FleetStreamPart {
    /// The calls that pass, and their positions in the stream.
    private(set) var items: [Invocation] = []
    private(set) var positions: [UInt64] = []
    /// Positions before the first item that have no call.
    private(set) var missed: UInt64 = 0
    /// Up to where the stream was read.
    private(set) var position: UInt64
    private let limit: Int
    private let filter: InvocationFilter

    /// A row of `fleet_batch`.
    private struct Batch {
        let end: UInt64
        let run: Int64
        let count: UInt64
        let missed: UInt64
        let ids: ClosedRange<Int64>
        let positions: (first: Int64, last: Int64)

        var start: UInt64 { end - min(end, count.saturatingAdding(missed)) }

        /// The place of a call in the stream, which stays the same when others are deleted.
        ///
        /// - Parameter index: That from the end among the calls that are left, -1 for the last one. It tells the place
        ///   where a batch has holes, as that of an import may.
        func place(of call: Invocation, _ index: Int) -> UInt64 {
            let (span, isOverflow) = positions.last.subtractingReportingOverflow(positions.first)
            guard !isOverflow, span >= 0, UInt64(span) + 1 == count, let position = call.position else {
                return end - min(end, UInt64(-index)) + 1
            }
            return end - min(end, UInt64(clamping: positions.last - Int64(clamping: position)))
        }

        init(_ row: RowColumns) throws {
            end = UInt64(try row.number(0, in: 0 ... .max))
            run = try row.number(1, in: RecordingSchema.runs)
            count = UInt64(try row.number(2, in: 0...RecordingSchema.seqMask))
            missed = UInt64(try row.number(3, in: 0...RecordingSchema.seqMask))
            let seqs = 0...RecordingSchema.seqMask
            let first = try row.number(4, in: seqs)
            let base = run << RecordingSchema.seqBits
            ids = base + first...base + max(first, try row.number(5, in: seqs))
            positions = (row.integer(6), row.integer(7))
        }
    }

    init(after position: UInt64, limit: Int, _ filter: InvocationFilter) {
        self.position = position
        self.limit = limit
        self.filter = filter
    }

    /// - Parameter parts: The processes.
    mutating func read(
        _ db: Database,
        until deadline: ContinuousClock.Instant,
        _ parts: () throws -> [FleetHistory.Part]
    ) throws {
        var histories: [Int64: FileHistory] = [:]
        for part in try parts() { histories[part.run] = part.history }
        let batches = try db.rows(
            """
            SELECT position, run, count, missed, first_seq, last_seq, first_position, last_position FROM fleet_batch
            WHERE position > ? ORDER BY position LIMIT 256
            """,
            [StoredValue(position)],
            Batch.init
        )
        for batch in batches {
            // What is missing can only be told before the first call.
            if batch.start > position || batch.missed > 0 {
                guard items.isEmpty else { return }
                miss(through: batch.missed > 0 ? batch.end : batch.start)
                if batch.missed > 0 { continue }
            }
            guard let history = histories[batch.run] else { return }
            guard try read(batch, history, db), items.count < limit, ContinuousClock.now < deadline else { return }
        }
    }

    private mutating func miss(through end: UInt64) {
        missed += end - min(end, position)
        position = end
    }

    /// - Returns: False if the batch was not read to its end.
    private mutating func read(_ batch: Batch, _ history: FileHistory, _ db: Database) throws -> Bool {
        guard let decoder = try history.decoder(db) else { return false }
        var calls: [Invocation] = []
        try RowQuery(
            db,
            """
            SELECT \(decoder.columns(of: "record")) FROM record
            WHERE id BETWEEN ? AND ? AND position BETWEEN ? AND ?
            """
        ).forEach(
            [batch.ids.lowerBound, batch.ids.upperBound, batch.positions.first, batch.positions.last],
            on: db
        ) { row in
            calls.append(decoder.invocation(row))
            return calls.count < Int(batch.count)
        }
        calls.sort { $0.position ?? 0 < $1.position ?? 0 }
        for (index, call) in calls.enumerated() {
            let place = batch.place(of: call, index - calls.count)
            guard place > position else { continue }
            guard place == position + 1 || tellDeleted(through: place - 1) else { return false }
            position = place
            guard filter.isEverything || filter.matches(call) else { continue }
            items.append(call)
            positions.append(place)
            if items.count >= limit { return place == batch.end }
        }
        return position >= batch.end || tellDeleted(through: batch.end)
    }

    /// Retention deletes calls by the time of their start, and leaves the marked ones.
    ///
    /// - Returns: False if it can't be told after the calls that were read.
    private mutating func tellDeleted(through end: UInt64) -> Bool {
        guard items.isEmpty else { return false }
        miss(through: end)
        return true
    }
}
