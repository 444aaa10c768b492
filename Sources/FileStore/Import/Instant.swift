// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Points in time from their text: RFC 3339, section 5.6, in UTC.
enum Instant {
    private static let marks = Array(zip([4, 7, 10, 13, 16], "--T::".utf8))

    /// Nanoseconds since 1970 of `2026-11-21T09:30:00.123456Z`; nil for anything else, and for years that do not fit.
    static func nanoseconds(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        guard bytes.count == 20 || (22...30).contains(bytes.count), bytes.last == UInt8(ascii: "Z") else { return nil }
        for (place, mark) in marks where bytes[place] != mark { return nil }
        guard let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            (1...12).contains(month), (1...days(inMonth: month, of: year)).contains(day), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        var nanoseconds: Int64 = 0
        if bytes.count > 20 {
            let digits = bytes[20..<(bytes.count - 1)]
            guard bytes[19] == UInt8(ascii: "."), let fraction = number(digits) else { return nil }
            nanoseconds = (digits.count..<9).reduce(fraction) { scaled, _ in scaled * 10 }
        }
        let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooLarge) = product.addingReportingOverflow(nanoseconds)
        return overflow || isTooLarge ? nil : sum
    }

    private static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> Int64? {
        var number: Int64 = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            number = number * 10 + Int64(digit - 0x30)
        }
        return number
    }

    private static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        let next = month == 12 ? days(year + 1, 1, 1) : days(year, month + 1, 1)
        return next - days(year, month, 1)
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
