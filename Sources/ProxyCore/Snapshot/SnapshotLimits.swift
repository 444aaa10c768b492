// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A budget in the form that a `ValueWriter` reads on each call.
struct SnapshotLimits {
    let budget: SnapshotBudget
    /// The budget's time, in ticks of the counter.
    let ticks: UInt64
    /// Bytes that a writer with these limits can need.
    let capacity: Int
    /// What is hidden; nil for nothing. Owned by whoever made the limits.
    let redactor: Unmanaged<Redactor>?
    /// Whether the values of header fields that carry credentials are left out.
    let hidesCredentials: Bool

    init(_ budget: SnapshotBudget, redactor: Unmanaged<Redactor>? = nil, hidesCredentials: Bool = true) {
        self.hidesCredentials = hidesCredentials
        self.redactor = redactor
        self.budget = budget.clamped
        ticks = TickClock.ticks(in: budget.time)
        capacity = self.budget.recordBytes + ValueWriter.tailBytes
    }
}
