// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A function, initializer, property or subscript.
struct SymbolEntity: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case function
        /// `init` of a value, or the allocating entry of a class.
        case initializer
        /// The entry of a class that initialises allocated memory.
        case initializingEntry
        case variable(Accessor)
        case `subscript`(Accessor)
        case explicitClosure(index: Int)
        case implicitClosure(index: Int)
        case deallocator
        case destructor
        case initialValue
    }

    /// The raw value is the mangled operator.
    enum Accessor: String, Hashable, Sendable {
        case getter = "g"
        case setter = "s"
        case modify = "M"
        case read = "r"
        case modify2 = "x"
        case read2 = "y"
        case borrow = "b"
        case mutate = "z"
        /// The property itself, as the context of a declaration.
        case property = "p"
    }

    let context: SymbolContext
    let kind: Kind
    /// Nil for initializers and subscripts that aren't private, and for closures.
    var name: SymbolName?
    /// The labels of the parameters; empty if there are none or none has a label.
    var labels: [String?] = []
    /// The function type, the property's type, or `void`.
    var type = SymbolType.void
    var isStatic = false
}

/// A parameter of a requirement.
struct SymbolParameter: Hashable, Sendable {
    enum Ownership: Hashable, Sendable {
        /// As the kind of the requirement implies: owned in initializers and setters, else borrowed.
        case implicit
        case inOut
        case borrowing
        case consuming
    }

    /// As written in source.
    let label: String?
    /// The type without ownership, isolation and the like; the array if the parameter is variadic.
    let type: SymbolType
    private(set) var ownership = Ownership.implicit
    let isVariadic: Bool
    private(set) var isIsolated = false
    private(set) var isSending = false

    init(_ element: SymbolElement, label: String?) {
        var type = element.type
        self.label = label?.asInSource
        isVariadic = element.isVariadic
        unwrapping: while case .modified(let modifier, let inner) = type {
            switch modifier {
            case .inOut: ownership = .inOut
            case .shared: ownership = .borrowing
            case .owned: ownership = .consuming
            case .isolated: isIsolated = true
            case .sending: isSending = true
            case .noDerivative: break
            case .dynamicSelf, .weak, .unowned, .unmanaged: break unwrapping
            }
            type = inner
        }
        self.type = isVariadic ? .nominal(.standard(.structure, "Array", arguments: [type])) : type
    }
}

extension SymbolEntity {
    /// The generic parameters that the declaration itself introduces.
    var signature: SymbolSignature? {
        guard case .generic(let signature, _) = type else { return nil }
        return signature
    }

    /// The function type of a function, initializer, closure or subscript; nil for properties.
    var function: SymbolFunction? {
        if case .variable = kind { return nil }
        switch type {
        case .function(let function), .generic(_, .function(let function)): return function
        default: return nil
        }
    }

    /// The declared parameters. Those of a subscript are its indices; a setter's new value isn't among them.
    var parameters: [SymbolParameter] {
        (function?.parameters ?? []).enumerated().map { index, element in
            SymbolParameter(element, label: index < labels.count ? labels[index] : nil)
        }
    }

    /// What a function returns; the value's type for properties and subscripts, setters included.
    var result: SymbolType { function?.result ?? type }

    /// Whether a function or initializer is `async`. Symbols don't tell for accessors.
    var isAsync: Bool { function?.attributes.isAsync ?? false }

    /// What a function or initializer throws. Symbols don't tell for accessors.
    var throwing: SymbolFunction.Throwing { function?.attributes.throwing ?? .never }

    /// The accessor, if the entity is one.
    var accessor: Accessor? {
        switch kind {
        case .variable(let accessor), .subscript(let accessor): accessor
        default: nil
        }
    }
}

extension SymbolEntity {
    /// How many lists of generic arguments the mangled name of a local type has for this declaration and those around it.
    var genericLevels: Int {
        let own =
            switch kind {
            case .variable(.property), .subscript(.property), .explicitClosure, .implicitClosure, .initialValue: 0
            default: 1
            }
        return own + context.argumentLists.count
    }
}
