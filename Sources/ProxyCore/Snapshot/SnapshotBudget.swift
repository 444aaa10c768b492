// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How much of the arguments and of the result of one call is kept.
///
/// Whatever is cut says so in the record, with its original length or count.
public struct SnapshotBudget: Sendable, Hashable {
    /// Longest text of one value, in UTF-8 bytes. Default 2 048; 16 to 60 000.
    public var textBytes = 2_048
    /// Deepest nesting of values. Default 4; 0 to 64.
    public var depth = 4
    /// Most elements kept of one collection. Default 32; 0 to 1 000.
    public var childCount = 32
    /// Most bytes kept of one call's arguments, and again of its result. Default 16 384; 256 to 65 536.
    public var recordBytes = 16_384
    /// Longest time for the snapshot of one call, looked at between children. Default 1 ms.
    public var time = Duration.milliseconds(1)

    /// The defaults.
    public init() {}

    /// The same budget with every number inside its bounds.
    var clamped: SnapshotBudget {
        var budget = self
        budget.textBytes = min(max(textBytes, 16), 60_000)
        budget.depth = min(max(depth, 0), 64)
        budget.childCount = min(max(childCount, 0), 1_000)
        budget.recordBytes = min(max(recordBytes, 256), 65_536)
        return budget
    }
}

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
