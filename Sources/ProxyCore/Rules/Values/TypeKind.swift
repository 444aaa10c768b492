// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The kinds of types that conform to no protocol of ours, and enumerations.
enum TypeKind {
    case enumeration, tuple, function, existential, metatype, other

    /// Reads the first word of the type's metadata (Swift ABI, "Type Metadata: Kinds"). Classes have a pointer there.
    init(_ type: Any.Type) {
        self =
            switch unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee {
            case 0x201, 0x202: .enumeration
            case 0x301: .tuple
            case 0x302: .function
            case 0x303, 0x307: .existential
            case 0x304, 0x306: .metatype
            default: .other
            }
    }
}
