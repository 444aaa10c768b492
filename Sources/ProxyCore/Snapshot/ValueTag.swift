// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The first byte of an encoded value.
///
/// An encoded value is, in this order and without padding:
/// 1. one byte: a tag in the low five bits, and three flags;
/// 2. with `typed`: 8 bytes, the address of the dynamic type's metadata;
/// 3. with `cut`: 1 byte `TruncationReason`, then the original length or count as a variable-length integer;
/// 4. with `labelled`: length and UTF-8 bytes of the label;
/// 5. the payload, by tag.
///
/// Variable-length integers have seven bits a byte, least significant first, the top bit set on all but the last.
package enum ValueTag: UInt8 {
    /// No payload.
    case absent
    /// 1 byte.
    case bool
    /// 8 bytes, two's complement, little endian.
    case signed
    /// 8 bytes, little endian.
    case unsigned
    /// 4 bytes, IEEE 754.
    case float
    /// 8 bytes, IEEE 754.
    case double
    /// Length, then UTF-8 bytes.
    case string
    /// Length, then the recorded bytes, then 8 bytes of `ByteHash` over at most the first and last 64 KiB of the original.
    case bytes
    /// Total count as variable-length integer, 2 bytes number of recorded children, then the children.
    case list
    /// Same as `list`, with alternating keys and values.
    case map
    /// 2 bytes number of children, then the children.
    case structure
    /// Length and UTF-8 of the case name, 2 bytes number of children, then the children.
    case enumeration
    /// Same as `structure`.
    case tuple
    /// 8 bytes: the address, used only for identity.
    case object
    /// No payload.
    case function
    /// Length and UTF-8 bytes of the rule that hides the value.
    case redacted
    /// Length and UTF-8 bytes of the text from the value's own description.
    case described
    /// A text, as in `described`, then 2 bytes number of parts, 2 bytes number of recorded parts, then the parts.
    case portrayed
    /// 8 bytes: the address of an object, then the same as `portrayed`.
    case portrayedObject
    /// 8 bytes: the address of an object that parses a text, then 4 bytes each: its current line and column.
    case positioned
    /// An error: same as `enumeration`, with 2 more bytes before the number of children: the number of payload
    /// children.
    case errorCase
    /// An error: same as `structure`, with 2 more bytes before the number of children: the number of fields.
    case errorStructure

    /// The kind of a value with this tag.
    package var kind: RecordedValue.Kind {
        switch self {
        case .absent: .nil
        case .bool, .signed, .unsigned, .float, .double: .scalar
        case .string: .string
        case .bytes: .bytes
        case .list: .list
        case .map: .map
        case .structure, .described, .portrayed, .errorStructure: .struct
        case .enumeration, .errorCase: .enum
        case .tuple: .tuple
        case .object, .portrayedObject, .positioned: .object
        case .function: .function
        case .redacted: .redacted
        }
    }

    /// Whether encoded values follow as part of the value.
    var hasChildren: Bool {
        switch self {
        case .list, .map, .structure, .enumeration, .tuple, .portrayed, .portrayedObject, .errorCase, .errorStructure:
            true
        case .absent, .bool, .signed, .unsigned, .float, .double, .string, .bytes, .object, .function, .redacted,
            .described, .positioned:
            false
        }
    }

    static let tagMask: UInt8 = 0x1F
    static let typed: UInt8 = 0x20
    static let cut: UInt8 = 0x40
    static let labelled: UInt8 = 0x80
}
