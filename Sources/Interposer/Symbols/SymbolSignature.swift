// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The generic parameters of a declaration and their constraints.
///
/// A signature lists only what the context doesn't already say: that of a protocol's requirement omits `Self`, and its
/// first count is for depth 1. That of a conformance or an extension is complete when it has counts; without counts it
/// adds constraints to the type's own.
struct SymbolSignature: Hashable, Sendable {
    /// The number of parameters at each depth.
    let parameterCounts: [Int]
    /// In the order of the symbol, which is the order of the witness tables at run time.
    let constraints: [SymbolConstraint]
}

/// A constraint on a generic parameter or on one of its associated types.
enum SymbolConstraint: Hashable, Sendable {
    case conformance(SymbolType, SymbolNominal)
    case superclass(SymbolType, SymbolType)
    case sameType(SymbolType, SymbolType)
    case sameShape(SymbolType, SymbolType)
    case layout(SymbolType, SymbolLayout)
    /// `~Copyable` or `~Escapable`.
    case suppressed(SymbolType, SymbolSuppression)
    /// Marks the parameter as a pack.
    case pack(SymbolType)
    /// Marks the parameter as a value of the second type, as in `let n: Int`.
    case value(SymbolType, SymbolType)
}

/// A conformance that a type has unless it's suppressed. The raw value is the mangled index.
enum SymbolSuppression: Int, Hashable, Sendable {
    case copyable = 0
    case escapable = 1
}

/// A constraint on a type's representation.
enum SymbolLayout: Hashable, Sendable {
    case unknown
    case object
    case nativeObject
    /// `AnyObject`
    case anyClass
    case nativeClass
    case trivial
    case trivialSize(bits: Int, alignment: Int?)
    case trivialSizeAtMost(bits: Int, alignment: Int?)
}
