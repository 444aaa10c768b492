// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An expected count: `3`, `=3`, `>=3`, `>3`, `<=3`, `<3`, or `2..4`.
struct CountRange: Sendable, Hashable, CustomStringConvertible {
    let lowest: Int
    /// Nil for no upper bound.
    let highest: Int?

    /// Parses a range; nil if the text is not a range, or if the range is empty.
    init?(_ text: String) {
        let compact = text.filter { $0 != " " }
        if let dots = compact.firstRange(of: "..") {
            guard let low = Self.number(compact[..<dots.lowerBound]),
                let high = Self.number(compact[dots.upperBound...]),
                low <= high
            else { return nil }
            (lowest, highest) = (low, high)
            return
        }
        let sign = compact.prefix { "<>=".contains($0) }
        guard let number = Self.number(compact.dropFirst(sign.count)) else { return nil }
        switch sign {
        case "", "=", "==": (lowest, highest) = (number, number)
        case ">=": (lowest, highest) = (number, nil)
        case ">": (lowest, highest) = (number + 1, nil)
        case "<=": (lowest, highest) = (0, number)
        case "<" where number > 0: (lowest, highest) = (0, number - 1)
        default: return nil
        }
    }

    /// Numbers have at most nine digits, so nothing overflows.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    func contains(_ count: Int) -> Bool { count >= lowest && count <= highest ?? .max }

    /// Whether higher counts can no longer change the result.
    func isDecided(at count: Int) -> Bool { highest.map { count > $0 } ?? (count >= lowest) }

    /// The range in words: `at least 3`.
    var description: String {
        switch highest {
        case nil: "at least \(lowest)"
        case lowest: "exactly \(lowest)"
        case let highest? where lowest == 0: "at most \(highest)"
        case let highest?: "\(lowest) to \(highest)"
        }
    }
}
