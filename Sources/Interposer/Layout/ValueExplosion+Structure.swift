// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose

extension ValueExplosion {
    /// Adds the stored properties of a struct.
    ///
    /// They must lie as the compiler puts them and fill the size that the runtime knows; otherwise a property was
    /// misread.
    mutating func addStructure(_ metadata: TypeMetadata, _ witnesses: ValueWitnesses, at offset: Int) throws(Stop) {
        let (descriptor, fields) = try declaration(of: metadata)
        guard fields.count == descriptor.propertyCount else {
            throw .refused(LayoutRefusal("\(descriptor.text): some of its properties aren't described"))
        }
        guard fields.count > 0 else {
            guard witnesses.size == 0 else {
                throw .refused(LayoutRefusal("\(descriptor.text): its \(witnesses.size) bytes aren't described"))
            }
            return
        }
        guard let offsets = descriptor.propertyOffsets else {
            throw .refused(LayoutRefusal("\(descriptor.text): the offsets of its properties aren't described"))
        }
        var end = 0
        for index in 0..<fields.count {
            let place = Int(metadata.half(at: offsets + index * MemoryLayout<Int32>.size))
            let field = try add(fields[index].typeName, of: metadata, descriptor, at: offset + place)
            // Properties without bytes may have any offset.
            guard field.size > 0 else { continue }
            guard place == (end + field.alignmentMask) & ~field.alignmentMask else {
                throw .refused(LayoutRefusal("\(descriptor.text): property \(index) isn't where it should be"))
            }
            end = place + field.size
        }
        guard end == witnesses.size else {
            throw .refused(
                LayoutRefusal("\(descriptor.text): its properties take \(end) bytes of \(witnesses.size)")
            )
        }
    }

    /// The descriptor of a struct or enum and its fields, unless clients may not know its layout.
    func declaration(of metadata: TypeMetadata) throws(Stop) -> (TypeDescriptor, FieldDescriptor) {
        guard let descriptor = metadata.descriptor else {
            throw .refused(LayoutRefusal("a type without a descriptor"))
        }
        if descriptor.module == ModuleStability.importedModule {
            throw .refused(LayoutRefusal("\(descriptor.text): declared in C"))
        }
        if let doubt = stability.doubt(about: descriptor, metadata) {
            throw .refused(LayoutRefusal("\(descriptor.text): \(doubt)"))
        }
        guard let fields = descriptor.fields else {
            throw .refused(LayoutRefusal("\(descriptor.text): compiled without reflection metadata"))
        }
        return (descriptor, fields)
    }

    /// Adds a stored property or payload.
    ///
    /// - Returns: its size and alignment, less one.
    mutating func add(
        _ name: MangledName?,
        of metadata: TypeMetadata,
        _ descriptor: TypeDescriptor,
        at offset: Int
    ) throws(Stop) -> (size: Int, alignmentMask: Int) {
        guard let name else { throw .refused(LayoutRefusal("\(descriptor.text): a property has no type")) }
        if name.isWeak { throw .addressOnly("\(descriptor.text) has a weak reference") }
        if let builtin = BuiltinType(name) {
            // Builtin types are as aligned as they are large.
            let size = try add(builtin, at: offset)
            return (size, min(size, Convention.largestPart) - 1)
        }
        let found = cinterpose_type_by_name(
            name.start,
            name.length,
            descriptor.address,
            metadata.genericArguments
        )
        guard let found else { throw .refused(LayoutRefusal("\(descriptor.text): the type of a property isn't found")) }
        let type = TypeMetadata.type(at: found)
        try add(type, at: offset)
        let witnesses = ValueWitnesses(type)
        return (witnesses.size, witnesses.alignmentMask)
    }
}
