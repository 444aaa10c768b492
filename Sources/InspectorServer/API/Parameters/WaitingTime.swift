// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A duration in a query: `2s`, `500ms`, `1.5s`, or `0`.
enum WaitingTime {
    /// Maximum time for which a request may wait.
    static let limit = Duration.seconds(60)

    /// Nil if the text is not a duration, or exceeds the limit.
    static func parse(_ text: String) -> Duration? {
        if text == "0" { return .zero }
        let units: [(String, Double)] = [("ms", 0.001), ("s", 1)]
        for (unit, seconds) in units where text.hasSuffix(unit) {
            let digits = text.dropLast(unit.count)
            let isPlain = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
            guard isPlain, let number = Double(digits), number * seconds <= 60 else { return nil }
            return .seconds(number * seconds)
        }
        return nil
    }

    /// Readable text: `500 ms` or `2.0 s`.
    static func text(_ duration: Duration) -> String {
        duration < .seconds(1) ? "\(duration.milliseconds) ms" : "\(Double(duration.milliseconds) / 1_000) s"
    }
}
