// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Takes a value apart into numbers and references.
///
/// - SeeAlso: swift/lib/IRGen, `addToAggLowering` of the kinds of types.
struct ValueExplosion {
    /// Why a value has no parts.
    enum Stop: Error {
        /// It can't be in registers, since code finds it by its address.
        case addressOnly(String)
        case refused(LayoutRefusal)
    }

    let convention: Convention
    let stability: ModuleStability
    var lowering = AggregateLowering()
    private var depth = 0
    private var fieldCount = 0

    init(_ convention: Convention, _ stability: ModuleStability) {
        self.convention = convention
        self.stability = stability
    }

    /// Bounds for damaged metadata.
    private static let depthLimit = 64
    private static let fieldLimit = 4096

    /// Adds the parts of a value behind the others.
    mutating func add(_ type: Any.Type, at offset: Int) throws(Stop) {
        guard depth < Self.depthLimit, fieldCount < Self.fieldLimit else {
            throw .refused(LayoutRefusal("types are nested too deeply, or have too many fields"))
        }
        depth += 1
        fieldCount += 1
        defer { depth -= 1 }
        let metadata = TypeMetadata(type)
        let witnesses = ValueWitnesses(metadata)
        guard !witnesses.isIncomplete else {
            throw .refused(LayoutRefusal("the runtime hasn't finished the type \(type)"))
        }
        if !witnesses.isBitwiseTakable { throw .addressOnly("values of \(type) can't be moved as bytes") }
        if witnesses.isBorrowedByAddress {
            throw .refused(LayoutRefusal("\(type): values are borrowed by address"))
        }
        switch metadata.kind {
        case .object: try addWords(1, at: offset)
        case .structure: try addStructure(metadata, witnesses, at: offset)
        case .enumeration: try addEnumeration(metadata, witnesses, at: offset)
        case .tuple: try addTuple(metadata, witnesses, at: offset)
        case .function: try addFunction(metadata, at: offset)
        case .existential: try addExistential(metadata.existentialContainer, witnesses, at: offset)
        case .extendedExistential: try addExistential(metadata.extendedExistentialContainer, witnesses, at: offset)
        case .existentialMetatype: try addWords(witnesses.size / Convention.wordSize, at: offset)
        case .metatype: try addMetatype(metadata, at: offset)
        case .other(let kind):
            throw .refused(LayoutRefusal("\(type) has metadata of kind 0x\(String(kind, radix: 16))"))
        }
    }

    mutating func addWords(_ count: Int, at offset: Int) throws(Stop) {
        for word in 0..<min(count, Self.fieldLimit) {
            try addScalar(.integer, at: offset + word * Convention.wordSize, size: Convention.wordSize)
        }
    }

    mutating func addScalar(_ kind: ValuePart.Kind, at offset: Int, size: Int) throws(Stop) {
        do { try lowering.add(kind, at: offset, size: size) } catch { throw .refused(error) }
    }

    private mutating func addTuple(_ metadata: TypeMetadata, _ witnesses: ValueWitnesses, at offset: Int)
        throws(Stop)
    {
        var end = 0
        for element in metadata.tupleElements {
            try add(element.type, at: offset + element.offset)
            let witnesses = ValueWitnesses(element.type)
            guard witnesses.size > 0 else { continue }
            guard element.offset == witnesses.aligned(end) else {
                throw .refused(LayoutRefusal("an element of a tuple isn't where it should be"))
            }
            end = element.offset + witnesses.size
        }
        guard end == witnesses.size else {
            throw .refused(LayoutRefusal("the elements of a tuple take \(end) bytes of \(witnesses.size)"))
        }
    }

    private mutating func addFunction(_ metadata: TypeMetadata, at offset: Int) throws(Stop) {
        guard let count = metadata.functionWordCount else {
            throw .refused(LayoutRefusal("the convention of a function is not known"))
        }
        try addWords(count, at: offset)
    }

    private mutating func addExistential(
        _ container: TypeMetadata.Container,
        _ witnesses: ValueWitnesses,
        at offset: Int
    ) throws(Stop) {
        switch container {
        case .opaque: throw .addressOnly("an existential may hold a value of any size")
        case .object: try addWords(witnesses.size / Convention.wordSize, at: offset)
        case .error: try addWords(1, at: offset)
        case .unknown: throw .refused(LayoutRefusal("the layout of an existential is not known"))
        }
    }

    /// The metatype of a class is a word. Others take none where code names them, and one where generic code does:
    /// metadata doesn't tell.
    private mutating func addMetatype(_ metadata: TypeMetadata, at offset: Int) throws(Stop) {
        guard let instance = metadata.instanceType, case .object = TypeMetadata(instance).kind else {
            throw .refused(LayoutRefusal("the metatype of a type that isn't a class may take no space"))
        }
        try addWords(1, at: offset)
    }
}

extension ValueExplosion {
    /// Adds the parts of a builtin type.
    ///
    /// - Returns: the size of the value.
    mutating func add(_ type: BuiltinType, at offset: Int) throws(Stop) -> Int {
        switch type {
        case .words(let count):
            try addWords(count, at: offset)
            return count * Convention.wordSize
        case .integer(bits: 1):
            try addScalar(.bit, at: offset, size: 1)
            return 1
        case .integer(let bits):
            guard [8, 16, 32, 64, 128].contains(bits) else {
                throw .refused(LayoutRefusal("an integer of \(bits) bits"))
            }
            try addScalar(.integer, at: offset, size: bits / 8)
            return bits / 8
        case .float(let bits):
            guard [16, 32, 64].contains(bits) else { throw .refused(LayoutRefusal("a float of \(bits) bits")) }
            try addScalar(.float, at: offset, size: bits / 8)
            return bits / 8
        case .vector(let element, let count):
            return try addVector(of: element, count: count, at: offset)
        }
    }

    /// Vectors are passed in registers of 16 bytes, with AVX too. Short ones are passed as their elements.
    ///
    /// - SeeAlso: clang/lib/CodeGen/SwiftCallingConv.cpp, `legalizeVectorType`.
    private mutating func addVector(of element: BuiltinType, count: Int, at offset: Int) throws(Stop) -> Int {
        let bits: Int
        let kind: ValuePart.Kind
        switch element {
        case .integer(let size): (bits, kind) = (size, .integer)
        case .float(let size): (bits, kind) = (size, .float)
        default: throw .refused(LayoutRefusal("a vector of vectors"))
        }
        guard [8, 16, 32, 64].contains(bits), [2, 4, 8, 16, 32, 64].contains(count) else {
            throw .refused(LayoutRefusal("a vector of \(count) elements of \(bits) bits"))
        }
        let size = bits / 8 * count
        let isWhole = size >= convention.smallestVector
        let step = isWhole ? min(size, Convention.largestPart) : bits / 8
        for start in stride(from: 0, to: size, by: step) {
            try addScalar(isWhole ? .float : kind, at: offset + start, size: step)
        }
        return size
    }
}
