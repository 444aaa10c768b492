// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// A row of the table `statistics`: statistics of one selector in one run.
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

    /// Largest number of calls that a file may claim for one selector: half a century at ten thousand per millisecond.
    /// Sums over all selectors of a file cannot overflow then.
    private static let mostCalls: Int64 = 1 << 44

    /// The rows of a run, by selector id.
    static func load(_ run: Int64, _ db: Database) throws -> [Int64: RunStatistics] {
        let rows = try db.rows(
            """
            SELECT selector.id, protocol, name, errors, unanswered, total, longest, first_seq, histogram,
                statistics.skipped
            FROM statistics JOIN selector ON selector.id = statistics.selector WHERE run = ?
            """,
            [StoredValue(run)]
        ) { (try $0.number(0), try RunStatistics($0)) }
        return Dictionary(rows) { first, _ in first }
    }

    private init(_ row: RowColumns) throws {
        let counts = 0...Self.mostCalls
        let latency = LatencyHistogram(
            filledBuckets: try Self.buckets(row.requiredText(8)),
            sum: UInt64(try row.number(5, in: 0 ... .max)),
            maximum: UInt64(try row.number(6, in: 0 ... .max))
        )
        statistics = SelectorStatistics(
            selector: Selector(protocolName: try row.requiredText(1), name: try row.requiredText(2)),
            errors: UInt64(try row.number(3, in: counts)),
            unanswered: UInt64(try row.number(4, in: counts)),
            skipped: UInt64(try row.number(9, in: counts)),
            latency: latency
        )
        firstSeq = UInt64(try row.number(7, in: 0 ... .max))
    }

    func write(run: Int64, selector: Int64, _ db: Database) throws {
        let latency = statistics.latency
        let numbers = [
            statistics.calls, statistics.errors, statistics.unanswered, latency.sum, latency.maximum, firstSeq,
        ].map { StoredValue($0) }
        try db.change(
            "INSERT OR REPLACE INTO statistics VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [StoredValue(run), StoredValue(selector)] + numbers
                + [.text(Self.text(latency.filledBuckets)), StoredValue(statistics.skipped)]
        )
    }

    /// The counters as JSON: `{"17":3,"40":1}`.
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

    private static func buckets(_ text: String) throws(RowFault) -> [(number: Int, count: UInt64)] {
        let buckets = JSONReader.read(text) { node -> [(number: Int, count: UInt64)]? in
            guard var members = node.members else { return nil }
            var buckets: [(number: Int, count: UInt64)] = []
            while let key = members.next(), let value = members.next() {
                guard let number: Int = DecimalDigits.integer(key.bytes), let count = value.integer(UInt64.self) else {
                    continue
                }
                buckets.append((number, count))
            }
            return buckets
        }
        let calls = (buckets ?? []).reduce(UInt64(0)) { $0.saturatingAdding($1.count) }
        guard let buckets, calls <= UInt64(mostCalls) else {
            throw RowFault(column: "histogram", found: buckets == nil ? "a text" : "\(calls) calls")
        }
        return buckets
    }
}
