// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Limits on the recorded arguments and result of one call.
///
/// The record marks cut values, with their original length or count.
public struct SnapshotBudget: Sendable, Hashable {
    /// Longest text of one value, in UTF-8 bytes. Default 2 048; 16 to 60 000.
    public var textBytes = 2_048
    /// Deepest nesting of values. Default 4; 0 to 64.
    public var depth = 4
    /// Most elements recorded of one collection. Default 32; 0 to 1 000.
    public var childCount = 32
    /// Most bytes recorded of one call's arguments, and again of its result. Default 16 384; 256 to 65 536.
    public var recordBytes = 16_384
    /// Longest time for the snapshot of one call, checked between children. Default 1 ms.
    public var time = Duration.milliseconds(1)

    /// The defaults.
    public init() {}

    /// The same budget with all numbers clamped to their bounds.
    var clamped: SnapshotBudget {
        var budget = self
        budget.textBytes = min(max(textBytes, 16), 60_000)
        budget.depth = min(max(depth, 0), 64)
        budget.childCount = min(max(childCount, 0), 1_000)
        budget.recordBytes = min(max(recordBytes, 256), 65_536)
        return budget
    }
}
