// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A duration is a number of seconds, read exactly.
extension Duration: JSONMakeable {
    private static let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000
    /// Beyond it `components` stops the program.
    private static let secondsLimit = Int128(Int64.max)

    package static func make(from place: JSONPlace) throws(ValueProblem) -> Duration {
        guard place.node.kind == .number else { throw place.mismatch(Duration.self, give: "a number of seconds") }
        do throws(DecimalLiteral.Fault) {
            let attoseconds: Int128 = try DecimalLiteral(place.node.bytes).integer(timesTenTo: 18)
            guard attoseconds.magnitude <= (secondsLimit * attosecondsPerSecond).magnitude else { throw .range }
            return Duration(attoseconds: attoseconds)
        } catch {
            switch error {
            case .fraction: throw place.mismatch(Duration.self, give: "seconds with at most 18 decimals")
            case .range: throw place.mismatch(Duration.self, give: "-\(secondsLimit) to \(secondsLimit) seconds")
            }
        }
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) {
        let (seconds, rest) = attoseconds.magnitude.quotientAndRemainder(
            dividingBy: Self.attosecondsPerSecond.magnitude
        )
        var text = (attoseconds < 0 ? "-" : "") + String(seconds)
        if rest > 0 {
            let digits = String(rest)
            text += "." + String(repeating: "0", count: 18 - digits.count) + digits
            while text.last == "0" { text.removeLast() }
        }
        writer.number(text)
    }
}
