// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What the operators of a symbol push and pop.
enum SymbolOperand: Sendable {
    case identifier(String)
    /// Any name but a plain identifier.
    case name(SymbolName)
    case module(String)
    case type(SymbolType)
    case `extension`(SymbolExtension)
    case entity(SymbolEntity)
    case signature(SymbolSignature)
    case constraint(SymbolConstraint)
    case attribute(FunctionAttribute)
    case emptyList
    case firstElement
    case variadic

    /// An operator between a function type's parameters and its own operator.
    enum FunctionAttribute: Sendable {
        case async
        case sendable
        case throwing(SymbolFunction.Throwing)
        case differentiable(SymbolFunction.Differentiability)
        case isolation(SymbolFunction.Isolation)
        case sendingResult
    }
}

/// An operand and the size it has when written without substitutions.
struct SizedOperand: Sendable {
    let operand: SymbolOperand
    let size: SymbolSize
}

/// The size of a tree of nodes.
struct SymbolSize: Sendable {
    /// The nodes, plus the bytes of their identifiers.
    var weight = 0
    var depth = 0

    /// Adds a child. Both sizes are within `SymbolLimits`, and operators have a bounded number of children.
    mutating func add(_ child: SymbolSize) {
        weight += child.weight
        depth = max(depth, child.depth)
    }
}
