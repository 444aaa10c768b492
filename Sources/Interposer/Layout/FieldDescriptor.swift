// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The declarations of a type's stored properties or cases.
///
/// Layout: swift/RemoteInspection/Records.h, `FieldDescriptor` and `FieldRecord`.
struct FieldDescriptor {
    private let address: UnsafeRawPointer

    init(at address: UnsafeRawPointer) {
        self.address = address
    }

    var count: Int { Int(address.load(fromByteOffset: Layout.count, as: UInt32.self)) }

    /// The field with an index below `count`.
    subscript(index: Int) -> Field {
        let stride = Int(address.load(fromByteOffset: Layout.recordSize, as: UInt16.self))
        let record = address + Layout.records + stride * index
        return Field(
            isIndirect: record.load(as: UInt32.self) & Layout.indirectFlag != 0,
            typeName: Relative.direct(record + Layout.typeName).map(MangledName.init)
        )
    }

    struct Field {
        /// Whether the case keeps its payload in a box.
        let isIndirect: Bool
        /// The type; nil for a case without a payload.
        let typeName: MangledName?
    }

    private enum Layout {
        static let recordSize = 10
        static let count = 12
        static let records = 16
        /// In a record.
        static let indirectFlag: UInt32 = 1
        static let typeName = 4
    }
}

/// The mangled name of a type, in which references to other metadata are embedded.
///
/// - SeeAlso: swift/docs/ABI/Mangling.rst, *Symbolic references*.
struct MangledName {
    let start: UnsafePointer<UInt8>
    let length: Int

    init(at start: UnsafeRawPointer) {
        let bytes = start.assumingMemoryBound(to: UInt8.self)
        var length = 0
        while bytes[length] != 0 {
            // A relative reference has four bytes, an absolute one eight, and either may have zeros in it.
            switch bytes[length] {
            case 0x01...0x17: length += 1 + MemoryLayout<Int32>.size
            case 0x18...0x1F: length += 1 + MemoryLayout<UInt>.size
            default: length += 1
            }
        }
        self.start = bytes
        self.length = length
    }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: length) }

    /// Whether the name ends with the operator of a weak reference.
    var isWeak: Bool {
        length >= 2 && bytes[length - 2] == UInt8(ascii: "X") && bytes[length - 1] == UInt8(ascii: "w")
    }
}
