// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Parses whole decimal numbers.
package enum DecimalDigits {
    /// - Returns: nil unless the text is digits with an optional leading minus, and for numbers that do not fit.
    @inlinable
    package static func integer<Number: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer) -> Number? {
        let isNegative = bytes.first == UInt8(ascii: "-")
        guard bytes.count > (isNegative ? 1 : 0), !isNegative || Number.isSigned else { return nil }
        var number: Number = 0
        for byte in bytes.dropFirst(isNegative ? 1 : 0) {
            guard (0x30...0x39).contains(byte) else { return nil }
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let digit = Number(truncatingIfNeeded: byte - 0x30)
            let (sum, overflow) =
                isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            if isTooLarge || overflow { return nil }
            number = sum
        }
        return number
    }
}
