// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CallModel

/// A number of calls that is expected: `3`, `2...`, `2...4` or `...4`.
public protocol CallCount {
    /// The least and the greatest number.
    var bounds: ClosedRange<Int> { get }
}

extension Int: CallCount {
    /// Exactly this number.
    public var bounds: ClosedRange<Int> { self...self }
}

extension ClosedRange<Int>: CallCount {
    /// The range itself.
    public var bounds: ClosedRange<Int> { self }
}

extension PartialRangeFrom<Int>: CallCount {
    /// At least the lower bound.
    public var bounds: ClosedRange<Int> { lowerBound...Int.max }
}

extension PartialRangeThrough<Int>: CallCount {
    /// At most the upper bound.
    public var bounds: ClosedRange<Int> { min(0, upperBound)...upperBound }
}

/// Numbers of calls in words.
enum CountText {
    /// “at least 2 calls”
    static func expected(_ bounds: ClosedRange<Int>) -> String {
        let (low, high) = (bounds.lowerBound, bounds.upperBound)
        if high == 0 { return "no calls" }
        if low == high { return "exactly \(calls(low))" }
        if high == .max { return "at least \(calls(low))" }
        return low <= 0 ? "at most \(calls(high))" : "\(low) to \(calls(high))"
    }

    /// “1 call”
    static func calls(_ number: Int) -> String { Plural.text(number, "call") }
}
