// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// The runs, selectors, proxies and threads that calls refer to and that a damaged recording does not have any more.
enum LostNames {
    /// The name of what is lost.
    static let lost = "(lost)"

    /// Adds a row for each, and deletes what belongs to no run or selector. Running calls alone don't bring a run back:
    /// earlier versions left those of killed programs when they deleted the run.
    ///
    /// - Returns: Their number by table.
    static func replace(in db: Database) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        try db.change(foreignRuns)
        try db.change(foreignRunning)
        try db.change(orphanedRunning)
        counts["selector"] = try replaceSelectors(in: db)
        for (table, sql) in [("run", runs), ("proxy", proxies), ("thread", threads)] {
            counts[table] = try db.change(sql)
        }
        try db.change(positions)
        // The number of a run that is lost is given again, and its successor must not have them.
        for table in ["statistics", "tally", "event", "gap", "thread", "proxy"] {
            try db.change("DELETE FROM \(table) WHERE run NOT IN (SELECT id FROM run)")
        }
        for table in ["statistics", "tally"] {
            try db.change("DELETE FROM \(table) WHERE selector NOT IN (SELECT id FROM selector)")
        }
        return counts.filter { $0.value > 0 }
    }

    private static let calls = """
        (SELECT id, selector, proxy, thread, arguments FROM record
            UNION ALL SELECT id, selector, proxy, thread, arguments FROM running)
        """

    private static let run = "(id >> \(RecordingSchema.seqBits))"

    private static let known = "BETWEEN \(RecordingSchema.runs.lowerBound) AND \(RecordingSchema.runs.upperBound)"

    private static let foreignRuns = "DELETE FROM run WHERE id NOT \(known)"

    private static let foreignRunning =
        "DELETE FROM running WHERE \(run) NOT \(known) OR selector < 0 OR proxy < 0 OR thread < 0"

    private static let orphanedRunning = """
        DELETE FROM running WHERE \(run) NOT IN (SELECT id FROM run) AND NOT EXISTS
            (SELECT 1 FROM record WHERE record.id BETWEEN (running.id >> \(RecordingSchema.seqBits))
                << \(RecordingSchema.seqBits) AND running.id | \(RecordingSchema.seqMask))
        """

    private static let runs = """
        INSERT INTO run (id, epoch, program, process, started)
        SELECT number, lower(hex(randomblob(8))), '\(lost)', 0, 0
        FROM (SELECT DISTINCT \(run) AS number FROM \(calls) WHERE \(run) NOT IN (SELECT id FROM run))
        """

    /// The owner tells them apart, whatever the numbers of the others are.
    private static let proxies = """
        INSERT INTO proxy (id, run, number, owner, main_only)
        SELECT proxy, min(id) >> \(RecordingSchema.seqBits),
            (SELECT ifnull(max(number), 0) FROM proxy WHERE number < 1 << 53) + row_number() OVER (ORDER BY proxy),
            '\(lost) ' || proxy, 0
        FROM \(calls) WHERE proxy NOT IN (SELECT id FROM proxy) GROUP BY proxy
        """

    private static let threads = """
        INSERT INTO thread (id, run, number, name, is_main)
        SELECT thread, min(id) >> \(RecordingSchema.seqBits), 0, '\(lost)', 0
        FROM \(calls) WHERE thread NOT IN (SELECT id FROM thread) GROUP BY thread
        """

    /// A run that continues in the file must not use the numbers of its calls again.
    private static let positions = """
        UPDATE run SET (last_seq, last_position) = (
            SELECT max(run.last_seq, ifnull(max(record.id & \(RecordingSchema.seqMask)), 0)),
                max(run.last_position, ifnull(max(record.position), 0))
            FROM record WHERE record.id BETWEEN run.id << \(RecordingSchema.seqBits)
                AND ((run.id + 1) << \(RecordingSchema.seqBits)) - 1
        )
        """

    /// With parameters for the arguments that the calls have.
    private static func replaceSelectors(in db: Database) throws -> Int {
        let selectors = try db.rows(
            """
            SELECT selector, max(CASE WHEN json_valid(arguments) THEN json_array_length(arguments) ELSE 0 END)
            FROM \(calls) WHERE selector NOT IN (SELECT id FROM selector) GROUP BY selector
            """
        ) { (id: $0.integer(0), count: Int($0.integer(1))) }
        for selector in selectors {
            let parameters = (0..<min(selector.count, 255)).map { ParameterRow(name: "argument\($0)") }
            var name = "\(lost) \(selector.id)"
            while try db.firstNumber("SELECT 1 FROM selector WHERE name = ? LIMIT 1", [.text(name)]) != nil {
                name += "'"
            }
            try db.change(
                "INSERT INTO selector (id, protocol, name, parameters) VALUES (?, ?, ?, ?)",
                [StoredValue(selector.id), .text(lost), .text(name), .text(ParameterRow.text(parameters))]
            )
        }
        return selectors.count
    }
}
