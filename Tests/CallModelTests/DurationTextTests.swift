// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallModel
import Testing

@Suite struct DurationTextTests {
    /// Nothing is rounded up: the text never exceeds the duration.
    @Test(arguments: [
        (0, "0 ns"), (999, "999 ns"), (1_000, "1.00 µs"), (1_999, "1.99 µs"), (99_999, "99.9 µs"),
        (999_999, "999 µs"), (1_000_000, "1.00 ms"), (1_050_000, "1.05 ms"), (12_345_678, "12.3 ms"),
        (1_000_000_000, "1.00 s"), (90_000_000_000, "90.0 s"), (3_600_000_000_000, "3600 s"),
    ])
    func hasThreeDigitsAndAUnit(nanoseconds: UInt64, text: String) {
        #expect(DurationText.short(nanoseconds) == text)
    }
}
