// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Which invocations to read in a sorted order.
package struct SortedRequest: Sendable {
    package var sort: InvocationSort
    /// Number of invocations wanted.
    package var limit: Int
    /// Only calls at places between these two, both excluded.
    package var after: SortPlace?
    package var before: SortPlace?
    /// The calls to sort, by filter and numbers; their order is that of the sorted list, and the time is the longest to
    /// search.
    package var range: HistoryRequest

    package init(_ sort: InvocationSort, limit: Int, of range: HistoryRequest) {
        self.sort = sort
        self.limit = limit
        self.range = range
    }

    package func contains(_ place: SortPlace) -> Bool {
        if let after, place <= after { return false }
        if let before, place >= before { return false }
        return true
    }
}

/// The first invocations of a sorted list.
package struct SortedPart: Sendable {
    /// The invocations in order, at most as many as wanted.
    package var items: [Invocation] = []
    /// Whether all stored invocations were examined that could be among the first ones. If not, others may be missing.
    package var isComplete = true
    /// Whether a regular expression exceeded its step limit on some invocation; its term then counted as not matching.
    package var isPartial = false

    package init() {}

    /// Merges another part of the same list.
    package mutating func merge(_ other: SortedPart, _ request: SortedRequest) {
        let placed = (items + other.items).map { (place: SortPlace(of: $0, by: request.sort), item: $0) }
        let sorted = placed.sorted { request.range.order.isBefore($0.place, $1.place) }
        items = sorted.prefix(request.limit).map(\.item)
        isComplete = isComplete && other.isComplete
        isPartial = isPartial || other.isPartial
    }
}

/// A history that can read in a sorted order without scanning everything.
package protocol SortingHistory: InvocationHistory {
    /// The first invocations of a sorted list.
    func sorted(_ request: SortedRequest) -> SortedPart
}

extension InvocationHistory {
    /// The first invocations of a sorted list, found by a scan if the history has no better way.
    func sortedPart(_ request: SortedRequest) -> SortedPart {
        (self as? any SortingHistory)?.sorted(request) ?? scannedPart(request)
    }

    /// The first invocations of a sorted list, found by a scan.
    package func scannedPart(_ request: SortedRequest) -> SortedPart {
        var part = SortedPart()
        var places = FirstPlaces(request.limit, request.range.order)
        var items: [UInt64: Invocation] = [:]
        let scan = scan(request.range) { invocation in
            let place = SortPlace(of: invocation, by: request.sort)
            guard request.contains(place), places.admits(place) else { return true }
            if let last = places.last { items[last.seq] = nil }
            places.insert(place)
            items[place.seq] = invocation
            return true
        }
        part.items = places.sorted.compactMap { items[$0.seq] }
        part.isComplete = scan.end == .complete && !scan.lacksParts
        part.isPartial = scan.isPartial
        return part
    }
}
