// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Stored records in some order, read a block at a time.
protocol RecordSource {
    /// Reads the next records.
    ///
    /// - Returns: How many were read; fewer than asked for, even none, at the end only.
    mutating func read(into records: UnsafeMutablePointer<StoredRecord>, atMost count: Int) -> Int
}
