// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A source of stored records in some order, read one block at a time.
protocol RecordSource {
    /// Reads the next records.
    ///
    /// - Returns: The number of records read. It is less than `count` only at the end, where it may be 0.
    mutating func read(into records: UnsafeMutablePointer<StoredRecord>, atMost count: Int) -> Int
}
