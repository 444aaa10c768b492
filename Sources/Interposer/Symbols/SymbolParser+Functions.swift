// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SymbolParser {
    /// `Y`: an attribute of a function type or of a parameter.
    mutating func parseAnnotation() throws(SymbolError) {
        let letter = try next()
        switch letter {
        case "a": try push(.attribute(.async))
        case "b": try push(.attribute(.sendable))
        case "c": try push(.attribute(.isolation(.globalActor(try popType()))))
        case "A": try push(.attribute(.isolation(.erased)))
        case "C": try push(.attribute(.isolation(.caller)))
        case "K": try push(.attribute(.throwing(.typed(try popType()))))
        case "T": try push(.attribute(.sendingResult))
        case "j":
            guard let kind = SymbolFunction.Differentiability(rawValue: String(try next())) else {
                throw failure(.unknownOperator)
            }
            try push(.attribute(.differentiable(kind)))
        default: try pushModified(SymbolModifier(rawValue: "Y\(letter)"))
        }
    }

    mutating func pushFunctionType(_ convention: SymbolFunction.Convention?) throws(SymbolError) {
        guard let convention else { throw failure(.unknownOperator) }
        try push(type: .function(try popFunctionType(convention)))
    }

    /// Pops a result, parameters and attributes.
    mutating func popFunctionType(_ convention: SymbolFunction.Convention) throws(SymbolError) -> SymbolFunction {
        let attributes = popFunctionAttributes()
        let parameters =
            switch try popParameters() {
            case .tuple(let elements): elements
            case let type: [SymbolElement(type: type)]
            }
        let result = try popParameters()
        return SymbolFunction(parameters: parameters, result: result, attributes: attributes, convention: convention)
    }

    private mutating func popParameters() throws(SymbolError) -> SymbolType {
        popEmptyList() ? .void : try popType()
    }

    /// Pops the attributes, which have a fixed order.
    private mutating func popFunctionAttributes() -> SymbolFunction.Attributes {
        var attributes = SymbolFunction.Attributes()
        attributes.isResultSending = popAttribute { if case .sendingResult = $0 { true } else { nil } } ?? false
        attributes.isolation = popAttribute { if case .isolation(let value) = $0 { value } else { nil } } ?? .none
        attributes.differentiability = popAttribute { if case .differentiable(let kind) = $0 { kind } else { nil } }
        attributes.throwing = popAttribute { if case .throwing(let value) = $0 { value } else { nil } } ?? .never
        attributes.isSendable = popAttribute { if case .sendable = $0 { true } else { nil } } ?? false
        attributes.isAsync = popAttribute { if case .async = $0 { true } else { nil } } ?? false
        return attributes
    }

    private mutating func popAttribute<Value>(_ accept: (SymbolOperand.FunctionAttribute) -> Value?) -> Value? {
        popIf { if case .attribute(let attribute) = $0 { accept(attribute) } else { nil } }
    }
}
