// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

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

    /// Takes the place of the reader where there is a history.
    private var past: HistoryPassage?

    init(
        reader: StartOrderReader,
        filter: InvocationFilter,
        decoder: InvocationDecoder,
        past: HistoryPassage? = nil
    ) {
        self.reader = reader
        self.filter = filter
        self.decoder = decoder
        self.past = past
    }

    /// The next invocations that pass: at most 1 024; none when the time was over first, or at the end.
    ///
    /// - Parameter time: Longest time to look for them. Default 20 ms.
    public mutating func next(within time: Duration = .milliseconds(20)) -> [Invocation] {
        guard !isAtEnd else { return [] }
        if past != nil { return nextOfPast(within: time) }
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

    private mutating func nextOfPast(within time: Duration) -> [Invocation] {
        var items: [Invocation] = []
        guard let scan = past?.next(atMost: 1_024, within: time, { items.append($0) }) else { return [] }
        isAtEnd = scan.end == .complete
        isPartial = isPartial || scan.isPartial
        scanned += scan.matched
        return items
    }
}
