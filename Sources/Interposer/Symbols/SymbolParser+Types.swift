// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SymbolParser {
    /// `C`, `V`, `O`, `P`, `a`: a type with a name in a context.
    mutating func parseNominal(_ letter: Unicode.Scalar) throws(SymbolError) {
        guard let kind = SymbolNominal.Kind(rawValue: String(letter)) else { throw failure(.unknownOperator) }
        try pushNominal(kind)
    }

    private mutating func pushNominal(_ kind: SymbolNominal.Kind) throws(SymbolError) {
        let name = try popName()
        try pushSubstitutable(.nominal(SymbolNominal(kind: kind, context: try popContext(), name: name)))
    }

    /// `E`: the extension that contains the next declaration.
    mutating func parseExtension() throws(SymbolError) {
        let signature = popSignatureIfPresent()
        let module = try popModule()
        guard case .nominal(let type) = try popType() else { throw failure(.invalidOperand(.nominalType)) }
        try push(.extension(SymbolExtension(module: module, type: type, signature: signature)))
    }

    /// `t`: the elements of a tuple. Each is a type, an optional label and an optional mark of variadic parameters.
    mutating func popElements() throws(SymbolError) -> [SymbolElement] {
        try popList { parser throws(SymbolError) in
            let isVariadic = parser.popIf { if case .variadic = $0 { true } else { nil } } ?? false
            let label = parser.popIdentifierIfPresent()
            return SymbolElement(label: label, type: try parser.popType(), isVariadic: isVariadic)
        }
    }

    mutating func pushModified(_ modifier: SymbolModifier?) throws(SymbolError) {
        guard let modifier else { throw failure(.unknownOperator) }
        try push(type: .modified(modifier, try popType()))
    }

    /// `$`: the value of a generic parameter.
    mutating func parseInteger() throws(SymbolError) {
        let isNegative = skip("n")
        let value = try readIndex()
        try push(type: .integer(isNegative ? -value : value))
    }

    /// `X`: function types that aren't native closures, existentials, references.
    mutating func parseSpecialType() throws(SymbolError) {
        let letter = try next()
        switch letter {
        case "E", "K", "A", "f", "C", "B", "L":
            try pushFunctionType(SymbolFunction.Convention(rawValue: "X\(letter)"))
        case "D", "o", "u", "w": try pushModified(SymbolModifier(rawValue: "X\(letter)"))
        case "Y": try pushNominal(.other)
        case "p": try push(type: .existentialMetatype(try popType()))
        case "l":
            try push(type: .existential(SymbolExistential(protocols: try popProtocols(), isClassBound: true)))
        case "c":
            let superclass = try popType()
            try push(type: .existential(SymbolExistential(protocols: try popProtocols(), superclass: superclass)))
        case "P": try parseConstrainedExistential()
        default: throw failure(.unknownOperator)
        }
    }

    private mutating func parseConstrainedExistential() throws(SymbolError) {
        let constraints = try popNonemptyList { parser throws(SymbolError) in try parser.popConstraint() }
        guard case .existential(var existential) = try popType(), existential.constraints.isEmpty else {
            throw failure(.invalidOperand(.existential))
        }
        existential.constraints = constraints
        try push(type: .existential(existential))
    }

    // MARK: - Generic arguments

    /// `G`: applies generic arguments to a type and the types around it. The innermost type's come last.
    mutating func parseBoundGeneric() throws(SymbolError) {
        var lists: [[SymbolType]] = []
        repeat {
            var reversed: [SymbolType] = []
            while let type = popTypeIfPresent() { reversed.append(type) }
            lists.append(reversed.reversed())
            if popEmptyList() { break }
            guard popFirstElement() else { throw failure(.invalidOperand(.genericArguments)) }
        } while true
        guard case .nominal(let type) = try popType(), type.kind != .protocol else {
            throw failure(.invalidOperand(.nominalType))
        }
        try pushSubstitutable(.nominal(try apply(lists[...], to: type)))
    }

    /// Applies the first list to the type, and the others to its contexts.
    private func apply(_ lists: ArraySlice<[SymbolType]>, to type: SymbolNominal) throws(SymbolError) -> SymbolNominal {
        guard let arguments = lists.first else { return type }
        guard type.arguments.isEmpty else { throw failure(.invalidOperand(.nominalType)) }
        var type = type
        type.arguments = arguments
        type.context = try apply(lists.dropFirst(), to: type.context)
        return type
    }

    private func apply(_ lists: ArraySlice<[SymbolType]>, to context: SymbolContext) throws(SymbolError)
        -> SymbolContext
    {
        guard !lists.isEmpty else { return context }
        switch context {
        case .type(let type): return .type(try apply(lists, to: type))
        case .extension(let value):
            let type = try apply(lists, to: value.type)
            return .extension(SymbolExtension(module: value.module, type: type, signature: value.signature))
        case .entity(let entity):
            // Swift has no types in generic functions, so the arguments at this level and outside of it are empty.
            guard lists.allSatisfy(\.isEmpty), lists.count <= entity.genericLevels else {
                throw failure(.invalidOperand(.genericArguments))
            }
            return context
        case .module: throw failure(.invalidOperand(.genericArguments))
        }
    }
}
