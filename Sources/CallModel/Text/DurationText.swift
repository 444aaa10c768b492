// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Formats durations for display.
package enum DurationText {
    /// Formats a duration with three significant digits and a unit.
    package static func short(_ nanoseconds: UInt64) -> String {
        let units: [(UInt64, String)] = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "µs")]
        for (size, unit) in units where nanoseconds >= size {
            let digits = nanoseconds >= 100 * size ? 0 : nanoseconds >= 10 * size ? 1 : 2
            let scale: UInt64 = digits == 0 ? 1 : digits == 1 ? 10 : 100
            let number = nanoseconds / (size / scale)
            guard digits > 0 else { return "\(number) \(unit)" }
            let fraction = String(number % scale)
            return "\(number / scale)." + String(repeating: "0", count: digits - fraction.count) + "\(fraction) \(unit)"
        }
        return "\(nanoseconds) ns"
    }
}
