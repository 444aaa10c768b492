// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Dispatch

/// A span of time on a scheduler.
public typealias RxTimeInterval = DispatchTimeInterval

/// A point in time on a scheduler's clock, in nanoseconds.
///
/// It has the arithmetic of Foundation's `Date`, without Foundation. The schedulers of this module use the monotonic
/// clock, whose zero is meaningless; only differences and order count.
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
        Double(nanoseconds - other.nanoseconds) / 1e9
    }

    /// This time plus a number of seconds.
    public func addingTimeInterval(_ seconds: Double) -> RxTime {
        RxTime(nanoseconds: nanoseconds + Int64(seconds * 1e9))
    }

    /// This time plus an interval; `.never` gives the latest time.
    public func addingDispatchInterval(_ interval: DispatchTimeInterval) -> RxTime {
        let (sum, isTooLate) = nanoseconds.addingReportingOverflow(interval.nanoseconds)
        return RxTime(nanoseconds: isTooLate ? .max : sum)
    }
}

extension DispatchTimeInterval {
    /// The interval in nanoseconds; `.never` and intervals that are too long give the maximum.
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
        return .nanoseconds(Int(max(0, nanoseconds - (now.nanoseconds - start.nanoseconds))))
    }

    private static func scale(_ value: Int, by factor: Int64) -> Int64 {
        let (product, isTooLong) = Int64(value).multipliedReportingOverflow(by: factor)
        return isTooLong ? (value < 0 ? .min : .max) : product
    }
}
