// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// One encoded value without its children, as it lies in a record: nothing is copied.
struct EncodedValue {
    var tag: ValueTag
    /// Address of the dynamic type's metadata, 0 when it is the static type.
    var type: UInt
    var isCut: Bool
    /// Length or count before the cut, when it was cut.
    var original: Int
    /// The bytes of a text or a blob; empty for other values.
    var bytes: UnsafeRawBufferPointer
    /// The bits of a number, or the address of an object.
    var bits: UInt64
    /// Where an object that reads a text is.
    var position = TextPosition(line: 0, column: 0)
}

/// Asks something of a value.
protocol EncodedValueTest {
    mutating func holds(for value: EncodedValue) -> Bool

    // What `holds(for:)` says of the two commonest values, without taking them apart: texts of the static type
    // `String` that were not cut, and signed integers of the static type.
    mutating func holds(forText text: UnsafeRawBufferPointer) -> Bool
    mutating func holds(forSigned number: Int64) -> Bool
}
