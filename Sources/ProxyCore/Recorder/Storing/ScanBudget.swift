// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock

/// Time and record limits of a scan, checked once per block.
struct ScanBudget {
    private let recordLimit: Int
    private let deadline: UInt64

    /// Starts the clock.
    init(recordLimit: Int = .max, time: Duration) {
        self.recordLimit = max(1, recordLimit)
        deadline = cclock_monotonic_nanoseconds() + RecorderEngine.nanoseconds(time)
    }

    /// Number of records that may be read next, after `scanned` records.
    ///
    /// - Parameter blockLimit: Maximum number; the clock is read once for each block.
    func allowance(after scanned: Int, atMost blockLimit: Int) -> Int {
        guard scanned < recordLimit, scanned == 0 || cclock_monotonic_nanoseconds() < deadline else { return 0 }
        return min(blockLimit, recordLimit - scanned)
    }
}
