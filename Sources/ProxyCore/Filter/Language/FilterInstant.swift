// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Instants as RFC 3339 writes them, as whole nanoseconds since 1970-01-01T00:00:00Z.
///
/// - SeeAlso: RFC 3339, section 5.6, "Internet Date/Time Format". Leap seconds are not read.
enum FilterInstant {
    /// Reads `2026-11-21T09:30:00.123456Z` or the same with `+01:00`; nil for anything else.
    static func parse(_ text: String) -> Int64? {
        var reader = Digits(text.utf8)
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), reader.skip("T") || reader.skip("t"), let hour = reader.number(2),
            reader.skip(":"), let minute = reader.number(2), reader.skip(":"), let second = reader.number(2),
            (1...12).contains(month), (1...days(in: month, of: year)).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        let fraction = reader.skip(".") ? reader.fraction() : 0
        guard let fraction, let offset = reader.offset(), reader.isAtEnd else { return nil }
        let seconds = dayNumber(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
        let (nanoseconds, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return nil }
        let (sum, isBeyond) = nanoseconds.addingReportingOverflow(fraction)
        return isBeyond ? nil : sum
    }

    /// The instant in UTC, with as many of the decimals as are needed.
    static func text(_ nanoseconds: Int64) -> String {
        let (seconds, decimals) = floorDivision(nanoseconds, 1_000_000_000)
        let (days, rest) = floorDivision(seconds, 86_400)
        let (year, month, day) = date(days)
        let time = [rest / 3_600, rest / 60 % 60, rest % 60].map { padded(Int($0), 2) }.joined(separator: ":")
        var fraction = padded(Int(decimals), 9)
        while fraction.hasSuffix("0") { fraction.removeLast() }
        let point = fraction.isEmpty ? "" : "."
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(time)\(point)\(fraction)Z"
    }

    /// A quotient whose remainder is never negative.
    private static func floorDivision(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Days from 1970-01-01, counted in eras of 400 years that begin on the first of March.
    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let yearOfEra = year - era * 400
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func date(_ dayNumber: Int64) -> (year: Int, month: Int, day: Int) {
        let shifted = Int(dayNumber) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
    }
}

/// Reads the parts of an instant from the left.
private struct Digits {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    var isAtEnd: Bool { place == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard place < bytes.count, UInt32(bytes[place]) == character.value else { return false }
        place += 1
        return true
    }

    mutating func number(_ width: Int) -> Int? {
        guard place + width <= bytes.count else { return nil }
        var number = 0
        for byte in bytes[place..<(place + width)] {
            guard (0x30...0x39).contains(byte) else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        place += width
        return number
    }

    /// One to nine decimals as nanoseconds.
    mutating func fraction() -> Int64? {
        var value: Int64 = 0
        var count = 0
        while count < 9, let digit = number(1) {
            value = value * 10 + Int64(digit)
            count += 1
        }
        guard count > 0 else { return nil }
        while count < 9 {
            value *= 10
            count += 1
        }
        return value
    }

    /// `Z` or an offset from UTC, in seconds.
    mutating func offset() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let sign = skip("+") ? 1 : skip("-") ? -1 : 0
        guard sign != 0, let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60 else {
            return nil
        }
        return sign * (hours * 3_600 + minutes * 60)
    }
}
