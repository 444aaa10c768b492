// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A budget in the form read by `ValueWriter` on each call.
struct SnapshotLimits {
    let budget: SnapshotBudget
    /// The budget's time, in ticks of the counter.
    let ticks: UInt64
    /// Bytes that a writer with these limits may need.
    let capacity: Int
    /// The redaction rules, nil when there are none. Owned by the creator of the limits.
    let redactor: Unmanaged<Redactor>?
    /// Whether the values of header fields with credentials are left out.
    let hidesCredentials: Bool

    init(_ budget: SnapshotBudget, redactor: Unmanaged<Redactor>? = nil, hidesCredentials: Bool = true) {
        self.hidesCredentials = hidesCredentials
        self.redactor = redactor
        self.budget = budget.clamped
        ticks = TickClock.ticks(in: budget.time)
        capacity = self.budget.recordBytes + ValueWriter.tailBytes
    }
}
