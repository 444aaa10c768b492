// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
public import ProxyCore
internal import Synchronization

extension FleetHistory: FleetFeed {
    /// Longest time to read a part of the stream.
    private static let readingTime = Duration.milliseconds(50)

    package func lastingScan() -> (any LastingScan)? { FleetScan(self) }

    // MARK: Places

    func streamEnd(_ db: Database) throws -> StreamPlace {
        try db.firstRow("SELECT position, number FROM fleet WHERE id = 1") { row in
            StreamPlace(
                position: UInt64(try row.number(0, in: 0 ... .max)),
                number: UInt64(try row.number(1, in: 0 ... .max))
            )
        } ?? StreamPlace(position: 0, number: 0)
    }

    package var streamEnd: StreamPlace { read { try streamEnd($0) } ?? StreamPlace(position: 0, number: 0) }

    package var oldestPosition: UInt64? {
        let first = read { db in
            try db.firstNumber("SELECT position - count - missed + 1 FROM fleet_batch ORDER BY position LIMIT 1")
        }
        return (first ?? nil).map { UInt64(clamping: $0) }
    }

    package func lastProxyEvent(before position: UInt64) -> UInt64 {
        read { try lastEvent($0, "position < ?", position) } ?? 0
    }

    package func isPassed(_ place: StreamPlace) -> Bool {
        read { db in
            guard try lastEvent(db, "position < ?", place.position) <= place.number else { return false }
            // The places of old events are deleted, so the event itself may be missing.
            let next = try db.firstRow(
                "SELECT min(number) FROM fleet_event WHERE position > ?",
                [StoredValue(place.position)]
            ) { try $0.optionalNumber(0) }
            if let next = next ?? nil { return place.number < UInt64(clamping: next) }
            return try place.number <= lastEvent(db, "position <= ?", place.position)
        } ?? false
    }

    private func lastEvent(_ db: Database, _ condition: String, _ position: UInt64) throws -> UInt64 {
        let last = try db.firstNumber(
            "SELECT ifnull(max(number), 0) FROM fleet_event WHERE \(condition)",
            [StoredValue(position)]
        )
        return UInt64(clamping: last ?? 0)
    }

    // MARK: The stream

    package func streamed(after place: StreamPlace, limit: Int, matching filter: InvocationFilter) -> StreamBatch {
        let batch = read { db -> StreamBatch in
            var part = FleetStreamPart(after: place.position, limit: limit, filter)
            try part.read(db, until: .now + Self.readingTime) { try parts(db) }
            let (events, number) = try events(db, after: place.number, through: part.position)
            return StreamBatch(
                calls: CompletedBatch(
                    items: part.items,
                    missed: part.missed,
                    lastPosition: part.position,
                    positions: part.positions
                ),
                events: events,
                missedEvents: 0,
                end: StreamPlace(position: part.position, number: max(place.number, number))
            )
        }
        let nothing = CompletedBatch(items: [], missed: 0, lastPosition: place.position)
        return batch ?? StreamBatch(calls: nothing, events: [], missedEvents: 0, end: place)
    }

    /// - Returns: At most 1 000 events, and the number of the last one that was looked at, which may have been deleted.
    private func events(
        _ db: Database,
        after number: UInt64,
        through position: UInt64
    ) throws -> (events: [ProxyEvent], last: UInt64) {
        var events: [ProxyEvent] = []
        let last = try forEachEvent(
            db,
            "number > ? AND position <= ? ORDER BY number LIMIT 1000",
            [StoredValue(number), StoredValue(position)]
        ) { event in
            events.append(event)
            return true
        }
        return (events, last)
    }

    /// Calls `body` with the events of all processes between two numbers of the recording's stream.
    public func scanProxyEvents(
        after lower: UInt64,
        before upper: UInt64,
        _ order: InvocationQuery.Order,
        _ body: (ProxyEvent) -> Bool
    ) {
        _ = read { db in
            try forEachEvent(
                db,
                "number > ? AND number < ? ORDER BY number \(order == .ascending ? "ASC" : "DESC")",
                [StoredValue(lower), StoredValue(upper)],
                body
            )
        }
    }

    /// - Returns: Number of the last event, 0 if there is none.
    @discardableResult
    private func forEachEvent(
        _ db: Database,
        _ condition: String,
        _ arguments: [StoredValue],
        _ body: (ProxyEvent) -> Bool
    ) throws -> UInt64 {
        let rows = try db.rows("SELECT number, position, run, event FROM fleet_event WHERE \(condition)", arguments) {
            (number: $0.integer(0), position: $0.integer(1), run: $0.integer(2), event: $0.integer(3))
        }
        let parts = Dictionary(uniqueKeysWithValues: try parts(db).map { ($0.run, $0.process) })
        for row in rows {
            var isStopped = false
            let number = UInt64(clamping: row.event)
            try EventRow.forEach(run: row.run, after: number - min(number, 1), before: number.saturatingAdding(1), db) {
                var event = $0
                event.number = UInt64(clamping: row.number)
                event.position = UInt64(clamping: row.position)
                event.process = parts[row.run]?.facts
                event.epoch = parts[row.run]?.epoch
                isStopped = !body(event)
                return !isStopped
            }
            if isStopped { break }
        }
        return UInt64(clamping: rows.last?.number ?? 0)
    }

    // MARK: Growth

    package func onGrowth(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.observers.append(body) } }

    /// Tells the observers that something was added.
    ///
    /// - Parameter lags: The time from the end of the last call to its arrival, by epoch.
    func grew(_ lags: [String: Int64]) {
        let observers = state.withLock { state in
            state.lags.merge(lags) { $1 }
            return state.observers
        }
        for observer in observers { observer() }
    }

    // MARK: Processes

    /// Sets what relays told of a process; also of one that has no calls yet.
    public func report(_ program: FleetProgram) { state.withLock { $0.reports[program.epoch] = program } }

    /// Sets the state of what brings the calls.
    public func setFeedStatus(_ status: FleetFeedStatus) { state.withLock { $0.feedStatus = status } }

    package var feedStatus: FleetFeedStatus? { state.withLock { $0.feedStatus } }

    package var programs: [FleetProgram] {
        let counted = read { db in
            let missed = Dictionary(
                try db.rows("SELECT id, missed FROM run") { ($0.integer(0), $0.integer(1)) },
                uniquingKeysWith: { first, _ in first }
            )
            let periods = Dictionary(uniqueKeysWithValues: try periods(db).map { ($0.part.run, $0) })
            return try parts(db).map { part in
                var program = FleetProgram(
                    epoch: part.process.epoch,
                    process: part.process.facts,
                    program: part.process.program,
                    startedAtNanoseconds: part.process.startedAtNanoseconds
                )
                program.calls = UInt64(clamping: periods[part.run]?.count ?? 0)
                program.missing = UInt64(clamping: missed[part.run] ?? 0)
                program.lastCallAtNanoseconds = periods[part.run]?.lastStart
                return program
            }
        }
        let (lags, reports) = state.withLock { ($0.lags, $0.reports) }
        var programs = counted ?? []
        for index in programs.indices {
            programs[index].lagNanoseconds = lags[programs[index].epoch]
            programs[index].report = reports[programs[index].epoch]?.report
        }
        let known = Set(programs.map(\.epoch))
        return programs
            + reports.values.filter { !known.contains($0.epoch) }.sorted {
                $0.startedAtNanoseconds < $1.startedAtNanoseconds
            }
    }
}
