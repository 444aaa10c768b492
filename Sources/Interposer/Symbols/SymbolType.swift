// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A type as a mangled symbol describes it.
///
/// - SeeAlso: swiftlang/swift, `docs/ABI/Mangling.rst`, *Types*.
indirect enum SymbolType: Hashable, Sendable {
    case nominal(SymbolNominal)
    case builtin(SymbolBuiltin)
    case tuple([SymbolElement])
    case function(SymbolFunction)
    case existential(SymbolExistential)
    case metatype(SymbolType)
    case existentialMetatype(SymbolType)
    /// A generic parameter. In a protocol's requirement depth 0, index 0 is `Self`.
    case parameter(depth: Int, index: Int)
    /// `Self` in the constraints of an existential such as `any Collection<Int>`.
    case existentialSelf
    /// An associated type, with its protocol where the symbol names it.
    case member(of: SymbolType, name: String, protocol: SymbolNominal?)
    case modified(SymbolModifier, SymbolType)
    case pack([SymbolType])
    case packExpansion(pattern: SymbolType, count: SymbolType)
    /// The value of a generic parameter such as the count of `InlineArray<3, Int>`.
    case integer(Int)
    /// The type of a generic function.
    case generic(SymbolSignature, SymbolType)

    // Not stored: the box of an indirect case has bits of its own in its address, so that a checker of memory finds no
    // reference to it in a global.
    static var void: SymbolType { .tuple([]) }

    var isVoid: Bool {
        if case .tuple(let elements) = self { elements.isEmpty } else { false }
    }
}

/// What is said about a type where it is used. The raw value is the mangled operator.
enum SymbolModifier: String, Hashable, Sendable {
    case inOut = "z"
    case shared = "h"
    case owned = "n"
    case isolated = "Yi"
    case sending = "Yu"
    case noDerivative = "Yk"
    case dynamicSelf = "XD"
    case weak = "Xw"
    case unowned = "Xo"
    case unmanaged = "Xu"
}

/// An element of a tuple, or a parameter of a function type.
struct SymbolElement: Hashable, Sendable {
    var label: String?
    /// The type; that of the array's elements if the parameter is variadic.
    let type: SymbolType
    /// Whether the element is a variadic parameter, which is passed as an array.
    var isVariadic = false
}

/// A type of the module `Builtin`.
struct SymbolBuiltin: Hashable, Sendable {
    /// The name without its module: `Int64`, `RawPointer`.
    let name: String
    let mangled: String
}

/// `any P & Q`, `AnyObject`, `any Collection<Int>`.
struct SymbolExistential: Hashable, Sendable {
    let protocols: [SymbolNominal]
    var superclass: SymbolType?
    var isClassBound = false
    /// Constraints on associated types of `Self`, and suppressed conformances.
    var constraints: [SymbolConstraint] = []
}
