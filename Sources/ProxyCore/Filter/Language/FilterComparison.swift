// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A condition on a number.
package enum FilterComparison: Hashable, Sendable {
    case less(FilterQuantity)
    case atMost(FilterQuantity)
    case more(FilterQuantity)
    case atLeast(FilterQuantity)
    case equal(FilterQuantity)
    /// A range that includes both bounds.
    case range(FilterQuantity, FilterQuantity)

    /// Whether a number passes.
    func holds(for number: FilterNumber) -> Bool {
        func compare(_ bound: FilterQuantity, _ test: ((isLess: Bool, isEqual: Bool)) -> Bool) -> Bool {
            number.compared(to: bound.value).map(test) ?? false
        }
        return switch self {
        case .less(let bound): compare(bound) { $0.isLess }
        case .atMost(let bound): compare(bound) { $0.isLess || $0.isEqual }
        case .more(let bound): compare(bound) { !$0.isLess && !$0.isEqual }
        case .atLeast(let bound): compare(bound) { !$0.isLess }
        case .equal(let bound): compare(bound) { $0.isEqual }
        case .range(let low, let high): compare(low) { !$0.isLess } && compare(high) { $0.isLess || $0.isEqual }
        }
    }

    /// The comparison with a `Float`.
    var roundedToFloat: FilterComparison {
        func rounded(_ bound: FilterQuantity) -> FilterQuantity { FilterQuantity(bound.value.roundedToFloat) }
        return switch self {
        case .less(let bound): .less(rounded(bound))
        case .atMost(let bound): .atMost(rounded(bound))
        case .more(let bound): .more(rounded(bound))
        case .atLeast(let bound): .atLeast(rounded(bound))
        case .equal(let bound): .equal(rounded(bound))
        case .range(let low, let high): .range(rounded(low), rounded(high))
        }
    }

    /// The unsigned 64-bit numbers that pass; nil when none does.
    var interval: ClosedRange<UInt64>? { integers() }

    /// The integers of a type of at most 64 bits that pass; nil when none does.
    func integers<Integer: FixedWidthInteger>(_: Integer.Type = Integer.self) -> ClosedRange<Integer>? {
        let (low, high): (Int128, Int128) =
            switch self {
            case .less(let bound): (.min, Self.ceiling(bound) - 1)
            case .atMost(let bound): (.min, Self.floor(bound))
            case .more(let bound): (Self.floor(bound) + 1, .max)
            case .atLeast(let bound): (Self.ceiling(bound), .max)
            case .equal(let bound): (Self.ceiling(bound), Self.floor(bound))
            case .range(let low, let high): (Self.ceiling(low), Self.floor(high))
            }
        let first = max(low, Int128(Integer.min))
        let last = min(high, Int128(Integer.max))
        return first <= last ? Integer(first)...Integer(last) : nil
    }

    private static func floor(_ bound: FilterQuantity) -> Int128 { whole(bound.value, .down) }
    private static func ceiling(_ bound: FilterQuantity) -> Int128 { whole(bound.value, .up) }

    /// Clamps to ±2^100, far outside the range of 64-bit integers.
    private static func whole(_ number: FilterNumber, _ rule: FloatingPointRoundingRule) -> Int128 {
        let edge = Int128(1) << 100
        switch number {
        case .integer(let integer): return min(max(integer, -edge), edge)
        case .real(let real):
            guard let integer = Int128(exactly: real.rounded(rule)) else { return real < 0 ? -edge : edge }
            return min(max(integer, -edge), edge)
        }
    }
}

extension FilterComparison {
    /// Parses a number, or two with `..` between them.
    ///
    /// - Parameter sign: The sign before it: `>`, `>=`, `<`, `<=` or `=`. Nil means `=`.
    init?(_ text: String, sign: String?, scale: FilterScale) {
        let bounds = Self.bounds(of: text)
        if bounds.count == 2, sign == nil {
            guard let low = FilterQuantity(bounds[0], scale: scale), let high = FilterQuantity(bounds[1], scale: scale)
            else { return nil }
            self = .range(low, high)
            return
        }
        guard let quantity = FilterQuantity(text, scale: scale) else { return nil }
        switch sign {
        case ">": self = .more(quantity)
        case ">=": self = .atLeast(quantity)
        case "<": self = .less(quantity)
        case "<=": self = .atMost(quantity)
        default: self = .equal(quantity)
        }
    }

    static func isRange(_ text: String, _ scale: FilterScale) -> Bool {
        if case .range = FilterComparison(text, sign: nil, scale: scale) { true } else { false }
    }

    /// The texts on both sides of the first `..`; only the text itself if there is none.
    static func bounds(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count > 2,
            let place = (1..<(scalars.count - 1)).first(where: { scalars[$0] == "." && scalars[$0 + 1] == "." })
        else { return [text] }
        return [scalars[..<place], scalars[(place + 2)...]].map { String(String.UnicodeScalarView($0)) }
    }
}
