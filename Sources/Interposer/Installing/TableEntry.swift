// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose

/// A conformance whose table is looked at, with the texts that C points to.
struct TableConformance {
    let module: String
    let name: String
    let typeName: String
    /// The conforming type's name in symbols, as `SymbolName.text` has it.
    let typeSymbolName: String
    let isClassBound: Bool
    let stability: ModuleStability
    let check: SelfCheck
    /// The protocol's.
    let descriptor: UnsafeRawPointer
    /// The conforming type's; nil for a class of Objective-C.
    let typeDescriptor: UnsafeRawPointer?
    /// The conformance, if the table is a pattern that the runtime may copy for each set of generic arguments.
    let pattern: UnsafeRawPointer?
    /// Nil if the type is generic or declared in another image.
    let type: TypeMetadata?
}

/// An entry of a witness table that is called like a function.
struct TableEntry {
    let conformance: TableConformance
    let place: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    let requirement: cinterpose_requirement
    /// What the entry leads to, without a stub; 0 for an entry that is empty.
    let address: UInt

    /// Whether the images with the protocol and the witness are there. The program may have closed a library since.
    var isLoaded: Bool {
        let witness = UnsafeRawPointer(bitPattern: address) ?? conformance.descriptor
        return [conformance.descriptor, witness].allSatisfy { cinterpose_image_of($0).base != nil }
    }

    /// The code behind `address`, which an async requirement has a record for.
    var code: UInt {
        guard requirement.is_async, let record = UnsafeRawPointer(bitPattern: address) else { return address }
        return UInt(bitPattern: record + Int(record.load(as: cinterpose_async_function.self).code))
    }

    /// Whether the conforming type is a proxy, which has no entries because it records its calls itself.
    static func isOfProxy(_ conformance: cinterpose_conformance) -> Bool {
        var conformance = conformance
        guard let type = cinterpose_conforming_type(&conformance) else { return false }
        return TypeMetadata(TypeMetadata.type(at: type)).isProxy
    }

    /// The entries of a conformance; none if the conforming type is a proxy, or if the runtime has not made the table.
    static func all(of conformance: cinterpose_conformance) -> [TableEntry] {
        var conformance = conformance
        let type = cinterpose_conforming_type(&conformance)
        if let type, TypeMetadata(TypeMetadata.type(at: type)).isProxy { return [] }
        guard let table = conformance.table ?? cinterpose_make_table(&conformance) else { return [] }
        let known = TableConformance(
            module: String(cString: conformance.module),
            name: String(sourceName: conformance.name),
            typeName: String(sourceName: conformance.type_name),
            typeSymbolName: conformance.type.flatMap { TypeDescriptor(at: $0).symbolName?.asInSource } ?? "",
            isClassBound: conformance.is_class_bound,
            stability: ModuleStability(protocol: conformance.protocol),
            check: SelfCheck(table: UnsafeRawPointer(table), descriptor: conformance.type, metadata: type),
            descriptor: conformance.protocol,
            typeDescriptor: conformance.type,
            pattern: conformance.is_pattern && conformance.table != nil ? conformance.record : nil,
            type: type.map { TypeMetadata(TypeMetadata.type(at: $0)) }
        )
        return (0..<conformance.requirement_count).compactMap { index in
            let requirement = cinterpose_requirement_at(conformance.protocol, index)
            guard requirement.isCallable else { return nil }
            let place = table + 1 + Int(index)
            let address = cinterpose_original(place)
            // Nothing is known of an entry that leads to the stub of another, which it was copied from.
            guard address != nil || place.pointee == nil else { return nil }
            return TableEntry(
                conformance: known,
                place: place,
                requirement: requirement,
                address: UInt(bitPattern: address)
            )
        }
    }
}

extension TableEntry {
    /// The conformances to the protocols that a conformance's protocol refines, as far as the table has theirs from the
    /// beginning: the runtime adds those that it makes itself, such as those of generic types.
    static func bases(of conformance: cinterpose_conformance) -> [cinterpose_conformance] {
        var conformance = conformance
        guard let table = conformance.table ?? cinterpose_make_table(&conformance) else { return [] }
        return (0..<conformance.requirement_count).compactMap { index in
            let requirement = cinterpose_requirement_at(conformance.protocol, index)
            guard cinterpose_kind(UInt32(requirement.kind)) == CINTERPOSE_BASE_PROTOCOL,
                let base = table[1 + Int(index)], UInt(bitPattern: base).isMultiple(of: 8),
                cinterpose_image_of(base).base != nil
            else { return nil }
            var found = cinterpose_conformance.none
            let table = base.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
            return cinterpose_conformance_of(table, &found) ? found : nil
        }
    }
}

extension TypeMetadata {
    /// Whether the type is a subclass of `ProtocolProxy`, of this copy of our library or another.
    fileprivate var isProxy: Bool { superclasses.contains { $0 ?? ("", "") == ("ProxyCore", "ProtocolProxy") } }

    /// Whether the type is a class that may have methods of a superclass. Those of `NSObject` are no delegate's.
    var canInherit: Bool { superclasses.contains { $0 ?? ("", "") != ("Foundation", "NSObject") } }

    /// The modules and names of the superclasses, nearest first; nil for those that are declared in a function.
    ///
    /// The inheritance is read, because a cast to a protocol would search all conformances of the process.
    private var superclasses: [(module: String, name: String)?] {
        var found: [(module: String, name: String)?] = []
        var type = address
        while Self.isClass(kind: type.load(as: UInt.self)) {
            guard let parent = type.load(fromByteOffset: Self.superclassOffset, as: UnsafeRawPointer?.self),
                let descriptor = parent.load(fromByteOffset: Self.classDescriptorOffset, as: UnsafeRawPointer?.self)
            else { break }
            found.append(TypeDescriptor(at: descriptor).path)
            type = parent
        }
        return found
    }
}

extension cinterpose_requirement {
    /// Whether the requirement is called like a function. Coroutines are not, and other kinds not at all.
    var isCallable: Bool {
        switch cinterpose_kind(UInt32(kind)) {
        case CINTERPOSE_METHOD, CINTERPOSE_INIT, CINTERPOSE_GETTER, CINTERPOSE_SETTER: true
        default: false
        }
    }

    var entryKind: Interposer.Entry.Kind {
        switch cinterpose_kind(UInt32(kind)) {
        case CINTERPOSE_INIT: .initializer
        case CINTERPOSE_GETTER: .getter
        case CINTERPOSE_SETTER: .setter
        default: .method
        }
    }
}
