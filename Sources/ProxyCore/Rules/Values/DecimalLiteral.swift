// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A JSON number (RFC 8259, section 6), read exactly.
struct DecimalLiteral {
    /// Why a number is no integer of a type.
    enum Fault: Error {
        case fraction, range
    }

    /// More digits than any integer type has.
    private static let digitLimit = 64

    private var isNegative = false
    /// The digits from the first to the last that isn't 0.
    private var digits: [UInt8] = []
    /// Power of ten of the last digit.
    private var scale = 0
    private var hasTooManyDigits = false

    var isZero: Bool { digits.isEmpty }

    /// - Parameter bytes: A number of a text that was parsed.
    init(_ bytes: UnsafeRawBufferPointer) {
        /// Zeros of which it isn't known yet whether another digit follows.
        var zeros = 0
        var fractionCount = 0
        var isFraction = false
        var place = 0
        scan: while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"): break scan
            case UInt8(ascii: "0"):
                zeros += digits.isEmpty ? 0 : 1
                fractionCount += isFraction ? 1 : 0
            default:
                append(byte - UInt8(ascii: "0"), after: zeros)
                zeros = 0
                fractionCount += isFraction ? 1 : 0
            }
        }
        scale = zeros - fractionCount + Self.exponent(UnsafeRawBufferPointer(rebasing: bytes[place...]))
    }

    private mutating func append(_ digit: UInt8, after zeros: Int) {
        guard digits.count + zeros < Self.digitLimit else { return hasTooManyDigits = true }
        digits.append(contentsOf: repeatElement(0, count: zeros))
        digits.append(digit)
    }

    /// The exponent, or one that is as much too large.
    private static func exponent(_ bytes: UnsafeRawBufferPointer) -> Int {
        var exponent = 0
        for byte in bytes where (0x30...0x39).contains(byte) && exponent < 1_000_000_000 {
            exponent = exponent * 10 + Int(byte - 0x30)
        }
        return bytes.first == UInt8(ascii: "-") ? -exponent : exponent
    }

    /// Whether both are the same number, whatever their form: `1.50` and `15e-1`. False for very long ones.
    func isSame(as other: DecimalLiteral) -> Bool {
        guard !hasTooManyDigits, !other.hasTooManyDigits else { return false }
        if isZero || other.isZero { return isZero == other.isZero }
        return digits == other.digits && scale == other.scale && isNegative == other.isNegative
    }

    /// The number times a power of ten.
    func integer<Number: FixedWidthInteger>(
        _ type: Number.Type = Number.self,
        timesTenTo power: Int = 0
    ) throws(Fault) -> Number {
        guard !isZero else { return 0 }
        let scale = scale + power
        if scale < 0 { throw .fraction }
        guard !hasTooManyDigits, digits.count + scale <= Self.digitLimit, !isNegative || Number.isSigned else {
            throw .range
        }
        var number: Number = 0
        for place in 0..<(digits.count + scale) {
            let digit = Number(place < digits.count ? digits[place] : 0)
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflow) =
                isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            if isTooLarge || overflow { throw .range }
            number = sum
        }
        return number
    }
}

extension JSONPlace {
    /// Whether the value is exactly a number, given as text in the form of JSON.
    package func isNumber(_ text: String) -> Bool {
        var text = text
        guard node.kind == .number else { return false }
        return text.withUTF8 { DecimalLiteral(node.bytes).isSame(as: DecimalLiteral(UnsafeRawBufferPointer($0))) }
    }
}
