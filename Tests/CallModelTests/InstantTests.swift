// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallModel
import Testing

@Suite struct InstantTests {
    private static let second: Int64 = 1_000_000_000

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00z", 0), ("1969-12-31T23:59:59.5Z", -second / 2),
        ("2026-11-21T09:30:00.123456Z", 1_795_253_400 * second + 123_456_000),
        ("2026-11-21T10:30:00.123456789+01:00", 1_795_253_400 * second + 123_456_789),
        ("2026-11-21T04:00:00-05:30", 1_795_253_400 * second), ("2000-02-29T00:00:00Z", 951_782_400 * second),
        ("1677-09-21T00:12:43.145224192Z", .min), ("1677-09-21T00:12:43.145224Z", .min),
        ("1677-09-21T00:12:44Z", -9_223_372_036 * second), ("2262-04-11T23:47:16.854775807Z", .max),
    ])
    func readsWhatRFC3339Allows(text: String, nanoseconds: Int64) {
        #expect(Instant.nanoseconds(text) == nanoseconds)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T09:30:00", "2026-11-21 09:30:00Z", "2026-11-21T09:30Z", "2026-11-21T09:30:00.Z",
        "2026-11-21T09:30:00.1234567890Z", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
        "2026-11-21T24:00:00Z", "2026-11-21T09:60:00Z", "2026-11-21T09:30:61Z", "2026-11-21T09:30:00+24:00",
        "2026-11-21T09:30:00+0100", "2026-11-21T09:30:00Zx", "2026-11-21T09:30:00ZZ", "9999-01-01T00:00:00Z",
        "2262-04-11T23:47:16.854775808Z", "２026-11-21T09:30:00Z", "2026-11-21T09:30:00.123456",
    ])
    func refusesAnythingElse(text: String) {
        #expect(Instant.nanoseconds(text) == nil)
    }

    /// Section 5.7 has 1990-12-31T23:59:60Z and the same second in another zone as examples.
    @Test(arguments: [
        ("1990-12-31T23:59:60Z", "1991-01-01T00:00:00Z"), ("1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00Z"),
        ("2016-12-31T23:59:60.25Z", "2017-01-01T00:00:00.25Z"), ("2026-11-21T09:30:60Z", "2026-11-21T09:31:00Z"),
    ])
    func readsALeapSecondAsTheNextSecond(leap: String, next: String) throws {
        let nanoseconds = try #require(Instant.nanoseconds(leap))
        #expect(nanoseconds == Instant.nanoseconds(next))
        #expect(Instant.text(nanoseconds, .needed) == next)
    }

    @Test func writesAsManyDecimalsAsAreWanted() {
        let nanoseconds = 1_795_253_400 * Self.second
        #expect(Instant.text(nanoseconds) == "2026-11-21T09:30:00.000000Z")
        #expect(Instant.text(nanoseconds, .needed) == "2026-11-21T09:30:00Z")
        #expect(Instant.text(nanoseconds, .groups) == "2026-11-21T09:30:00Z")
        #expect(Instant.text(nanoseconds + 120_000_000, .needed) == "2026-11-21T09:30:00.12Z")
        #expect(Instant.text(nanoseconds + 120_000_000, .groups) == "2026-11-21T09:30:00.120Z")
        #expect(Instant.text(nanoseconds + 123_456_789) == "2026-11-21T09:30:00.123456Z")
        #expect(Instant.text(nanoseconds + 123_456_789, .needed) == "2026-11-21T09:30:00.123456789Z")
        #expect(Instant.text(-1, .needed) == "1969-12-31T23:59:59.999999999Z")
        #expect(Instant.text(seconds: -62_167_219_200, nanoseconds: 0, .groups) == "0000-01-01T00:00:00Z")
        #expect(Instant.text(seconds: 253_402_300_799, nanoseconds: 0, .groups) == "9999-12-31T23:59:59Z")
    }

    @Test func readsWhatItWrites() {
        var noise = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let nanoseconds = Int64.random(in: -9_223_372_036_000_000_000 ... .max, using: &noise)
            let text = Instant.text(nanoseconds, .needed)
            #expect(Instant.nanoseconds(text) == nanoseconds, "\(text)")
        }
    }
}
