// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// Goes through all stored invocations that pass a query's filter and bounds, however many they are.
    ///
    /// `limit` and the scan limits of the query do not apply: the cursor is asked for one batch after the other.
    public func cursor(_ query: InvocationQuery = InvocationQuery()) -> InvocationCursor {
        let snapshot = self.snapshot
        return InvocationCursor(reader: StartOrderReader(snapshot, query), filter: query.filter, decoder: decoder)
    }
}

/// A place in the invocations that were stored when the cursor was made.
///
/// It keeps them in memory even when the store evicts them: let it go when done.
public struct InvocationCursor: Sendable {
    private var reader: StartOrderReader
    private let filter: InvocationFilter
    private let decoder: InvocationDecoder
    /// Whether all has been read.
    public private(set) var isAtEnd = false
    /// Whether a regular expression ran out of steps on some invocation, which then counted as not matching its term.
    public private(set) var isPartial = false
    /// Invocations looked at.
    public private(set) var scanned = 0

    init(reader: StartOrderReader, filter: InvocationFilter, decoder: InvocationDecoder) {
        self.reader = reader
        self.filter = filter
        self.decoder = decoder
    }

    /// The next invocations that pass: at most 1 024; none when the time was over first, or at the end.
    ///
    /// - Parameter time: Longest time to look for them. Default 20 ms.
    public mutating func next(within time: Duration = .milliseconds(20)) -> [Invocation] {
        guard !isAtEnd else { return [] }
        let program = filter.isEverything ? nil : FilterProgram(filter, decoder: decoder)
        var scan = RecordScan(reader, program, ScanBudget(time: time))
        var items: [Invocation] = []
        let end = scan.forEachBlock { records, mask in
            _ = mask.forEach { index in
                items.append(decoder.invocation(records[index]))
                return true
            }
            return items.isEmpty
        }
        reader = scan.source
        scanned += scan.scanned
        isAtEnd = end == .complete
        isPartial = isPartial || program?.isPartial == true
        return items
    }
}
