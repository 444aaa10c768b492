// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Points in time as text: RFC 3339, section 5.6, in UTC with six digits of a second.
enum Timestamp {
    /// - Parameter nanoseconds: Since 1970-01-01T00:00:00Z, leap seconds not counted; may be negative.
    static func text(_ nanoseconds: Int64) -> String {
        let microseconds = floorDivide(nanoseconds, 1_000)
        let seconds = floorDivide(microseconds, 1_000_000)
        let days = floorDivide(seconds, 86_400)
        let (year, month, day) = date(daysSinceEpoch: days)
        let secondOfDay = seconds - days * 86_400
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 27) { text in
            put(year, digits: 4, at: 0, in: text)
            text[4] = UInt8(ascii: "-")
            put(month, digits: 2, at: 5, in: text)
            text[7] = UInt8(ascii: "-")
            put(day, digits: 2, at: 8, in: text)
            text[10] = UInt8(ascii: "T")
            put(secondOfDay / 3_600, digits: 2, at: 11, in: text)
            text[13] = UInt8(ascii: ":")
            put(secondOfDay / 60 % 60, digits: 2, at: 14, in: text)
            text[16] = UInt8(ascii: ":")
            put(secondOfDay % 60, digits: 2, at: 17, in: text)
            text[19] = UInt8(ascii: ".")
            put(microseconds - seconds * 1_000_000, digits: 6, at: 20, in: text)
            text[26] = UInt8(ascii: "Z")
            return String(decoding: text, as: UTF8.self)
        }
    }

    private static func put(_ value: Int64, digits: Int, at position: Int, in text: UnsafeMutableBufferPointer<UInt8>) {
        var rest = value
        for index in stride(from: position + digits - 1, through: position, by: -1) {
            text[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }

    /// The Gregorian date of a day: years counted from 1 March, so that the leap day is the last of its year, in eras
    /// of 400 years, which all have 146 097 days.
    private static func date(daysSinceEpoch days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
    }
}
