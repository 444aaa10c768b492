// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The table by which calls of a protocol reach one type: where each requirement's code lies.
///
/// Layout: Swift ABI, "Type Metadata", *Protocol Descriptors* and *Protocol Conformance Records*.
struct WitnessTable {
    private let table: UnsafeRawPointer

    /// The table at an address taken from an existential.
    init?(at address: UInt) {
        guard let table = UnsafeRawPointer(bitPattern: address) else { return nil }
        self.table = table
    }

    /// The code of all methods and accessors, those of the protocols that this one refines included.
    var code: [UInt] { code(depth: 0) }

    private func code(depth: Int) -> [UInt] {
        let descriptor = protocolDescriptor
        let signatureCount = Int(descriptor.load(fromByteOffset: Layout.signatureCount, as: UInt32.self))
        let count = Int(descriptor.load(fromByteOffset: Layout.requirementCount, as: UInt32.self))
        let requirements = descriptor + Layout.signature + Layout.signatureStride * signatureCount
        var result: [UInt] = []
        for index in 0..<count {
            let flags = requirements.load(fromByteOffset: Layout.requirementStride * index, as: UInt32.self)
            // The first word is the conformance.
            let entry = table.load(fromByteOffset: MemoryLayout<UInt>.stride * (index + 1), as: UInt.self)
            guard entry != 0 else { continue }
            switch RequirementKind(rawValue: flags & RequirementKind.mask) {
            case .baseProtocol:
                guard depth < 16, let base = WitnessTable(at: entry) else { continue }
                result += base.code(depth: depth + 1)
            case .method, .getter, .setter:
                result.append(flags & RequirementKind.asyncFlag == 0 ? entry : Self.asyncCode(entry))
            case nil: continue
            }
        }
        return result
    }

    private var protocolDescriptor: UnsafeRawPointer {
        let conformance = table.load(as: UnsafeRawPointer.self)
        let offset = conformance.load(as: Int32.self)
        let address = conformance + Int(offset & ~1)
        return offset & 1 == 0 ? address : address.load(as: UnsafeRawPointer.self)
    }

    /// An async requirement has a record in the table, which begins with the distance to its code.
    private static func asyncCode(_ record: UInt) -> UInt {
        guard let record = UnsafeRawPointer(bitPattern: record) else { return 0 }
        return UInt(bitPattern: record + Int(record.load(as: Int32.self)))
    }

    /// Kinds of requirements that are looked at; the others are initialisers, coroutines and types.
    private enum RequirementKind: UInt32 {
        case baseProtocol = 0
        case method = 1
        case getter = 3
        case setter = 4

        /// The bits of a requirement's flags that hold its kind, and the one that an async requirement has.
        static let mask: UInt32 = 0xF
        static let asyncFlag: UInt32 = 0x20
    }

    /// Where things lie in a protocol descriptor, in bytes.
    private enum Layout {
        static let signatureCount = 12
        static let requirementCount = 16
        /// The requirements of the signature, behind which the protocol's own lie.
        static let signature = 24
        static let signatureStride = 12
        static let requirementStride = 8
    }
}

extension WitnessTable {
    /// The tables in an existential: of a class, behind the object; of any type, behind three words of value and one of
    /// its type.
    static func addresses<Delegate>(of delegate: Delegate) -> [UInt] {
        let words = withUnsafeBytes(of: delegate) { bytes in
            bytes.count % 8 == 0 ? Array(bytes.bindMemory(to: UInt.self)) : []
        }
        guard words.count > 1 else { return [] }
        let dynamicType: Any.Type = type(of: delegate as Any)
        if dynamicType is AnyClass, words[0] == UInt(bitPattern: ObjectIdentifier(delegate as AnyObject)) {
            return Delegate.self is AnyClass ? [] : Array(words.dropFirst())
        }
        guard words.count > 4, words[3] == UInt(bitPattern: ObjectIdentifier(dynamicType)),
            dynamicType != Delegate.self
        else { return [] }
        return Array(words.dropFirst(4))
    }
}
