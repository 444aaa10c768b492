// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock

/// How long a scan may go on. Looked at once per block of records.
struct ScanBudget {
    private let recordLimit: Int
    private let deadline: UInt64

    /// Starts now.
    init(recordLimit: Int = .max, time: Duration) {
        self.recordLimit = max(1, recordLimit)
        deadline = cclock_monotonic_nanoseconds() + RecorderEngine.nanoseconds(time)
    }

    /// Records that may be read after `scanned` of them.
    func allowance(after scanned: Int) -> Int {
        guard scanned < recordLimit, scanned == 0 || cclock_monotonic_nanoseconds() < deadline else { return 0 }
        return min(RecordMask.capacity, recordLimit - scanned)
    }
}
