// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
public import ProxyCore

extension FleetHistory {
    /// What all processes together contain now. Offsets count from 1970: there is no first process.
    public var extent: HistoryExtent {
        var extent = HistoryExtent(epoch: epoch, startedAtNanoseconds: 0)
        let periods = read { db -> [Period] in
            extent.lastPosition = try streamEnd(db).position
            extent.missing = UInt64(
                clamping: try db.firstNumber("SELECT ifnull(sum(missed + deleted), 0) FROM run") ?? 0
            )
            return try self.periods(db)
        }
        guard let periods, let first = periods.min(by: { $0.first < $1.first }),
            let last = periods.max(by: { $0.lastStart < $1.lastStart })
        else { return extent }
        extent.count = periods.reduce(0) { $0 + $1.count }
        let end = periods.reduce(first.first) { max($0, $1.lastEnd) }
        extent.period = UInt64(clamping: first.first)..<UInt64(clamping: end) + 1
        extent.oldest = first.part.history.extent.oldest.map { key($0, first.part) }
        extent.newest = last.part.history.extent.newest.map { key($0, last.part) }
        return extent
    }

    private func key(_ seq: UInt64, _ part: Part) -> UInt64 {
        InvocationID(epoch: "", seq: seq, run: UInt64(part.run)).key
    }

    /// When the calls of a process were made, in nanoseconds since 1970.
    struct Period {
        let part: Part
        let count: Int
        let first: Int64
        let lastStart: Int64
        let lastEnd: Int64
    }

    /// The periods of the processes with calls.
    func periods(_ db: Database) throws -> [Period] {
        let parts = Dictionary(uniqueKeysWithValues: try parts(db).map { ($0.run, $0) })
        return try db.rows(
            """
            SELECT run.id, sum(\(BlockSummary.boundedCount)), run.started + min(first_start),
                run.started + max(last_start), run.started + max(last_end)
            FROM block JOIN run ON run.id = block.id >> ? GROUP BY run.id
            """,
            [StoredValue(RecordingSchema.seqBits - RecordingSchema.blockBits)]
        ) { row -> Period? in
            guard let part = parts[try row.number(0)] else { return nil }
            return Period(
                part: part,
                count: Int(try row.number(1)),
                first: row.integer(2),
                lastStart: row.integer(3),
                // No call lasts longer than a century and a half.
                lastEnd: min(row.integer(4), 1 << 62)
            )
        }.compactMap(\.self)
    }

    /// Scans the calls of all processes in the order of their starts, until `body` returns false.
    public func scan(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan {
        FleetScan(self).scan(request, body)
    }

    /// A merge of the calls of all processes; nil if the file can't be read.
    func merge(_ request: HistoryRequest) -> FleetMerge? {
        read { db in try FleetMerge(request, try periods(db), db) }
    }

    /// Counts the calls of all processes that pass.
    public func count(_ request: HistoryRequest) -> HistoryScan {
        var sum = HistoryScan(end: .complete, matched: 0, reached: nil, isPartial: false)
        guard let merge = self.merge(request) else { return sum }
        let deadline = ContinuousClock.now + request.time
        for (part, request) in merge.requests {
            var request = request
            request.time = max(.zero, deadline - .now)
            let scan = part.history.count(request)
            sum.matched += scan.matched
            sum.isPartial = sum.isPartial || scan.isPartial
            if scan.end != .complete { sum.end = scan.end }
        }
        return sum
    }

    /// Statistics of the calls of all processes that were written, by selector.
    public var selectors: [SelectorStatistics] { Self.selectors(of: parts) }

    /// Statistics of the calls of some processes together, by selector.
    static func selectors(of parts: [Part]) -> [SelectorStatistics] {
        var sums: [Selector: SelectorStatistics] = [:]
        for part in parts {
            for row in part.history.selectors { sums[row.selector, default: .none(of: row.selector)].add(row) }
        }
        return Array(sums.values)
    }

    /// The proxies of all processes.
    public var proxies: [RecordedProxy] {
        parts.flatMap { part in
            part.history.proxies.map { proxy in
                var proxy = proxy
                proxy.process = part.process.facts
                proxy.epoch = part.process.epoch
                return proxy
            }
        }
    }
}
