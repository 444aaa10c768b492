// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The metadata of a type.
///
/// Layout: swift/ABI/Metadata.h, `TargetMetadata` and its subclasses. Metadata is trusted as the runtime trusts it.
struct TypeMetadata {
    let address: UnsafeRawPointer

    init(_ type: Any.Type) {
        address = unsafeBitCast(type, to: UnsafeRawPointer.self)
    }

    /// What a type is (`MetadataKind`).
    enum Kind {
        case structure, enumeration, tuple, function, existential, metatype, existentialMetatype, extendedExistential
        case object
        case other(Int)
    }

    /// Whether metadata with this first word is that of a class.
    static func isClass(kind: UInt) -> Bool { kind == 0 || kind >= UInt(firstAddress) }

    /// Places in the metadata of a class (`TargetClassMetadata`, without Objective-C), and that of the descriptor in the
    /// metadata of other types.
    static let superclassOffset = 8
    static let classDescriptorOffset = 40
    static let descriptorOffset = 8

    var kind: Kind {
        switch word(at: 0) {
        case 0x200: .structure
        case 0x201, 0x202: .enumeration
        case 0x301: .tuple
        case 0x302: .function
        case 0x303: .existential
        case 0x304: .metatype
        case 0x306: .existentialMetatype
        case 0x307: .extendedExistential
        case 0, Self.firstAddress...: .object
        case let other: .other(other)
        }
    }

    /// Classes have a kind of 0, or the address of another class (`LastEnumeratedMetadataKind`).
    private static let firstAddress = 0x800

    /// The type that a word of the metadata refers to.
    func type(at offset: Int) -> Any.Type? {
        address.load(fromByteOffset: offset, as: UnsafeRawPointer?.self).map(Self.type)
    }

    static func type(at metadata: UnsafeRawPointer) -> Any.Type {
        unsafeBitCast(metadata, to: Any.Type.self)
    }

    func word(at offset: Int) -> Int { address.load(fromByteOffset: offset, as: Int.self) }

    func half(at offset: Int) -> UInt32 { address.load(fromByteOffset: offset, as: UInt32.self) }
}

extension TypeMetadata {
    /// The descriptor of a struct or enum.
    var descriptor: TypeDescriptor? {
        address.load(fromByteOffset: Self.descriptorOffset, as: UnsafeRawPointer?.self).map(TypeDescriptor.init)
    }

    /// The first generic argument of a struct or enum that has one.
    var firstGenericArgument: Any.Type? { type(at: Self.genericArgumentsOffset) }

    /// The generic arguments of a struct or enum, if it has any.
    var genericArguments: UnsafeRawPointer { address + Self.genericArgumentsOffset }

    /// `TargetValueMetadata`.
    private static let genericArgumentsOffset = 16
}

extension TypeMetadata {
    /// The elements of a tuple, and where they are in it.
    var tupleElements: [(type: Any.Type, offset: Int)] {
        let count = min(word(at: Tuple.count), Tuple.countLimit)
        return (0..<max(count, 0)).compactMap { index in
            let element = Tuple.elements + Tuple.stride * index
            return type(at: element).map { ($0, Int(half(at: element + Tuple.offset))) }
        }
    }

    /// `TargetTupleTypeMetadata`.
    private enum Tuple {
        static let count = 8
        static let elements = 24
        static let stride = 16
        /// In an element: 32 bits wide outside of Apple's systems.
        static let offset = 8
        static let countLimit = 4096
    }
}

extension TypeMetadata {
    /// The type whose metatype this is (`TargetMetatypeMetadata`).
    var instanceType: Any.Type? { type(at: Self.instanceTypeOffset) }

    private static let instanceTypeOffset = 8
}

extension TypeMetadata {
    /// Words in a function of a type; nil if that isn't known.
    var functionWordCount: Int? {
        let flags = UInt(bitPattern: word(at: Function.flags))
        guard flags & Function.differentiable == 0 else { return nil }
        return switch (flags & Function.conventionMask) >> Function.conventionShift {
        case Function.swift: 2
        case Function.thin, Function.c: 1
        default: nil
        }
    }

    /// `TargetFunctionTypeFlags`.
    private enum Function {
        static let flags = 8
        static let conventionMask: UInt = 0xFF_0000
        static let conventionShift: UInt = 16
        static let differentiable: UInt = 0x800_0000
        static let swift: UInt = 0
        static let thin: UInt = 2
        static let c: UInt = 3
    }
}

extension TypeMetadata {
    /// How an existential holds its value.
    enum Container {
        /// Three words, then type and tables.
        case opaque
        /// One reference, then tables.
        case object
        /// `any Error`: one reference.
        case error
        case unknown
    }

    var existentialContainer: Container {
        let flags = half(at: Existential.flags)
        if (flags & Existential.specialMask) >> Existential.specialShift == Existential.error { return .error }
        return flags & Existential.isOpaque == 0 ? .object : .opaque
    }

    /// Number of witness tables in an existential. Marker protocols have none.
    var existentialTableCount: Int { Int(half(at: Existential.flags) & Existential.tableCountMask) }

    /// The container of a constrained existential, such as `any Collection<Int>`.
    var extendedExistentialContainer: Container {
        guard let shape = address.load(fromByteOffset: Existential.shape, as: UnsafeRawPointer?.self) else {
            return .unknown
        }
        return switch shape.load(as: UInt32.self) & Existential.shapeKindMask {
        case Existential.opaqueShape: .opaque
        // A metatype is a word of type and then tables, as an object is.
        case Existential.objectShape, Existential.metatypeShape: .object
        default: .unknown
        }
    }

    /// `ExistentialTypeFlags` and `ExtendedExistentialTypeShapeFlags`.
    private enum Existential {
        static let flags = 8
        static let isOpaque: UInt32 = 0x8000_0000
        static let tableCountMask: UInt32 = 0xFF_FFFF
        static let specialMask: UInt32 = 0x3F00_0000
        static let specialShift: UInt32 = 24
        static let error: UInt32 = 1
        static let shape = 8
        static let shapeKindMask: UInt32 = 0xFF
        static let opaqueShape: UInt32 = 0
        static let objectShape: UInt32 = 1
        static let metatypeShape: UInt32 = 2
    }
}
