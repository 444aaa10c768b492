// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SymbolParser {
    // MARK: - Pushing

    /// Pushes what the current operator made of the operands it popped.
    ///
    /// - Parameter bytes: The length of an identifier that the operator adds.
    mutating func push(_ operand: SymbolOperand, bytes: Int = 0) throws(SymbolError) {
        let size = SymbolSize(weight: popped.weight + 1 + bytes, depth: popped.depth + 1)
        try push(SizedOperand(operand: operand, size: size))
    }

    mutating func push(_ sized: SizedOperand) throws(SymbolError) {
        guard operands.count < SymbolLimits.operands, sized.size.weight <= SymbolLimits.weight,
            sized.size.depth <= SymbolLimits.depth
        else { throw failure(.tooLarge) }
        depth = max(depth, sized.size.depth)
        operands.append(sized)
    }

    mutating func push(type: SymbolType) throws(SymbolError) { try push(.type(type)) }

    /// Pushes a type that later operators can repeat.
    mutating func pushSubstitutable(_ type: SymbolType) throws(SymbolError) {
        try push(.type(type))
        makeLastSubstitutable()
    }

    mutating func makeLastSubstitutable() {
        if let last = operands.last { substitutions.append(last) }
    }

    // MARK: - Popping

    /// Pops the last operand if the closure accepts it.
    mutating func popIf<Value>(_ accept: (SymbolOperand) -> Value?) -> Value? {
        guard let last = operands.last, let value = accept(last.operand) else { return nil }
        operands.removeLast()
        popped.add(last.size)
        return value
    }

    /// Pops the last operand, or throws what was expected instead.
    mutating func pop<Value>(
        _ expected: SymbolError.Operand,
        _ accept: (SymbolOperand) -> Value?
    ) throws(SymbolError) -> Value {
        guard let value = popIf(accept) else { throw failure(.invalidOperand(expected)) }
        return value
    }

    mutating func popEmptyList() -> Bool {
        popIf { if case .emptyList = $0 { true } else { nil } } ?? false
    }

    mutating func popFirstElement() -> Bool {
        popIf { if case .firstElement = $0 { true } else { nil } } ?? false
    }

    mutating func popTypeIfPresent() -> SymbolType? {
        popIf { if case .type(let type) = $0 { type } else { nil } }
    }

    mutating func popType() throws(SymbolError) -> SymbolType {
        guard let type = popTypeIfPresent() else { throw failure(.invalidOperand(.type)) }
        return type
    }

    mutating func popIdentifierIfPresent() -> String? {
        popIf { if case .identifier(let text) = $0 { text } else { nil } }
    }

    mutating func popIdentifier() throws(SymbolError) -> String {
        guard let text = popIdentifierIfPresent() else { throw failure(.invalidOperand(.identifier)) }
        return text
    }

    mutating func popName() throws(SymbolError) -> SymbolName {
        try pop(.name) { operand in
            switch operand {
            case .identifier(let text): .identifier(text)
            // A discriminator without a name belongs to an initializer.
            case .name(.private(nil, _)): nil
            case .name(let name): name
            default: nil
            }
        }
    }

    /// Pops the discriminator of a private initializer or subscript.
    mutating func popDiscriminator() -> SymbolName? {
        popIf { if case .name(.private(let name, let text)) = $0 { .private(name, discriminator: text) } else { nil } }
    }

    mutating func popModule() throws(SymbolError) -> String {
        try pop(.module) { operand in
            switch operand {
            case .identifier(let name), .module(let name): name
            default: nil
            }
        }
    }

    mutating func popContext() throws(SymbolError) -> SymbolContext {
        try pop(.context) { operand in
            switch operand {
            case .identifier(let name), .module(let name): .module(name)
            case .type(.nominal(let type)): .type(type)
            case .extension(let value): .extension(value)
            case .entity(let entity): .entity(entity)
            default: nil
            }
        }
    }

    mutating func popEntity() throws(SymbolError) -> SymbolEntity {
        try pop(.declaration) { if case .entity(let entity) = $0 { entity } else { nil } }
    }

    /// Pops a protocol: as a type, or as a name and its context.
    mutating func popProtocol() throws(SymbolError) -> SymbolNominal {
        if let type = popTypeIfPresent() {
            guard case .nominal(let nominal) = type, nominal.kind == .protocol else {
                throw failure(.invalidOperand(.protocolType))
            }
            return nominal
        }
        let name = try popName()
        return SymbolNominal(kind: .protocol, context: try popContext(), name: name)
    }

    mutating func popConstraint() throws(SymbolError) -> SymbolConstraint {
        try pop(.constraint) { if case .constraint(let constraint) = $0 { constraint } else { nil } }
    }

    mutating func popSignatureIfPresent() -> SymbolSignature? {
        popIf { if case .signature(let signature) = $0 { signature } else { nil } }
    }

    mutating func popSignature() throws(SymbolError) -> SymbolSignature {
        guard let signature = popSignatureIfPresent() else { throw failure(.invalidOperand(.signature)) }
        return signature
    }

    /// Pops a list that is either marked as empty or whose first element is marked.
    mutating func popList<Element>(
        _ popElement: (inout SymbolParser) throws(SymbolError) -> Element
    ) throws(SymbolError) -> [Element] {
        if popEmptyList() { return [] }
        return try popNonemptyList(popElement)
    }

    mutating func popNonemptyList<Element>(
        _ popElement: (inout SymbolParser) throws(SymbolError) -> Element
    ) throws(SymbolError) -> [Element] {
        var reversed: [Element] = []
        var isFirst = false
        repeat {
            isFirst = popFirstElement()
            reversed.append(try popElement(&self))
        } while !isFirst
        return reversed.reversed()
    }

    mutating func popProtocols() throws(SymbolError) -> [SymbolNominal] {
        try popList { parser throws(SymbolError) in try parser.popProtocol() }
    }
}
