// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A number in a filter or a record. Integers beyond 2^53 stay exact.
package enum FilterNumber: Hashable, Sendable, CustomStringConvertible {
    case integer(Int128)
    /// A floating-point number; always finite in a filter.
    case real(Double)

    /// Parses decimal digits with an optional sign, fraction and exponent; nil for other texts, and for infinity.
    package init?(_ text: some StringProtocol) {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard let first = digits.utf8.first, (0x30...0x39).contains(first) else { return nil }
        if let integer = Int128(String(text)) {
            self = .integer(integer)
        } else if Self.isDecimal(digits), let real = Double(String(text)), real.isFinite {
            self = .real(real)
        } else {
            return nil
        }
    }

    /// Excludes other forms that `Double` accepts: hexadecimal digits and the names of infinity.
    private static func isDecimal(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }
            && !text.hasSuffix(".")
    }

    package var description: String {
        switch self {
        case .integer(let integer): integer.description
        case .real(let real): real.description
        }
    }

    /// Compares two numbers; nil if either is NaN.
    func compared(to other: FilterNumber) -> (isLess: Bool, isEqual: Bool)? {
        if let left = exactInteger, let right = other.exactInteger { return (left < right, left == right) }
        let (left, right) = (asDouble, other.asDouble)
        if left.isNaN || right.isNaN { return nil }
        return (left < right, left == right)
    }

    /// The nearest number of a `Float`, which is shown with fewer digits than a `Double`: 0.1 finds the `Float` 0.1.
    ///
    /// A number beyond those of a `Float` stays as it is.
    var roundedToFloat: FilterNumber {
        let float = Float(asDouble)
        return float.isFinite && (float != 0 || asDouble == 0) ? .real(Double(float)) : self
    }

    func isEqual(to other: FilterNumber) -> Bool { compared(to: other)?.isEqual == true }

    private var exactInteger: Int128? {
        switch self {
        case .integer(let integer): integer
        case .real(let real): Int128(exactly: real)
        }
    }

    var asDouble: Double {
        switch self {
        case .integer(let integer): Double(integer)
        case .real(let real): real
        }
    }
}
