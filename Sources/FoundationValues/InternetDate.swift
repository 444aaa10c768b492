// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Instants as RFC 3339 writes them, by arithmetic alone.
package enum InternetDate {
    /// `2026-11-22T09:30:00.125Z`: in UTC, with as many groups of three digits of the second as it takes, up to
    /// microseconds; the number itself where no such date is.
    package static func text(secondsSince1970 seconds: Double) -> String {
        let microseconds = (seconds * 1e6).rounded()
        // From the year 0 to the year 9999, as RFC 3339 has them.
        guard microseconds >= -62_167_219_200e6, microseconds < 253_402_300_800e6 else {
            return "\(seconds) s since 1970"
        }
        let (whole, fraction) = Int64(microseconds).flooredQuotient(by: 1_000_000)
        let (days, second) = whole.flooredQuotient(by: 86_400)
        let (year, month, day) = date(daysSince1970: days)
        let clock = "\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(clock)\(tail(fraction))Z"
    }

    private static func tail(_ microseconds: Int64) -> String {
        if microseconds == 0 { return "" }
        return microseconds % 1_000 == 0 ? ".\(padded(microseconds / 1_000, 3))" : ".\(padded(microseconds, 6))"
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// The day of the Gregorian calendar, carried on into the past.
    ///
    /// - SeeAlso: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", *civil_from_days*.
    private static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (days + 719_468).flooredQuotient(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}

extension Int64 {
    fileprivate func flooredQuotient(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
