// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ValueExplosion {
    /// Adds the parts of an enum: the payload as integer words, and the tag behind it. An enum of one case is passed
    /// as its payload.
    ///
    /// - SeeAlso: swift/lib/IRGen/GenEnum.cpp, `EnumPayloadSchema`.
    mutating func addEnumeration(_ metadata: TypeMetadata, _ witnesses: ValueWitnesses, at offset: Int) throws(Stop) {
        let (descriptor, fields) = try enumDeclaration(of: metadata)
        let payloadCount = descriptor.payloadCaseCount
        guard fields.map({ $0.count == payloadCount + descriptor.emptyCaseCount }) ?? (payloadCount == 0) else {
            throw .refused(LayoutRefusal("\(descriptor.text): some of its cases aren't described"))
        }
        guard let fields, payloadCount > 0 else {
            return try addTag(size: witnesses.size, at: offset)
        }
        if fields.count == 1 {
            let size = try addPayload(fields[0], of: metadata, descriptor, at: offset)
            guard size == witnesses.size else {
                throw .refused(LayoutRefusal("\(descriptor.text): its case has \(size) bytes of \(witnesses.size)"))
            }
            return
        }
        let payloadSize = try payloadSize(fields, of: metadata, descriptor)
        guard payloadSize <= witnesses.size else {
            throw .refused(
                LayoutRefusal("\(descriptor.text): its payloads take \(payloadSize) bytes of \(witnesses.size)")
            )
        }
        for word in stride(from: 0, to: payloadSize, by: Convention.wordSize) {
            try addScalar(.integer, at: offset + word, size: min(Convention.wordSize, payloadSize - word))
        }
        try addTag(size: witnesses.size - payloadSize, at: offset + payloadSize)
    }

    /// Adds an integer that tells the cases apart.
    private mutating func addTag(size: Int, at offset: Int) throws(Stop) {
        guard size <= Self.largestTag else {
            throw .refused(LayoutRefusal("the tag of an enum has \(size) bytes"))
        }
        try addScalar(.integer, at: offset, size: size)
    }

    private static let largestTag = 4

    /// The size of the largest payload. All payloads must be known, since one that is found by address makes the enum
    /// so.
    private mutating func payloadSize(
        _ fields: FieldDescriptor,
        of metadata: TypeMetadata,
        _ descriptor: TypeDescriptor
    )
        throws(Stop) -> Int
    {
        var largest = 0
        for index in 0..<fields.count where fields[index].typeName != nil {
            // Payloads share their place.
            let others = lowering
            lowering = AggregateLowering()
            largest = max(largest, try addPayload(fields[index], of: metadata, descriptor, at: 0))
            lowering = others
        }
        return largest
    }

    private mutating func addPayload(
        _ field: FieldDescriptor.Field,
        of metadata: TypeMetadata,
        _ descriptor: TypeDescriptor,
        at offset: Int
    ) throws(Stop) -> Int {
        guard field.isIndirect else { return try add(field.typeName, of: metadata, descriptor, at: offset).size }
        try addWords(1, at: offset)
        return Convention.wordSize
    }

    /// As for structs; but enums without payloads need no description, and may be from C.
    private func enumDeclaration(of metadata: TypeMetadata) throws(Stop) -> (TypeDescriptor, FieldDescriptor?) {
        if let descriptor = metadata.descriptor, descriptor.module == ModuleStability.importedModule,
            descriptor.payloadCaseCount == 0
        {
            return (descriptor, nil)
        }
        return try declaration(of: metadata)
    }
}
