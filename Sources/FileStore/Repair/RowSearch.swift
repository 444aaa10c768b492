// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Finds the rows of a table with row numbers that SQLite can read.
///
/// A query ends with an error at the first page that cannot be read. The next readable row is searched at growing
/// distances, since nothing tells how many rows such a page has; what was skipped on the way is searched by halves.
struct RowSearch {
    /// A range of row numbers, and the last one that there is likely to be.
    struct Part {
        let numbers: ClosedRange<Int64>
        let likelyEnd: Int64
    }

    /// Number of queries for which nothing could be read, in one gap between readable rows and in all. A gap is read
    /// from both ends in any case, and larger parts of it are tried first.
    private static let probesInGap = 1 << 14
    private var probesLeft = 1 << 20
    private let query: String
    private let damaged: Database
    private(set) var copy: RowCopy

    /// - Parameter query: Selects the row number and the columns to copy, ordered by row number, for two bounds.
    init(_ query: String, _ copy: RowCopy, _ damaged: Database) {
        self.query = query
        self.copy = copy
        self.damaged = damaged
    }

    /// - Parameter parts: Where to search if the table cannot be read in one go, in order.
    /// - Returns: Whether it could.
    mutating func copy(_ parts: () throws -> [Part]) throws -> Bool {
        if try read(Int64.min...Int64.max) { return true }
        let last = copy.last ?? .min
        for part in try parts() where part.numbers.upperBound > last {
            try copy(part, from: max(part.numbers.lowerBound, last == .min ? .min : last + 1))
        }
        return false
    }

    private mutating func copy(_ part: Part, from start: Int64) throws {
        let end = part.numbers.upperBound
        var next = start
        while next <= end {
            if try read(next...end) { return }
            guard let unread = copy.last.map(Self.after) ?? next, unread <= end else { return }
            guard let found = try jump(from: unread, to: end) else {
                return try searchTail(unread...end, likelyEnd: part.likelyEnd)
            }
            try searchByHalves(unread...found.first - 1)
            guard let last = found.last, let following = Self.after(last) else { return }
            next = following
        }
    }

    private static func after(_ number: Int64) -> Int64? { number == .max ? nil : number + 1 }

    /// Copies the rows behind the next ones that can be read.
    ///
    /// - Returns: The start of the query, and the last row that could be read; nil if it reached the end.
    private mutating func jump(from unread: Int64, to end: Int64) throws -> (first: Int64, last: Int64?)? {
        var distance: Int64 = 1
        while unread <= end - distance, probesLeft > 0 {
            let first = unread + distance
            if try read(first...end) { return (first, nil) }
            if let last = copy.last { return (first, last) }
            probesLeft -= 1
            guard distance <= Int64.max / 4 else { return nil }
            distance *= 2
        }
        return nil
    }

    /// Searches the end of a part, where no jump met a readable row.
    private mutating func searchTail(_ numbers: ClosedRange<Int64>, likelyEnd: Int64) throws {
        if try read(numbers, .descending) { return }
        let end = copy.last.map { $0 - 1 } ?? likelyEnd
        if numbers.lowerBound <= end { try searchByHalves(numbers.lowerBound...min(end, numbers.upperBound)) }
    }

    private mutating func searchByHalves(_ numbers: ClosedRange<Int64>) throws {
        var parts = [numbers]
        var probes = 0
        while !parts.isEmpty {
            var halves: [ClosedRange<Int64>] = []
            for part in parts where probes == 0 || probes < Self.probesInGap && probesLeft > 0 {
                var (low, high) = (part.lowerBound, part.upperBound)
                probes += 1
                if try read(part) { continue }
                if let last = copy.last { low = last + 1 }
                if try read(part, .descending) { continue }
                if let last = copy.last { high = last - 1 }
                probesLeft -= 1
                guard low < high else { continue }
                let middle = low + (high - low) / 2
                halves += [low...middle, middle + 1...high]
            }
            parts = halves
        }
    }

    /// - Returns: Whether all rows of the range were copied; otherwise `copy.last` is the last one that was.
    private mutating func read(
        _ numbers: ClosedRange<Int64>,
        _ order: InvocationQuery.Order = .ascending
    ) throws -> Bool {
        let text = order == .ascending ? query : query + " DESC"
        return try copy.read(text, RowCopy.Rows(numbers, order), from: damaged)
    }
}
