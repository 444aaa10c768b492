// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Converts RFC 3339 instants to and from whole nanoseconds since 1970-01-01T00:00:00Z, not counting leap seconds.
///
/// Second 60, which RFC 3339 allows for leap seconds, is accepted in any minute and read as the first second of the
/// next one, because the nanosecond count cannot represent it. It is never written.
///
/// - SeeAlso: RFC 3339, section 5.6, "Internet Date/Time Format", and section 5.7, "Restrictions".
package enum Instant {
    /// How many decimals of a second to write.
    package enum Decimals: Sendable {
        /// Always six: such texts have one length, and sort chronologically.
        case six
        /// As many as needed.
        case needed
        /// As many groups of three as needed.
        case groups
    }

    // MARK: Reading

    /// Parses `2026-11-21T09:30:00.123456Z`, or the same with an offset such as `+01:00`. Nil for other texts, for more
    /// than nine decimals, and for years out of range.
    package static func nanoseconds(_ text: some StringProtocol) -> Int64? {
        var text = String(text)
        return text.withUTF8 { nanoseconds(UnsafeRawBufferPointer($0)) }
    }

    /// Parses UTF-8 text.
    package static func nanoseconds(_ text: UnsafeRawBufferPointer) -> Int64? {
        guard text.count >= 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            text[10] | 0x20 == UInt8(ascii: "t"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
            let year = number(text, 0..<4), let month = number(text, 5..<7), let day = number(text, 8..<10),
            let hour = number(text, 11..<13), let minute = number(text, 14..<16), let second = number(text, 17..<19),
            (1...12).contains(month), (1...days(inMonth: month, of: year)).contains(day), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        var place = 19
        var fraction: Int64 = 0
        if text[place] == UInt8(ascii: ".") {
            let start = place + 1
            place = text[start...].firstIndex { !(0x30...0x39).contains($0) } ?? text.count
            guard (1...9).contains(place - start), let decimals = number(text, start..<place) else { return nil }
            fraction = (place - start..<9).reduce(decimals) { scaled, _ in scaled * 10 }
        }
        guard let offset = offset(text, at: place) else { return nil }
        let minutes = (dayNumber(year, month, day) * 24 + hour) * 60 + minute - offset
        let exact = Int128(minutes * 60 + second) * 1_000_000_000 + Int128(fraction)
        // The earliest instant, written with six decimals, is before it.
        let isCut = exact < Int128(Int64.min) && exact > Int128(Int64.min) - 1_000
        return isCut ? .min : Int64(exactly: exact)
    }

    /// Parses `Z` or a UTC offset that ends the text; in minutes.
    private static func offset(_ text: UnsafeRawBufferPointer, at place: Int) -> Int64? {
        guard place < text.count else { return nil }
        let sign = text[place]
        if sign | 0x20 == UInt8(ascii: "z") { return place + 1 == text.count ? 0 : nil }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), place + 6 == text.count,
            text[place + 3] == UInt8(ascii: ":"), let hours = number(text, place + 1..<place + 3),
            let minutes = number(text, place + 4..<place + 6), hours < 24, minutes < 60
        else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    }

    private static func number(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int64? {
        var number: Int64 = 0
        for place in range {
            guard (0x30...0x39).contains(text[place]) else { return nil }
            number = number * 10 + Int64(text[place] - 0x30)
        }
        return number
    }

    // MARK: Writing

    /// The text in UTC.
    package static func text(_ nanoseconds: Int64, _ decimals: Decimals = .six) -> String {
        withText(nanoseconds, decimals) { String(decoding: $0, as: UTF8.self) }
    }

    /// The text in UTC of an instant that may lie outside the range of 64-bit nanoseconds since 1970.
    ///
    /// - Parameters:
    ///   - seconds: Seconds since 1970, from the year 0 to the year 9999.
    ///   - nanoseconds: 0 to 999 999 999.
    package static func text(seconds: Int64, nanoseconds: Int64, _ decimals: Decimals) -> String {
        withText(seconds, nanoseconds, decimals) { String(decoding: $0, as: UTF8.self) }
    }

    /// Calls `body` with the text in UTC, as ASCII.
    static func withText<Answer>(
        _ nanoseconds: Int64,
        _ decimals: Decimals,
        _ body: (Slice<UnsafeMutableBufferPointer<UInt8>>) -> Answer
    ) -> Answer {
        let (seconds, rest) = floorDivision(nanoseconds, 1_000_000_000)
        return withText(seconds, rest, decimals, body)
    }

    private static func withText<Answer>(
        _ seconds: Int64,
        _ nanoseconds: Int64,
        _ decimals: Decimals,
        _ body: (Slice<UnsafeMutableBufferPointer<UInt8>>) -> Answer
    ) -> Answer {
        let (days, second) = floorDivision(seconds, 86_400)
        let (year, month, day) = date(days)
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 30) { text in
            put(year, digits: 4, "-", at: 0, in: text)
            put(month, digits: 2, "-", at: 5, in: text)
            put(day, digits: 2, "T", at: 8, in: text)
            put(second / 3_600, digits: 2, ":", at: 11, in: text)
            put(second / 60 % 60, digits: 2, ":", at: 14, in: text)
            put(second % 60, digits: 2, ".", at: 17, in: text)
            put(nanoseconds, digits: 9, "Z", at: 20, in: text)
            let count = count(of: decimals, nanoseconds)
            let end = count == 0 ? 19 : 20 + count
            text[end] = UInt8(ascii: "Z")
            return body(text[...end])
        }
    }

    private static func count(of decimals: Decimals, _ nanoseconds: Int64) -> Int {
        if decimals == .six { return 6 }
        var (rest, count) = (nanoseconds, 9)
        let (step, divisor) = decimals == .groups ? (3, Int64(1_000)) : (1, 10)
        while count > 0, rest % divisor == 0 { (rest, count) = (rest / divisor, count - step) }
        return count
    }

    @inline(__always)
    private static func put(
        _ value: Int64,
        digits: Int,
        _ behind: Unicode.Scalar,
        at position: Int,
        in text: UnsafeMutableBufferPointer<UInt8>
    ) {
        var rest = value
        for index in stride(from: position + digits - 1, through: position, by: -1) {
            text[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        text[position + digits] = UInt8(ascii: behind)
    }

    // MARK: Calendar

    /// A quotient whose remainder is never negative.
    private static func floorDivision(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    private static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01 of a Gregorian date. Years count from 1 March, which makes the leap day the last of its
    /// year, in eras of 400 years with 146 097 days each.
    private static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = floorDivision(shifted, 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The date of a day number.
    private static func date(_ dayNumber: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = floorDivision(dayNumber + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}
