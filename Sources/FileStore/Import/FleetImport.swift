// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Writes what an import of several processes adds to the runs, within transactions of the caller: the processes, and the
/// stream of the recording.
///
/// Lines don't tell in which order the calls arrived. In the file's stream, each block of a process's calls is a batch,
/// in the order of their first calls. Events of proxies keep their ids and positions, also if an earlier import brought
/// later ones; those of a second recording get numbers of the first one.
struct FleetImport {
    /// The epoch of the recording that the lines come from, as far as events tell.
    private var epoch: String?
    /// The place of the last event.
    private var end: StreamPlace

    /// Creates the tables, if the file lacks them.
    init(_ db: Database) throws {
        try FleetTables.create(db)
        epoch = try db.firstRow("SELECT epoch FROM fleet WHERE id = 1") { try $0.requiredText(0) }
        let last = try db.firstRow("SELECT position, number FROM fleet_event ORDER BY number DESC LIMIT 1") { row in
            let places = 0...RecordingSchema.seqMask
            return StreamPlace(
                position: UInt64(try row.number(0, in: places)),
                number: UInt64(try row.number(1, in: places))
            )
        }
        end = last ?? StreamPlace(position: 0, number: 0)
    }

    /// A writer of the calls of a process.
    ///
    /// - Parameter time: Time of the first line, in nanoseconds since 1970; lines don't tell when a process started, nor
    ///   the name of its program.
    func writer(of facts: ProcessFacts, _ epoch: String, startedAt time: Int64, _ db: Database) throws -> RunWriter {
        let process = FleetProcess(epoch: epoch, facts: facts, program: facts.service, startedAtNanoseconds: time)
        return try FleetWriter.runWriter(of: process, startedAt: time, db)
    }

    /// Writes an event, unless the file already contains it.
    ///
    /// - Parameters:
    ///   - event: Its number and position are those in the stream of a recording.
    ///   - recording: Epoch of that recording.
    /// - Returns: Whether the event was added.
    mutating func write(_ event: ProxyEvent, of recording: String, run: Int64, _ db: Database) throws -> Bool {
        var own = event
        // The position in the stream of its process is unknown.
        own.position = nil
        guard try EventRow.write(own, run: run, db) else { return false }
        if end.number == 0 {
            epoch = recording
            try db.change("UPDATE fleet SET epoch = ? WHERE id = 1", [.text(recording)])
        }
        let place = try recording == epoch ? ownPlace(of: event, db) : nil
        let new = place ?? StreamPlace(position: max(event.position ?? 0, end.position), number: end.number + 1)
        end = StreamPlace(position: max(new.position, end.position), number: max(new.number, end.number))
        try db.change(
            "INSERT INTO fleet_event VALUES (?, ?, ?, ?)",
            [new.number, new.position, UInt64(run), event.number].map { StoredValue($0) }
        )
        return true
    }

    /// The place of an event of the recording that the file's events come from: its own number, and its own position,
    /// as far as the events around it allow. Streams rely on both having the same order, which events of another
    /// recording or forged lines would break.
    ///
    /// - Returns: nil if the number is not free.
    private func ownPlace(of event: ProxyEvent, _ db: Database) throws -> StreamPlace? {
        let position = event.position ?? 0
        guard event.number <= end.number else {
            return StreamPlace(position: max(position, end.position), number: event.number)
        }
        func neighbour(_ condition: String) throws -> (number: UInt64, position: UInt64)? {
            try db.firstRow(
                "SELECT number, position FROM fleet_event WHERE number \(condition) LIMIT 1",
                [StoredValue(event.number)]
            ) { (UInt64(clamping: $0.integer(0)), UInt64(clamping: $0.integer(1))) }
        }
        // Streams begin after number 0.
        let next = try neighbour(">= ? ORDER BY number ASC")
        guard event.number > 0, next?.number != event.number else { return nil }
        let first = try neighbour("< ? ORDER BY number DESC")?.position ?? 0
        return StreamPlace(position: min(max(position, first), next?.position ?? .max), number: event.number)
    }

    /// Makes the stream anew, of all calls in the file.
    func finish(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM fleet_batch")
        try db.change(
            """
            INSERT INTO fleet_batch
            SELECT sum(count) OVER (ORDER BY started + first_start, block.id), run.id, count, 0,
                (block.id << ?1) & ?2, (block.id << ?1) & ?2 | ?3, 0, ?4
            FROM block JOIN run ON run.id = block.id >> ?5 WHERE count > 0
            """,
            [
                StoredValue(RecordingSchema.blockBits), StoredValue(RecordingSchema.seqMask),
                StoredValue((1 << RecordingSchema.blockBits) - 1), StoredValue(Int64.max),
                StoredValue(RecordingSchema.seqBits - RecordingSchema.blockBits),
            ]
        )
        let calls = UInt64(clamping: try db.firstNumber("SELECT ifnull(max(position), 0) FROM fleet_batch") ?? 0)
        // The recording that the lines come from had further calls, of which there are no lines.
        if end.position > calls {
            try db.change(
                "INSERT INTO fleet_batch SELECT ?, max(id), 0, ?, 0, 0, 0, 0 FROM run",
                [StoredValue(end.position), StoredValue(end.position - calls)]
            )
        }
        try db.change(
            "UPDATE fleet SET position = ?, number = ? WHERE id = 1",
            [StoredValue(max(end.position, calls)), StoredValue(end.number)]
        )
    }
}
