// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Writes the batches of one process, within transactions of the caller.
///
/// After a failed transaction a new writer is needed, as for `RunWriter`.
final class FleetWriter {
    /// A run begins this much before its first call in the table of runs: calls that began before others arrive after
    /// them, and no start may be negative.
    static let margin: Int64 = 3_600_000_000_000

    let run: Int64
    private let runWriter: RunWriter
    /// Everything up to this place is in the file.
    private(set) var place: FleetPlace
    private let reader = JSONReader()
    private let records: RecordReader
    /// The calls since the last row of `fleet_batch`.
    private var part = Part()
    /// The order of the calls in the batch that is being written.
    private var order = FleetCallOrder(after: 0, through: 0)

    private struct Part {
        var count: Int64 = 0
        var seqs: ClosedRange<UInt64>?
        var positions: ClosedRange<UInt64>?

        mutating func add(_ call: Invocation) {
            count += 1
            let position = call.position ?? 0
            seqs = min(seqs?.lowerBound ?? call.seq, call.seq)...max(seqs?.upperBound ?? 0, call.seq)
            positions =
                min(positions?.lowerBound ?? position, position)...max(positions?.upperBound ?? 0, position)
        }
    }

    init(_ process: FleetProcess, firstCallAt first: Int64?, _ db: Database) throws {
        let started = min(process.startedAtNanoseconds, first ?? .max)
        runWriter = try Self.runWriter(of: process, startedAt: started, db)
        run = runWriter.run
        let epoch = process.epoch
        records = RecordReader { $0.epoch == epoch && $0.seq <= UInt64(RecordingSchema.seqMask) }
        let known = try db.firstRow(
            "SELECT position, number FROM fleet_process WHERE run = ?",
            [StoredValue(run)]
        ) { row in
            FleetPlace(
                position: UInt64(try row.number(0, in: 0 ... .max)),
                number: try row.optionalNumber(1).map { UInt64(clamping: $0) }
            )
        }
        place = known ?? .start
    }

    /// The writer of a process's run, which is created if necessary.
    ///
    /// - Parameter started: Start of the process or of its first call, in nanoseconds since 1970.
    static func runWriter(of process: FleetProcess, startedAt started: Int64, _ db: Database) throws -> RunWriter {
        let writer = try RunWriter(
            RunWriter.Facts(
                epoch: process.epoch,
                program: process.program,
                process: process.facts.id,
                started: max(started, .min + margin) - margin
            ),
            // A recording can have very many processes.
            openBlocks: 2,
            db
        )
        try db.change(
            // What a repaired recording has lost is known again now.
            """
            INSERT INTO fleet_process VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, NULL) ON CONFLICT (run) DO UPDATE
            SET service = ?2, version = ?3, host = ?4, process = ?5, program = ?6, started = ?7 WHERE service = ?8
            """,
            [
                StoredValue(writer.run), .text(process.facts.service), StoredValue(process.facts.version),
                .text(process.facts.host), .integer(process.facts.id), .text(process.program),
                .integer(process.startedAtNanoseconds), .text(LostNames.lost),
            ]
        )
        return writer
    }

    /// Writes a batch, except for what the file has.
    ///
    /// - Parameter ends: The ends of the recording's stream, moved on.
    /// - Returns: The time between the end of the last call and the arrival; nil without calls.
    func write(
        _ batch: FleetBatch,
        _ ends: inout StreamPlace,
        _ summary: inout FleetSummary,
        _ db: Database
    ) throws -> Int64? {
        guard !place.contains(batch.through) || batch.through == batch.after else {
            summary.known += 1
            return nil
        }
        var last: Int64?
        // Nothing should be between two batches; if something is, it is lost.
        if batch.after.position > place.position {
            try miss(batch.after.position - place.position, &ends, &summary, db)
            place = batch.after
        }
        // A relay to which the broker no longer told what was sent begins before the place; retention may have deleted
        // calls from there.
        order = FleetCallOrder(after: place.position, through: batch.through.position)
        try batch.lines.withUnsafeBytes { bytes in
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                do {
                    let end = try write(UnsafeRawBufferPointer(rebasing: line), &ends, &summary, db)
                    last = end ?? last
                } catch let fault as LineFault {
                    order.skipLine()
                    summary.badLines += 1
                    summary.reason = fault.reason
                }
            }
        }
        try endPart(&ends, db)
        // Lines that could not be read were calls, unless their places are accounted for.
        try miss(order.untold, &ends, &summary, db)
        try runWriter.writeSums(db)
        // Updates alone may come from a relay that has just begun with the process's first call.
        if !place.contains(batch.through) { place = batch.through }
        try db.change(
            "UPDATE fleet_process SET position = ?, number = ? WHERE run = ?",
            [StoredValue(place.position), StoredValue(place.number), StoredValue(run)]
        )
        try db.change(
            """
            UPDATE run SET last_position = max(last_position, ?1),
                last_seq = (SELECT ifnull(max(id), 0) & ?2 FROM record WHERE id BETWEEN ?3 AND ?4) WHERE id = ?5
            """,
            [
                StoredValue(place.position), StoredValue(RecordingSchema.seqMask),
                StoredValue(runWriter.id(seq: 0)), StoredValue(runWriter.id(seq: .max)), StoredValue(run),
            ]
        )
        return last.map { batch.arrivedAtNanoseconds &- $0 }
    }

    /// Writes the signatures of blocks that are not full. Call it when no more batches are expected.
    func writeSignatures(_ db: Database) throws { try runWriter.writeSignatures(db) }

    /// The start of the first call among the lines of a batch; nil without calls.
    static func firstStart(_ batch: FleetBatch) -> Int64? {
        let reader = JSONReader()
        var first: Int64?
        batch.lines.withUnsafeBytes { bytes in
            for line in bytes.split(separator: UInt8(ascii: "\n")) where first == nil {
                let node = try? reader.read(UnsafeRawBufferPointer(rebasing: line))
                first = node?["startedAt"]?.withText(Instant.nanoseconds)
            }
        }
        return first
    }

    /// Forgets the rows of proxies, of which some may have been deleted.
    func forgetProxies() { runWriter.forgetProxies() }

    // MARK: Lines

    private struct LineFault: Error { let reason: String }

    /// - Returns: The end of the call, in nanoseconds since 1970; nil if the line is none, or an update.
    private func write(
        _ line: UnsafeRawBufferPointer,
        _ ends: inout StreamPlace,
        _ summary: inout FleetSummary,
        _ db: Database
    ) throws -> Int64? {
        let node: JSONNode
        do {
            node = try reader.read(line)
        } catch {
            throw LineFault(reason: "\(error.reason), at byte \(error.offset)")
        }
        do {
            if node["what"]?.string == "gap" {
                let missed = missed(of: node)
                order.miss(missed, through: node["to"]?.integer(UInt64.self))
                try miss(missed, &ends, &summary, db)
            } else if ProxyEvent.isEvent(node) {
                let event = try ProxyEvent(node)
                order.skip(through: event.position)
                try write(event, &ends, &summary, db)
            } else {
                let call = try records.invocation(node)
                guard try write(call, &summary, db) else { return nil }
                return call.startedAtNanoseconds &+ Int64(clamping: call.durationNanoseconds ?? 0)
            }
        } catch let fault as RecordFault {
            throw LineFault(reason: "“\(fault.member)” is missing or has the wrong type")
        }
        return nil
    }

    /// The calls of a gap that the file doesn't have: a relay that knows nothing of a process begins with its first. There
    /// are no more than positions in the batch of which nothing was told; a line may claim any number.
    private func missed(of gap: JSONNode) -> UInt64 {
        let missed = min(gap["missed"]?.integer(UInt64.self) ?? 0, order.untold)
        guard let last = gap["to"]?.integer(UInt64.self) else { return missed }
        return min(missed, last - min(last, place.position))
    }

    /// Adds a call, or changes the one that the file has.
    ///
    /// An update adds nothing: the event of a call that is still to come has all that the update says, and a call that
    /// was deleted stays so.
    ///
    /// - Returns: Whether the call was added.
    private func write(_ call: Invocation, _ summary: inout FleetSummary, _ db: Database) throws -> Bool {
        if order.takes(call.position), try runWriter.write(call, db) {
            part.add(call)
            summary.calls += 1
            return true
        }
        if try FileStore.update(call, id: runWriter.id(seq: call.seq), db) { summary.updates += 1 }
        return false
    }

    private func write(
        _ event: ProxyEvent,
        _ ends: inout StreamPlace,
        _ summary: inout FleetSummary,
        _ db: Database
    ) throws {
        // One that the file had may have been deleted with its proxy.
        guard event.number > place.number ?? 0, try EventRow.write(event, run: run, db) else { return }
        // It follows the calls that ended before it.
        try endPart(&ends, db)
        ends.number += 1
        try db.change(
            "INSERT INTO fleet_event VALUES (?, ?, ?, ?)",
            [StoredValue(ends.number), StoredValue(ends.position), StoredValue(run), StoredValue(event.number)]
        )
        summary.events += 1
    }

    /// Notes calls that will not come.
    private func miss(
        _ count: UInt64,
        _ ends: inout StreamPlace,
        _ summary: inout FleetSummary,
        _ db: Database
    ) throws {
        guard count > 0 else { return }
        try endPart(&ends, db)
        // No process makes more calls than a recording has numbers.
        let count = min(count, UInt64(RecordingSchema.seqMask))
        ends.position += count
        try insert(at: ends.position, Part(), missed: count, db)
        // Files can come from anyone: a sum beyond the largest integer would be a real number, which the table refuses.
        try db.change(
            "UPDATE run SET missed = min(missed, ?1 - ?2) + ?2 WHERE id = ?3",
            [StoredValue(Int64.max), StoredValue(count), StoredValue(run)]
        )
        summary.missing += count
    }

    private func endPart(_ ends: inout StreamPlace, _ db: Database) throws {
        guard part.count > 0 else { return }
        ends.position += UInt64(part.count)
        try insert(at: ends.position, part, missed: 0, db)
        part = Part()
    }

    private func insert(at position: UInt64, _ part: Part, missed: UInt64, _ db: Database) throws {
        let numbers = [
            position, UInt64(run), UInt64(part.count), missed, part.seqs?.lowerBound ?? 0, part.seqs?.upperBound ?? 0,
            part.positions?.lowerBound ?? 0, part.positions?.upperBound ?? 0,
        ]
        try db.change("INSERT INTO fleet_batch VALUES (?, ?, ?, ?, ?, ?, ?, ?)", numbers.map { StoredValue($0) })
    }
}
