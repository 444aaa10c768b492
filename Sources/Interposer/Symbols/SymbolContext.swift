// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The declaration around a declaration.
indirect enum SymbolContext: Hashable, Sendable {
    case module(String)
    case type(SymbolNominal)
    case `extension`(SymbolExtension)
    /// The function around a local type.
    case entity(SymbolEntity)

    static let swift = SymbolContext.module("Swift")

    /// The module of the innermost declaration; an extension belongs to the module that declares it.
    var module: String {
        switch self {
        case .module(let name): name
        case .type(let type): type.context.module
        case .extension(let value): value.module
        case .entity(let entity): entity.context.module
        }
    }
}

/// An extension, for declarations inside of extensions of another module or with constraints.
struct SymbolExtension: Hashable, Sendable {
    let module: String
    let type: SymbolNominal
    let signature: SymbolSignature?
}

/// A class, structure, enum, protocol or type alias.
struct SymbolNominal: Hashable, Sendable {
    /// The raw value is the mangled operator.
    enum Kind: String, Hashable, Sendable {
        case `class` = "C"
        case structure = "V"
        case `enum` = "O"
        case `protocol` = "P"
        case alias = "a"
        /// A type of another language whose kind is unknown.
        case other = "XY"
    }

    let kind: Kind
    var context: SymbolContext
    let name: SymbolName
    /// The generic arguments of this type. Those of enclosing types are in the context.
    var arguments: [SymbolType] = []

    /// A type of the standard library.
    static func standard(_ kind: Kind, _ name: String, arguments: [SymbolType] = []) -> Self {
        Self(kind: kind, context: .swift, name: .identifier(name), arguments: arguments)
    }

    /// Whether the type is the standard library's with that name.
    func isStandard(_ kind: Kind, _ name: String) -> Bool {
        self.kind == kind && context == .swift && self.name == .identifier(name)
    }

    var module: String { context.module }

    /// Whether the type is a marker protocol of the standard library: conformances to it have no witness table. Symbols
    /// don't tell for those of other modules, which need an underscored attribute.
    var isMarker: Bool {
        ["Sendable", "SendableMetatype", "Copyable", "Escapable", "BitwiseCopyable"].contains { name in
            isStandard(.protocol, name)
        }
    }
}

/// The name of a declaration.
indirect enum SymbolName: Hashable, Sendable {
    /// The raw value is the mangled operator.
    enum Fixity: String, Hashable, Sendable {
        case infix = "oi"
        case prefix = "op"
        case postfix = "oP"
    }

    case identifier(String)
    case `operator`(String, Fixity)
    /// The name of a declaration inside of a function. The index tells equal names apart.
    case local(SymbolName, index: Int)
    /// The name of a private declaration. The discriminator identifies the file; initializers have no name.
    case `private`(SymbolName?, discriminator: String)
    /// A declaration that the importer of C makes, such as the error type of an enum. The kind is a letter.
    case related(SymbolName, kind: Character)

    /// The name as written in source.
    var text: String {
        switch self {
        case .identifier(let text): text.asInSource
        case .operator(let text, _): text
        case .local(let name, _), .related(let name, _): name.text
        case .private(let name, _): name?.text ?? ""
        }
    }
}

extension SymbolContext {
    /// The generic arguments of this declaration and those around it, outermost first; one list for each declaration
    /// that could have some.
    var argumentLists: [[SymbolType]] {
        switch self {
        case .module: []
        case .type(let type): type.context.argumentLists + [type.arguments]
        case .extension(let value): SymbolContext.type(value.type).argumentLists
        case .entity(let entity): Array(repeating: [], count: entity.genericLevels)
        }
    }
}
