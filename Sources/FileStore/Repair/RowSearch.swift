// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Finds the rows of a table with row numbers that SQLite can read.
///
/// A query ends with an error at the first page that cannot be read. The next readable row is searched at growing
/// distances, since nothing tells how many rows such a page has; what was skipped on the way is searched by halves.
struct RowSearch {
    /// A range of row numbers.
    struct Part {
        let numbers: ClosedRange<Int64>
        /// Whether there are rows up to the end of the range, not in a part of it.
        let hasKnownEnd: Bool

        init(_ numbers: ClosedRange<Int64>, hasKnownEnd: Bool) {
            self.numbers = numbers
            self.hasKnownEnd = hasKnownEnd
        }
    }

    /// Number of ranges that are searched by halves although nothing of them could be read. The larger ones are searched
    /// first.
    private var probesLeft = 1 << 18
    private let query: String
    private let damaged: Database
    private(set) var copy: RowCopy

    /// - Parameter query: Selects the row number and the columns to copy, ordered by row number, for two bounds.
    init(_ query: String, _ copy: RowCopy, _ damaged: Database) {
        self.query = query
        self.copy = copy
        self.damaged = damaged
    }

    mutating func copy(_ parts: [Part]) throws {
        if try read(Int64.min...Int64.max) { return }
        for part in parts { try copy(part) }
    }

    private mutating func copy(_ part: Part) throws {
        let end = part.numbers.upperBound
        var next = part.numbers.lowerBound
        while next <= end {
            if try read(next...end) { return }
            let unread = copy.last.map { $0 + 1 } ?? next
            guard let found = try jump(from: unread, to: end) else {
                if part.hasKnownEnd, unread <= end { try searchByHalves(unread...end) }
                return
            }
            try searchByHalves(unread...found.first - 1)
            guard let last = found.last else { return }
            next = last + 1
        }
    }

    /// Copies the rows behind the next ones that can be read.
    ///
    /// - Returns: The start of the query, and the last row that could be read; nil if it reached the end.
    private mutating func jump(from unread: Int64, to end: Int64) throws -> (first: Int64, last: Int64?)? {
        var distance: Int64 = 1
        while distance <= end - unread {
            let first = unread + distance
            if try read(first...end) { return (first, nil) }
            if let last = copy.last { return (first, last) }
            guard distance <= Int64.max / 2 else { return nil }
            distance *= 2
        }
        return nil
    }

    private mutating func searchByHalves(_ numbers: ClosedRange<Int64>) throws {
        var parts = [numbers]
        while !parts.isEmpty {
            var halves: [ClosedRange<Int64>] = []
            for part in parts where probesLeft > 0 {
                var (low, high) = (part.lowerBound, part.upperBound)
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
