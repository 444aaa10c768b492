// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// A row of the table `statistics`: what is known of all calls of one selector in one run.
struct RunStatistics {
    private(set) var statistics: SelectorStatistics
    /// Number of the call that started first.
    private(set) var firstSeq = UInt64.max
    var isChanged = false

    init(_ selector: Selector) { statistics = .none(of: selector) }

    mutating func add(_ row: RecordRow, skipped: Int) {
        statistics.add(
            duration: UInt64(clamping: row.duration),
            state: Invocation.State(rawValue: UInt8(clamping: row.state)) ?? .returned,
            path: Invocation.ReturnPath(rawValue: UInt8(clamping: row.path)) ?? .none,
            skipped: UInt64(skipped)
        )
        firstSeq = min(firstSeq, UInt64(row.id & RecordingSchema.seqMask))
        isChanged = true
    }

    // MARK: The table

    /// The rows of a run, by the number of the selector's row.
    static func load(_ run: Int64, _ db: Database) throws -> [Int64: RunStatistics] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT selector.id, protocol, name, errors, unanswered, total, longest, first_seq, histogram,
                    statistics.skipped
                FROM statistics JOIN selector ON selector.id = statistics.selector WHERE run = ?
                """,
            arguments: [run]
        )
        return Dictionary(rows.map { ($0[0], RunStatistics($0)) }) { first, _ in first }
    }

    private init(_ row: Row) {
        let latency = LatencyHistogram(
            filledBuckets: Self.buckets(row[8]),
            sum: UInt64(clamping: row[5] as Int64),
            maximum: UInt64(clamping: row[6] as Int64)
        )
        statistics = SelectorStatistics(
            selector: Selector(protocolName: row[1], name: row[2]),
            errors: UInt64(clamping: row[3] as Int64),
            unanswered: UInt64(clamping: row[4] as Int64),
            skipped: UInt64(clamping: row[9] as Int64),
            latency: latency
        )
        firstSeq = UInt64(clamping: row[7] as Int64)
    }

    func write(run: Int64, selector: Int64, _ db: Database) throws {
        let latency = statistics.latency
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO statistics VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)").execute(
            arguments: [
                run, selector, Int64(clamping: statistics.calls), Int64(clamping: statistics.errors),
                Int64(clamping: statistics.unanswered), Int64(clamping: latency.sum), Int64(clamping: latency.maximum),
                Int64(clamping: firstSeq), Self.text(latency.filledBuckets), Int64(clamping: statistics.skipped),
            ]
        )
    }

    /// The counters as `{"17":3,"40":1}`.
    private static func text(_ buckets: [(number: Int, count: UInt64)]) -> String {
        let json = JSONWriter.bytes { json in
            json.object { json in
                for bucket in buckets {
                    json.name("\(bucket.number)")
                    json.number("\(bucket.count)")
                }
            }
        }
        return String(decoding: json, as: UTF8.self)
    }

    private static func buckets(_ text: String) -> [(number: Int, count: UInt64)] {
        JSONReader.read(text) { node in
            guard var members = node.members else { return nil }
            var buckets: [(number: Int, count: UInt64)] = []
            while let key = members.next(), let value = members.next() {
                guard let number: Int = DecimalDigits.integer(key.bytes), let count = value.integer(UInt64.self) else {
                    continue
                }
                buckets.append((number, count))
            }
            return buckets
        } ?? []
    }
}
