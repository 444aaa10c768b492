// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SymbolParser {
    /// `F`, `Z`, `f`, `i`, `v`: a function, property or subscript.
    mutating func parseEntity(_ letter: Unicode.Scalar) throws(SymbolError) {
        switch letter {
        case "F": try parseFunction()
        case "v": try parseVariable()
        case "i": try parseSubscript()
        case "f": try parseSpecialFunction()
        default:
            var entity = try popEntity()
            guard !entity.isStatic else { throw failure(.invalidOperand(.declaration)) }
            entity.isStatic = true
            try push(.entity(entity))
        }
    }

    private mutating func parseFunction() throws(SymbolError) {
        let signature = popSignatureIfPresent()
        let function = SymbolType.function(try popFunctionType(.escaping))
        let type = signature.map { SymbolType.generic($0, function) } ?? function
        let labels = try popLabels(type)
        let name = try popName()
        let context = try popContext()
        try push(.entity(SymbolEntity(context: context, kind: .function, name: name, labels: labels, type: type)))
    }

    private mutating func parseVariable() throws(SymbolError) {
        let type = try popType()
        // A property of function type has a list of labels too; without labels it's empty.
        guard try popLabels(type).isEmpty else { throw failure(.invalidOperand(.label)) }
        let name = try popName()
        let context = try popContext()
        let accessor = try readAccessor()
        try push(.entity(SymbolEntity(context: context, kind: .variable(accessor), name: name, type: type)))
    }

    private mutating func parseSubscript() throws(SymbolError) {
        let name = popDiscriminator()
        let type = try popType()
        let labels = try popLabels(type)
        let context = try popContext()
        let kind = SymbolEntity.Kind.subscript(try readAccessor())
        let entity = SymbolEntity(context: context, kind: kind, name: name, labels: labels, type: type)
        guard entity.function != nil else { throw failure(.invalidOperand(.functionType)) }
        try push(.entity(entity))
    }

    private mutating func readAccessor() throws(SymbolError) -> SymbolEntity.Accessor {
        guard let accessor = SymbolEntity.Accessor(rawValue: String(try next())) else {
            throw failure(.unknownOperator)
        }
        return accessor
    }

    /// `f`: an initializer, a deinitializer, a closure, or the initial value of a property.
    private mutating func parseSpecialFunction() throws(SymbolError) {
        switch try next() {
        case "C": try parseInitializer(.initializer)
        case "c": try parseInitializer(.initializingEntry)
        case "U": try parseClosure { .explicitClosure(index: $0) }
        case "u": try parseClosure { .implicitClosure(index: $0) }
        case "D": try pushEntity(.deallocator)
        case "d": try pushEntity(.destructor)
        case "i": try pushEntity(.initialValue)
        default: throw failure(.unknownOperator)
        }
    }

    private mutating func parseInitializer(_ kind: SymbolEntity.Kind) throws(SymbolError) {
        let name = popDiscriminator()
        let type = try popType()
        let labels = try popLabels(type)
        let context = try popContext()
        let entity = SymbolEntity(context: context, kind: kind, name: name, labels: labels, type: type)
        guard entity.function != nil else { throw failure(.invalidOperand(.functionType)) }
        try push(.entity(entity))
    }

    private mutating func parseClosure(_ kind: (Int) -> SymbolEntity.Kind) throws(SymbolError) {
        let index = try readIndex()
        let type = try popType()
        try push(.entity(SymbolEntity(context: try popContext(), kind: kind(index), type: type)))
    }

    private mutating func pushEntity(_ kind: SymbolEntity.Kind) throws(SymbolError) {
        try push(.entity(SymbolEntity(context: try popContext(), kind: kind)))
    }

    /// Pops a label or its absence for each parameter; an empty list says that no parameter has one.
    private mutating func popLabels(_ type: SymbolType) throws(SymbolError) -> [String?] {
        if popEmptyList() { return [] }
        let function: SymbolFunction
        switch type {
        case .function(let value), .generic(_, .function(let value)): function = value
        default: return []
        }
        guard [.escaping, .nonescaping].contains(function.convention) else { return [] }
        var reversed: [String?] = []
        for _ in function.parameters {
            reversed.append(popFirstElement() ? nil : try popLabel())
        }
        return reversed.contains { $0 != nil } ? reversed.reversed() : []
    }

    private mutating func popLabel() throws(SymbolError) -> String {
        guard let label = popIdentifierIfPresent() else { throw failure(.invalidOperand(.label)) }
        return label
    }
}
