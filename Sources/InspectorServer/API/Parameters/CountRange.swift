// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How many there should be: `3`, `=3`, `>=3`, `>3`, `<=3`, `<3`, or `2..4`.
struct CountRange: Sendable, Hashable, CustomStringConvertible {
    let lowest: Int
    /// Nil when there may be any number.
    let highest: Int?

    /// Reads a range; nil when it is none, or when no number lies in it.
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

    /// Numbers of up to nine digits: more cannot be stored, and nothing overflows.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    func contains(_ count: Int) -> Bool { count >= lowest && count <= highest ?? .max }

    /// Whether more of them cannot change the answer any more: it is yes for ever, or no for ever.
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
