// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Filters stored records, one block at a time. Takes no lock.
struct RecordScan<Source: RecordSource> {
    /// Why a scan ended.
    enum End {
        /// There are no more records.
        case complete
        /// The budget ran out.
        case budget
        /// The caller stopped the scan.
        case stopped
    }

    private(set) var source: Source
    private let program: FilterProgram?
    private let budget: ScanBudget
    /// Number of records examined.
    private(set) var scanned = 0
    /// The last record examined.
    private(set) var last: StoredRecord?

    /// - Parameter program: Nil when every record matches.
    init(_ source: Source, _ program: FilterProgram?, _ budget: ScanBudget) {
        self.source = source
        self.program = program
        self.budget = budget
    }

    /// Calls `body` with the records that match, in the order of the source, until it returns false.
    mutating func forEach(_ body: (StoredRecord) -> Bool) -> End {
        forEachBlock { records, mask in mask.forEach { body(records[$0]) } }
    }

    /// Counts the records that match.
    mutating func count() -> (count: Int, end: End) {
        var count = 0
        let end = forEachBlock { _, mask in
            count += mask.count
            return true
        }
        return (count, end)
    }

    /// Calls `body` with each block of records and a mask of those that match, until it returns false.
    mutating func forEachBlock(_ body: (UnsafePointer<StoredRecord>, RecordMask) -> Bool) -> End {
        let blockLimit = program?.blockLimit ?? RecordMask.capacity
        return withUnsafeTemporaryAllocation(of: StoredRecord.self, capacity: RecordMask.capacity) { block in
            guard let records = block.baseAddress else { return .complete }
            while true {
                let allowance = budget.allowance(after: scanned, atMost: blockLimit)
                guard allowance > 0 else { return .budget }
                let count = source.read(into: records, atMost: allowance)
                guard count > 0 else { return .complete }
                scanned += count
                last = records[count - 1]
                let mask = program?.matches(records, count: count) ?? RecordMask(first: count)
                if !body(records, mask) { return .stopped }
                // Without asking for more: the time may have run out with the last record.
                if count < allowance { return .complete }
            }
        }
    }
}
