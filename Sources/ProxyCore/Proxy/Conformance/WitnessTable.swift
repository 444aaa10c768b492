// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A witness table: the address of the code for each requirement of a protocol in one conforming type.
///
/// Layout: Swift ABI, "Type Metadata", *Protocol Descriptors* and *Protocol Conformance Records*.
struct WitnessTable {
    private let table: UnsafeRawPointer

    /// The witness table at an address taken from an existential.
    init?(at address: UInt) {
        guard let table = UnsafeRawPointer(bitPattern: address) else { return nil }
        self.table = table
    }

    /// The code of the protocol's own methods and accessors.
    var code: [UInt] {
        entries.compactMap { entry in
            switch RequirementKind(rawValue: entry.flags & RequirementKind.mask) {
            case .method, .getter, .setter:
                entry.flags & RequirementKind.asyncFlag == 0 ? entry.word : Self.asyncCode(entry.word)
            case .baseProtocol, nil: nil
            }
        }
    }

    /// The addresses of the witness tables of the protocols that the protocol refines.
    var bases: [UInt] {
        entries.compactMap { entry in
            entry.flags & RequirementKind.mask == RequirementKind.baseProtocol.rawValue ? entry.word : nil
        }
    }

    /// The flags of each requirement and the word that the table has for it, without the empty ones.
    private var entries: [(flags: UInt32, word: UInt)] {
        let descriptor = protocolDescriptor
        let signatureCount = Int(descriptor.load(fromByteOffset: Layout.signatureCount, as: UInt32.self))
        let count = Int(descriptor.load(fromByteOffset: Layout.requirementCount, as: UInt32.self))
        let requirements = descriptor + Layout.signature + Layout.signatureStride * signatureCount
        return (0..<count).compactMap { index in
            let flags = requirements.load(fromByteOffset: Layout.requirementStride * index, as: UInt32.self)
            // The first word is the conformance.
            let word = table.load(fromByteOffset: MemoryLayout<UInt>.stride * (index + 1), as: UInt.self)
            return word == 0 ? nil : (flags, word)
        }
    }

    private var protocolDescriptor: UnsafeRawPointer {
        let conformance = table.load(as: UnsafeRawPointer.self)
        let offset = conformance.load(as: Int32.self)
        let address = conformance + Int(offset & ~1)
        return offset & 1 == 0 ? address : address.load(as: UnsafeRawPointer.self)
    }

    /// The entry of an async requirement is a record that begins with the relative address of its code.
    private static func asyncCode(_ record: UInt) -> UInt {
        guard let record = UnsafeRawPointer(bitPattern: record) else { return 0 }
        return UInt(bitPattern: record + Int(record.load(as: Int32.self)))
    }

    /// The requirement kinds that are read; the others are initialisers, coroutines and types.
    private enum RequirementKind: UInt32 {
        case baseProtocol = 0
        case method = 1
        case getter = 3
        case setter = 4

        /// Masks in a requirement's flags: the kind, and the bit for async.
        static let mask: UInt32 = 0xF
        static let asyncFlag: UInt32 = 0x20
    }

    /// Offsets in a protocol descriptor, in bytes.
    private enum Layout {
        static let signatureCount = 12
        static let requirementCount = 16
        /// The requirements of the generic signature; the protocol's own follow them.
        static let signature = 24
        static let signatureStride = 12
        static let requirementStride = 8
    }
}

extension WitnessTable {
    /// The witness tables in an existential. In a class existential they follow the object reference, in an opaque
    /// existential three words of value and one of type.
    static func addresses<Delegate>(of delegate: Delegate) -> [UInt] {
        let words = withUnsafeBytes(of: delegate) { bytes in
            bytes.count % 8 == 0 ? Array(bytes.bindMemory(to: UInt.self)) : []
        }
        guard words.count > 1 else { return [] }
        let dynamicType: Any.Type = type(of: delegate as Any)
        // First, because an opaque existential of an object begins with the object too. The fourth word of a class
        // existential, if there is one, is a witness table.
        if words.count > 3, isMetadata(words[3], of: dynamicType), dynamicType != Delegate.self {
            return Array(words.dropFirst(4))
        }
        guard dynamicType is AnyClass, words[0] == UInt(bitPattern: ObjectIdentifier(delegate as AnyObject)) else {
            return []
        }
        return Delegate.self is AnyClass ? [] : Array(words.dropFirst())
    }

    /// Whether a word is the metadata of a type, or of a superclass: an opaque existential keeps the type that the
    /// object had in the source code.
    private static func isMetadata(_ word: UInt, of type: Any.Type) -> Bool {
        if word == UInt(bitPattern: ObjectIdentifier(type)) { return true }
        guard let superclass = (type as? AnyClass).flatMap({ _getSuperclass($0) }) else { return false }
        return isMetadata(word, of: superclass)
    }
}
