// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose

/// Finds the types that a requirement's symbol names.
enum TypeLookup {
    /// How a value of a type is passed, and the type if values can be decoded.
    ///
    /// - Parameters:
    ///   - isClassBound: Whether only classes conform to the protocol, so that `Self` is a reference.
    ///   - homes: Where types must be.
    static func passed(_ type: SymbolType, isClassBound: Bool, in homes: TypeHomes = .anywhere) -> PassedValue {
        switch type {
        case .function(let function): .words(function.convention.wordCount)
        case .metatype(let instance): metatype(of: instance)
        case .parameter(depth: 0, index: 0): isClassBound ? .words(1) : .address
        case .modified(.dynamicSelf, _): isClassBound ? .words(1) : .address
        // One word, whether it is a reference or the address of a value.
        case .parameter, .member: .words(1)
        case .nominal(let nominal) where !type.isConcrete: generic(nominal)
        default: type.isConcrete ? known(type, in: homes) : .unknown(refusal(of: type), valueCount: type.valueCount)
        }
    }

    /// The type with a symbol's description; nil if it is not found, or is that of another module of this name.
    static func type(_ type: SymbolType, in homes: TypeHomes) -> Any.Type? {
        found(type).flatMap { homes.allow($0, for: type) ? $0 : nil }
    }

    /// The type that the runtime finds by a symbol's description.
    static func found(_ type: SymbolType) -> Any.Type? {
        // The runtime stops the program for some names that depend on generic parameters. For others it reads the types
        // of all libraries that it has known.
        guard type.isConcrete, !cinterpose_has_closed_images() else { return nil }
        let runtimeName = type.runtimeName
        if let own = SelfTest.types[runtimeName] { return own }
        let name = Array(runtimeName.utf8)
        return name.withUnsafeBufferPointer { bytes in
            cinterpose_type_by_name(bytes.baseAddress, bytes.count, nil, nil).map {
                unsafeBitCast($0, to: (Any.Type).self)
            }
        }
    }

    private static func known(_ type: SymbolType, in homes: TypeHomes) -> PassedValue {
        guard let found = found(type) else {
            if cinterpose_has_closed_images() { return .unknown(.closed, valueCount: type.valueCount) }
            let refusal = LayoutRefusal("the type \(type.text) is not found; it may be private or noncopyable")
            return .unknown(refusal, valueCount: type.valueCount)
        }
        guard homes.allow(found, for: type) else {
            let refusal = LayoutRefusal("the type \(type.text) is found in another library with a module of this name")
            return .unknown(refusal, valueCount: type.valueCount)
        }
        return .value(found)
    }

    /// Metatypes of structs, enums and tuples that are known have no bytes; all others are a reference.
    private static func metatype(of instance: SymbolType) -> PassedValue {
        switch instance {
        case .nominal(let nominal) where nominal.kind == .structure || nominal.kind == .enum: .words(0)
        case .tuple: .words(0)
        case .nominal(let nominal) where nominal.kind == .class: .words(1)
        case .parameter, .member: .words(1)
        default: .unknown(LayoutRefusal("a metatype of \(instance.text)"))
        }
    }

    /// A type with a generic parameter of the requirement among its arguments.
    private static func generic(_ nominal: SymbolNominal) -> PassedValue {
        let isReference = nominal.kind == .class || references.contains { nominal.isStandard(.structure, $0) }
        return isReference ? .words(1) : .unknown(refusal(of: .nominal(nominal)))
    }

    /// Why the runtime is not asked for a type.
    private static func refusal(of type: SymbolType) -> LayoutRefusal {
        switch type {
        // A protocol type that is not concrete has arguments.
        case .existential: .constrained
        case .nominal(let nominal) where nominal.isStandard(.enum, "Optional"):
            nominal.arguments.first.map(refusal) ?? .dependent
        default: .dependent
        }
    }

    /// Types of the standard library that are one reference, whatever their arguments.
    private static let references = ["Array", "ContiguousArray", "Dictionary", "Set"]
}

extension SymbolType {
    /// How many values are passed for one of the type: the elements of a tuple and of the tuples in it, or one.
    var valueCount: Int {
        switch self {
        case .tuple(let elements): elements.reduce(0) { $0 + SymbolParameter($1, label: nil).type.valueCount }
        case .modified(_, let inner): inner.valueCount
        default: 1
        }
    }
}

extension LayoutRefusal {
    /// Such as `any Collection<Int>`.
    fileprivate static let constrained = LayoutRefusal("a protocol type with arguments")
    fileprivate static let dependent = LayoutRefusal("a type that depends on a generic parameter")
    fileprivate static let closed = LayoutRefusal(
        "the program has closed a Swift library, whose memory the runtime would read to find a type"
    )
}

extension SymbolFunction.Convention {
    /// A function with a context is its code and the context.
    fileprivate var wordCount: Int {
        switch self {
        case .thin, .c, .block, .escapingBlock: 1
        case .escaping, .nonescaping, .autoclosure, .escapingAutoclosure: 2
        }
    }
}
