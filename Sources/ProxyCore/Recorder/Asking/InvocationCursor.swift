// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Iterates over the invocations that were stored when the cursor was created.
///
/// The cursor keeps them in memory even if the store evicts them; release it when done.
public struct InvocationCursor: Sendable {
    private var reader: StartOrderReader
    private let filter: InvocationFilter
    private let decoder: InvocationDecoder
    /// Whether the cursor has reached the end.
    public private(set) var isAtEnd = false
    /// Whether a regular expression exceeded its step limit on some invocation; its term then counted as not matching.
    public private(set) var isPartial = false
    /// Whether a part of the history did not answer, so that its calls are missing.
    public private(set) var lacksParts = false
    /// Invocations examined so far; with a history, those that passed.
    public private(set) var scanned = 0

    /// Replaces the reader when the recorder has a history.
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

    /// Returns the next invocations that pass, at most 1 024. The result is empty at the end, and when the time ran out
    /// before one was found.
    ///
    /// - Parameter time: Longest time to search. Default 20 ms.
    public mutating func next(within time: Duration = .milliseconds(20)) -> [Invocation] {
        guard !isAtEnd else { return [] }
        if past != nil { return nextOfPast(within: time) }
        let program = filter.isEverything ? nil : FilterProgram(filter, decoder: decoder)
        let blockLimit = program?.blockLimit ?? RecordMask.capacity
        var scan = RecordScan(reader, program, ScanBudget(time: time))
        var items: [Invocation] = []
        let end = scan.forEachBlock { records, mask in
            _ = mask.forEach { index in
                items.append(decoder.invocation(records[index]))
                return true
            }
            return items.count + blockLimit <= RecordMask.capacity
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
        lacksParts = lacksParts || scan.lacksParts
        scanned += scan.matched
        return items
    }
}
