// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Points in time from their text: RFC 3339, section 5.6, in UTC.
enum Instant {
    /// Nanoseconds since 1970 of `2026-11-21T09:30:00.123456Z`; nil for anything else, and for years that do not fit.
    static func nanoseconds(_ text: String) -> Int64? {
        guard let match = text.wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z/),
            let year = Int64(match.1), let month = Int64(match.2), let day = Int64(match.3),
            let hour = Int64(match.4), let minute = Int64(match.5), let second = Int64(match.6),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        let digits = match.7.map { $0 + String(repeating: "0", count: 9 - $0.count) } ?? "0"
        let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? nil : product + (Int64(digits) ?? 0)
    }

    /// Days since 1970-01-01, counted in years that begin on 1 March, so that the leap day is the last of its year.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
