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
    /// Longest time for the snapshot of one call's arguments, and again of its result, checked between children. Default
    /// 1 ms.
    public var time = Duration.milliseconds(1)

    static let textByteRange = 16...60_000
    static let depthRange = 0...64
    static let childCountRange = 0...1_000
    static let recordByteRange = 256...65_536

    /// The defaults.
    public init() {}

    /// The default time, and all numbers at their upper bounds.
    package static var largest: SnapshotBudget {
        var budget = SnapshotBudget()
        budget.textBytes = textByteRange.upperBound
        budget.depth = depthRange.upperBound
        budget.childCount = childCountRange.upperBound
        budget.recordBytes = recordByteRange.upperBound
        return budget
    }

    /// The same budget with all numbers clamped to their bounds.
    var clamped: SnapshotBudget {
        var budget = self
        budget.textBytes = Self.textByteRange.clamp(textBytes)
        budget.depth = Self.depthRange.clamp(depth)
        budget.childCount = Self.childCountRange.clamp(childCount)
        budget.recordBytes = Self.recordByteRange.clamp(recordBytes)
        return budget
    }
}

extension ClosedRange where Bound == Int {
    /// The nearest number in the range.
    fileprivate func clamp(_ number: Int) -> Int { Swift.min(Swift.max(number, lowerBound), upperBound) }
}
