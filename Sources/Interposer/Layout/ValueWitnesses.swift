// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What the runtime knows of the values of a type.
///
/// Layout: swift/ABI/ValueWitness.def; flags: swift/ABI/MetadataValues.h, `TargetValueWitnessFlags`.
struct ValueWitnesses {
    /// The address of the witnesses.
    let table: UnsafeRawPointer
    let size: Int
    /// Number of bit patterns that no value has.
    let extraInhabitantCount: UInt32
    private let flags: UInt32

    init(_ metadata: TypeMetadata) {
        table = (metadata.address - Layout.tableBeforeMetadata).load(as: UnsafeRawPointer.self)
        size = table.load(fromByteOffset: Layout.size, as: Int.self)
        flags = table.load(fromByteOffset: Layout.flags, as: UInt32.self)
        extraInhabitantCount = table.load(fromByteOffset: Layout.extraInhabitants, as: UInt32.self)
    }

    init(_ type: Any.Type) {
        self.init(TypeMetadata(type))
    }

    /// The alignment, less one.
    var alignmentMask: Int { Int(flags & 0xFF) }
    /// Whether copies of a value need no counting of references.
    var isPlain: Bool { flags & 0x1_0000 == 0 }
    /// Whether a value may be moved as bytes. Others always stay in memory.
    var isBitwiseTakable: Bool { flags & 0x10_0000 == 0 }
    /// Whether the runtime is still computing the layout.
    var isIncomplete: Bool { flags & 0x40_0000 != 0 }
    var isCopyable: Bool { flags & 0x80_0000 == 0 }
    /// Whether values are borrowed by their address, such as an `Atomic`.
    var isBorrowedByAddress: Bool { flags & 0x100_0000 != 0 }

    /// The first offset that is not below `offset` and aligned for the type.
    func aligned(_ offset: Int) -> Int { (offset + alignmentMask) & ~alignmentMask }

    private enum Layout {
        static let tableBeforeMetadata = 8
        /// Behind eight functions.
        static let size = 64
        static let flags = 80
        static let extraInhabitants = 84
    }
}
