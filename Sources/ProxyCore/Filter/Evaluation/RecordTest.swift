// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A test of stored records.
struct RecordTest {
    /// What a test reads, cheapest first. Cheaper tests run before more expensive ones.
    enum Cost: Int {
        /// The header of a record.
        case header
        /// Facts computed beforehand, or once for all records of a call site, proxy or thread.
        case table
        /// The outermost values, without nested ones.
        case heads
        case values
        /// The text of values.
        case texts
        /// The text of values, for a text so long that a search for it may take milliseconds.
        case longTexts
        /// The text of values, with a regular expression.
        case patterns
    }

    let cost: Cost
    /// Returns the records of a mask that pass. Each test has its own specialized loop.
    let filter: (RecordMask, UnsafePointer<StoredRecord>) -> RecordMask
}

extension FilterLogic where Question == RecordTest {
    static func ask(
        _ cost: RecordTest.Cost,
        _ filter: @escaping (RecordMask, UnsafePointer<StoredRecord>) -> RecordMask
    ) -> Self { .ask(RecordTest(cost: cost, filter: filter)) }
}
