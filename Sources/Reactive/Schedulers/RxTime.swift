// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Dispatch

/// A span of time on a scheduler.
public typealias RxTimeInterval = DispatchTimeInterval

/// A point in time on a scheduler's clock, in nanoseconds.
///
/// It has the arithmetic of Foundation's `Date`, without Foundation. The schedulers of this module use the monotonic
/// clock, whose zero is meaningless; only differences and order count. A sum beyond the earliest or latest time is that
/// time.
public struct RxTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since the zero of the clock.
    public var nanoseconds: Int64

    /// The current time of the monotonic clock.
    public init() {
        self.init(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
    }

    /// The time `nanoseconds` after the zero of the clock.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Whether `lhs` is earlier.
    public static func < (lhs: RxTime, rhs: RxTime) -> Bool {
        lhs.nanoseconds < rhs.nanoseconds
    }

    /// Seconds from `other` to this time; negative if this one is earlier.
    public func timeIntervalSince(_ other: RxTime) -> Double {
        let (difference, overflows) = nanoseconds.subtractingReportingOverflow(other.nanoseconds)
        return (overflows ? Double(nanoseconds) - Double(other.nanoseconds) : Double(difference)) / 1e9
    }

    /// This time plus a number of seconds; NaN adds nothing.
    public func addingTimeInterval(_ seconds: Double) -> RxTime {
        let offset = seconds * 1e9
        if offset.isNaN { return self }
        if offset >= 0x1p63 { return RxTime(nanoseconds: .max) }
        if offset < -0x1p63 { return RxTime(nanoseconds: .min) }
        return RxTime(nanoseconds: nanoseconds.addingClamped(Int64(offset)))
    }

    /// This time plus an interval; `.never` gives the latest time.
    public func addingDispatchInterval(_ interval: DispatchTimeInterval) -> RxTime {
        if case .never = interval { return RxTime(nanoseconds: .max) }
        return RxTime(nanoseconds: nanoseconds.addingClamped(interval.nanoseconds))
    }
}

extension DispatchTimeInterval {
    /// The interval in nanoseconds; one that is too long gives the maximum or minimum, `.never` the maximum.
    var nanoseconds: Int64 {
        switch self {
        case .seconds(let value): Self.scale(value, by: 1_000_000_000)
        case .milliseconds(let value): Self.scale(value, by: 1_000_000)
        case .microseconds(let value): Self.scale(value, by: 1_000)
        case .nanoseconds(let value): Int64(value)
        case .never: .max
        @unknown default: .max
        }
    }

    /// The remaining interval after the time from `start` to `now`; at least zero.
    func remaining(from start: RxTime, to now: RxTime) -> DispatchTimeInterval {
        if case .never = self { return .never }
        let elapsed = now.nanoseconds.subtractingClamped(start.nanoseconds)
        return .nanoseconds(Int(max(0, nanoseconds.subtractingClamped(elapsed))))
    }

    private static func scale(_ value: Int, by factor: Int64) -> Int64 {
        let (product, isTooLong) = Int64(value).multipliedReportingOverflow(by: factor)
        return isTooLong ? (value < 0 ? .min : .max) : product
    }
}

extension Int64 {
    /// The sum, or the nearest number that there is.
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, or the nearest number that there is.
    func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, overflows) = subtractingReportingOverflow(other)
        return overflows ? (other < 0 ? .max : .min) : difference
    }
}
