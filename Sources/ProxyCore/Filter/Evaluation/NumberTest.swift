// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Compares numbers. Integers are checked against a precomputed range.
struct NumberTest: EncodedValueTest {
    private let comparison: FilterComparison
    private let ofFloats: FilterComparison
    private let signed: ClosedRange<Int64>?
    private let unsigned: ClosedRange<UInt64>?

    init(_ comparison: FilterComparison) {
        self.comparison = comparison
        ofFloats = comparison.roundedToFloat
        signed = comparison.integers()
        unsigned = comparison.integers()
    }

    init(equalTo number: FilterNumber) { self.init(.equal(FilterQuantity(number))) }

    func holds(forText text: UnsafeRawBufferPointer) -> Bool { false }

    @inline(__always)
    func holds(forSigned number: Int64) -> Bool { signed?.contains(number) ?? false }

    func holds(for value: EncodedValue) -> Bool {
        switch value.tag {
        case .signed: holds(forSigned: Int64(bitPattern: value.bits))
        case .unsigned: unsigned?.contains(value.bits) ?? false
        case .float: value.number.map(ofFloats.holds) ?? false
        case .double: value.number.map(comparison.holds) ?? false
        default: false
        }
    }
}

extension EncodedValue {
    /// The value as a number, for comparing; nil for other values.
    var number: FilterNumber? {
        switch tag {
        case .signed: .integer(Int128(Int64(bitPattern: bits)))
        case .unsigned: .integer(Int128(bits))
        case .float: .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
        case .double: .real(Double(bitPattern: bits))
        default: nil
        }
    }
}
