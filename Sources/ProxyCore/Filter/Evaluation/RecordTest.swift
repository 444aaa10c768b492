// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A test of stored records.
struct RecordTest {
    /// What a test looks at, the cheapest first: it goes before dearer ones.
    enum Cost: Int {
        /// The header of a record.
        case header
        /// What was found out beforehand, or once for all records of a call site, proxy or thread.
        case table
        /// The outermost values, without what is inside them.
        case heads
        case values
        /// The texts of values.
        case texts
        /// The texts of values, with a regular expression.
        case patterns
    }

    let cost: Cost
    /// Finds the records of a mask that pass: a loop of its own for each test, compiled for what it reads.
    let filter: (RecordMask, UnsafePointer<StoredRecord>) -> RecordMask
}

extension FilterLogic where Question == RecordTest {
    static func ask(
        _ cost: RecordTest.Cost,
        _ filter: @escaping (RecordMask, UnsafePointer<StoredRecord>) -> RecordMask
    ) -> Self { .ask(RecordTest(cost: cost, filter: filter)) }
}
