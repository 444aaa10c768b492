// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Copies the rows of queries into a table.
struct RowCopy {
    /// A part of a table, in one of the two orders.
    struct Rows {
        let numbers: ClosedRange<Int64>
        let order: InvocationQuery.Order

        init(_ numbers: ClosedRange<Int64>, _ order: InvocationQuery.Order) {
            self.numbers = numbers
            self.order = order
        }

        func contains(_ number: Int64, after last: Int64?) -> Bool {
            guard numbers.contains(number) else { return false }
            guard let last else { return true }
            return order == .ascending ? number > last : number < last
        }
    }

    private let insert: RowStatement
    private let columnCount: Int32
    private let db: Database
    /// The number of the last row that the last query gave; nil if it gave none.
    private(set) var last: Int64?
    /// The numbers of rows that the table does not take.
    private(set) var refused: Set<Int64> = []
    private let limit: Int

    /// - Parameter limit: Rows after which a query is given up.
    init(into table: String, _ columns: [String], _ db: Database, atMost limit: Int) throws {
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        let list = columns.joined(separator: ", ")
        insert = try RowStatement(db, "INSERT OR IGNORE INTO main.\(table) (\(list)) VALUES (\(places))")
        columnCount = Int32(columns.count)
        self.db = db
        self.limit = limit
    }

    /// - Parameter rows: The rows that the query is about; its first column is then their number.
    /// - Returns: Whether the query could be read to its end.
    mutating func read(_ query: String, _ rows: Rows? = nil, from damaged: Database) throws -> Bool {
        last = nil
        var failure: (any Error)?
        var isInOrder = true
        var count = 0
        do {
            let arguments = rows.map { [$0.numbers.lowerBound, $0.numbers.upperBound] } ?? []
            try RowQuery(damaged, query).forEach(arguments, on: damaged) { row in
                let number = row.integer(0)
                // Pages that link to each other in a cycle give the same rows again.
                count += 1
                isInOrder = count <= limit && rows?.contains(number, after: last) ?? true
                guard isInOrder else { return false }
                last = number
                do {
                    try write(row, number)
                } catch {
                    failure = error
                    return false
                }
                return true
            }
        } catch {
            return false
        }
        if let failure { throw failure }
        return isInOrder
    }

    private mutating func write(_ row: RowColumns, _ number: Int64) throws {
        for column in 1...columnCount { insert.bindCopy(of: row, column, at: column) }
        do {
            try insert.run(on: db)
        } catch let error as DatabaseError
            where [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG].contains(error.resultCode)
        {
            refused.insert(number)
        }
    }
}
