// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// One encoded value without its children, read in place from a record.
struct EncodedValue {
    var tag: ValueTag
    /// Address of the dynamic type's metadata; 0 if it is the static type.
    var type: UInt
    var isCut: Bool
    /// Length or count before truncation, if it was truncated.
    var original: Int
    /// The bytes of a text or a blob; empty for other values.
    var bytes: UnsafeRawBufferPointer
    /// The bits of a number, or the address of an object.
    var bits: UInt64
    /// Position of a text-parsing object.
    var position = TextPosition(line: 0, column: 0)
}

/// A test of a value.
protocol EncodedValueTest {
    mutating func holds(for value: EncodedValue) -> Bool

    // Fast paths of `holds(for:)` for the two most common values, which need no decoding: untruncated texts of static
    // type `String`, and signed integers of the static type.
    mutating func holds(forText text: UnsafeRawBufferPointer) -> Bool
    mutating func holds(forSigned number: Int64) -> Bool
}
