// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Puts together what the tables say of the proxies of a run.
struct RecordedProxyQuery {
    let run: Int64
    let range: IDRange
    let countedRecords: Int

    init(_ run: Int64, _ countedRecords: Int) {
        self.run = run
        range = IDRange(run: run)
        self.countedRecords = countedRecords
    }

    func proxies(_ db: Database) throws -> [RecordedProxy] {
        var proxies: [Int: RecordedProxy] = [:]
        var numbers: [Int64: Int] = [:]
        for row in try Row.fetchAll(
            db,
            sql: "SELECT id, number, owner, target FROM proxy WHERE run = ? ORDER BY id",
            arguments: [run]
        ) {
            let number: Int = row[1]
            numbers[row[0]] = number
            // Each forward delegate has a row; the last one is the one that stayed.
            proxies[number, default: RecordedProxy(number: number)].owner = row[2]
            proxies[number]?.target = row[3]
        }
        try addEvents(&proxies, db)
        try addCalls(&proxies, numbers, db)
        return proxies.values.sorted { $0.number < $1.number }
    }

    private func addEvents(_ proxies: inout [Int: RecordedProxy], _ db: Database) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT number, proxy, kind, owner, target, previous_target, detail, occurred FROM event
                WHERE run = ? ORDER BY number
                """,
            arguments: [run]
        )
        for row in rows {
            guard let event = ProxyEvent(row) else { continue }
            proxies[event.proxy, default: RecordedProxy(number: event.proxy)].history.append(event)
            proxies[event.proxy]?.owner = event.owner
            if event.kind != .gone { proxies[event.proxy]?.target = event.target }
        }
    }

    private func addCalls(_ proxies: inout [Int: RecordedProxy], _ numbers: [Int64: Int], _ db: Database) throws {
        let selectors = try selectors(db)
        guard try recordCount(db) <= countedRecords else {
            for (id, number) in numbers where proxies[number]?.protocolName == nil {
                let selector = try firstSelector(ofProxy: id, db).flatMap { selectors[$0] }
                proxies[number]?.protocolName = selector?.protocolName
            }
            return
        }
        for number in proxies.keys { proxies[number]?.calls = [] }
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT proxy, selector, count(*), total(path = \(Invocation.ReturnPath.none.rawValue)) FROM record
                WHERE id BETWEEN ? AND ? GROUP BY 1, 2
                """,
            arguments: [range.first, range.last]
        )
        for row in rows {
            guard let number = numbers[row[0]], let selector = selectors[row[1]] else { continue }
            proxies[number]?.add(selector, UInt64(row[2] as Int64), unanswered: UInt64(row[3] as Double))
        }
        for number in proxies.keys { proxies[number]?.calls?.sort { $0.selector.name < $1.selector.name } }
    }

    private func recordCount(_ db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: "SELECT ifnull(sum(count), 0) FROM block WHERE id BETWEEN ? AND ?",
            arguments: [range.firstBlock, range.lastBlock]
        ) ?? 0
    }

    private func selectors(_ db: Database) throws -> [Int64: Selector] {
        let rows = try Row.fetchAll(db, sql: "SELECT id, protocol, name FROM selector")
        return Dictionary(
            rows.map { ($0[0] as Int64, Selector(protocolName: $0[1], name: $0[2])) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The selector of some call of a proxy; blocks tell where to look for one.
    private func firstSelector(ofProxy id: Int64, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db,
            sql: """
                SELECT record.selector FROM block JOIN record
                    ON record.id BETWEEN block.id << ?1 AND ((block.id + 1) << ?1) - 1 AND record.proxy = ?2
                WHERE block.id BETWEEN ?3 AND ?4 AND block.proxies & ?5 LIMIT 1
                """,
            arguments: [RecordingSchema.blockBits, id, range.firstBlock, range.lastBlock, BlockSummary.bit(id)]
        )
    }
}

extension RecordedProxy {
    /// A requirement has several rows when its parameters were told differently.
    fileprivate mutating func add(_ selector: Selector, _ count: UInt64, unanswered: UInt64) {
        protocolName = protocolName ?? selector.protocolName
        if let place = calls?.firstIndex(where: { $0.selector == selector }) {
            calls?[place].count += count
            calls?[place].unanswered += unanswered
        } else {
            calls?.append(Calls(selector: selector, count: count, unanswered: unanswered))
        }
    }
}

extension ProxyEvent {
    fileprivate init?(_ row: Row) {
        guard let kind = Kind(rawValue: row[2]) else { return nil }
        self.init(
            number: UInt64(clamping: row[0] as Int64),
            proxy: row[1],
            kind: kind,
            owner: row[3],
            target: row[4],
            previousTarget: row[5],
            detail: row[6],
            occurredAtNanoseconds: row[7]
        )
    }
}
