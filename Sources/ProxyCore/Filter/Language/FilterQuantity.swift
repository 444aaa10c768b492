// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A number with its unit, as written.
package struct FilterQuantity: Hashable, Sendable, CustomStringConvertible {
    package var number: FilterNumber
    /// Canonical name of the unit; empty for a plain number.
    package var unit: String
    /// The unit in nanoseconds or bytes; 1 for a plain number.
    private let factor: Int128

    /// Creates a number without a unit.
    init(_ number: FilterNumber) { (self.number, unit, factor) = (number, "", 1) }

    /// Parses a number and its unit.
    ///
    /// - Returns: nil if it is not a number, or if the scale has units and the unit is not one of them.
    init?(_ text: String, scale: FilterScale) {
        let digits = text.prefix { $0.isNumber || "+-.".contains($0) || ($0 == "e" || $0 == "E") }
        guard let number = FilterNumber(digits) else { return nil }
        self.number = number
        let name = String(text[digits.endIndex...])
        if case .plain = scale {
            guard name.isEmpty else { return nil }
            (unit, factor) = ("", 1)
        } else {
            guard let known = scale.unit(named: name) else { return nil }
            (unit, factor) = known
        }
    }

    /// Parses a number with a unit of time or of bytes, or without a unit.
    package init?(reading text: String) {
        for scale in [FilterScale.plain, .time, .bytes] {
            guard let quantity = FilterQuantity(text, scale: scale) else { continue }
            self = quantity
            return
        }
        return nil
    }

    package var description: String { "\(number)\(unit)" }

    /// The number in nanoseconds or bytes, or the plain number.
    var value: FilterNumber {
        if factor == 1 { return number }
        switch number {
        case .integer(let integer):
            let (product, overflow) = integer.multipliedReportingOverflow(by: factor)
            return overflow ? .real(Double(integer) * Double(factor)) : .integer(product)
        case .real(let real):
            // 0.57us should be exactly 570 ns, but binary fractions miss that slightly.
            let product = real * Double(factor)
            let whole = product.rounded()
            return .real(abs(product - whole) <= abs(whole) * 1e-12 ? whole : product)
        }
    }
}
