// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SymbolParser {
    /// `l` and `r`: a generic signature; `l` alone has one parameter.
    mutating func parseSignature(hasCounts: Bool) throws(SymbolError) {
        var counts = hasCounts ? [] : [1]
        while hasCounts, !skip("l") {
            counts.append(skip("z") ? 0 : try readIndex() + 1)
            guard counts.count <= SymbolLimits.depth, counts[counts.count - 1] <= SymbolLimits.operands else {
                throw failure(.tooLarge)
            }
        }
        var reversed: [SymbolConstraint] = []
        while let constraint = popIf({ if case .constraint(let value) = $0 { value } else { nil } }) {
            reversed.append(constraint)
        }
        try push(.signature(SymbolSignature(parameterCounts: counts, constraints: reversed.reversed())))
    }

    // MARK: - Associated types

    /// `Q`: an associated type, a pack or the expansion of a pack.
    mutating func parseArchetype() throws(SymbolError) {
        switch try next() {
        case "z": try pushSubstitutable(try popMember(.parameter(depth: 0, index: 0)))
        case "Z": try pushSubstitutable(try popMemberPath(.parameter(depth: 0, index: 0)))
        case "y": try pushSubstitutable(try popMember(try readGenericParameter()))
        case "Y": try pushSubstitutable(try popMemberPath(try readGenericParameter()))
        case "x": try pushSubstitutable(try popMember(nil))
        case "X": try pushSubstitutable(try popMemberPath(nil))
        case "P":
            try push(type: .pack(try popList { parser throws(SymbolError) in try parser.popType() }))
        case "p":
            let count = try popType()
            try push(type: .packExpansion(pattern: try popType(), count: count))
        default: throw failure(.unknownOperator)
        }
    }

    /// Pops an associated type's name; its base too if that isn't known.
    private mutating func popMember(_ base: SymbolType?) throws(SymbolError) -> SymbolType {
        let member = try popMemberName()
        return .member(of: try popBase(base), name: member.name, protocol: member.protocol)
    }

    /// Pops the names of `A.B.C`.
    private mutating func popMemberPath(_ base: SymbolType?) throws(SymbolError) -> SymbolType {
        let path = try popNonemptyList { parser throws(SymbolError) in try parser.popMemberName() }
        var type = try popBase(base)
        for member in path {
            type = .member(of: type, name: member.name, protocol: member.protocol)
            popped.depth += 1
        }
        return type
    }

    private mutating func popBase(_ known: SymbolType?) throws(SymbolError) -> SymbolType {
        if let known { return known }
        return try popType()
    }

    private mutating func popMemberName() throws(SymbolError) -> (name: String, protocol: SymbolNominal?) {
        guard let type = popTypeIfPresent() else { return (try popIdentifier(), nil) }
        guard case .nominal(let nominal) = type, nominal.kind == .protocol else {
            throw failure(.invalidOperand(.protocolType))
        }
        return (try popIdentifier(), nominal)
    }

    // MARK: - Constraints

    /// `R`: a constraint. Its letter tells the relation and where the constrained type is.
    mutating func parseConstraint() throws(SymbolError) {
        let letter = try next()
        switch letter {
        case "p", "P", "Q": try parseConformance(try readSubject(letter))
        case "b", "c", "C", "B": try parseSuperclass(try readSubject(letter))
        case "s", "t", "T", "S": try parseSameType(try readSubject(letter))
        case "l", "m", "M", "L": try parseLayoutConstraint(try readSubject(letter))
        case "i", "j", "J", "I": try parseSuppression(letter)
        case "h":
            let subject = try readGenericParameter()
            try push(.constraint(.sameShape(subject, try popType())))
        case "v": try push(.constraint(.pack(try readGenericParameter())))
        case "V":
            let subject = try readGenericParameter()
            try push(.constraint(.value(subject, try popType())))
        default:
            position -= 1
            try parseConformance(try readGenericParameter())
        }
    }

    /// The constrained type: a generic parameter, its associated type, a path of those, or any type on the stack.
    private mutating func readSubject(_ letter: Unicode.Scalar) throws(SymbolError) -> SymbolType {
        switch letter {
        case "b", "s", "l", "i": return try readGenericParameter()
        case "Q", "B", "S", "L", "I": return try popType()
        case "p", "c", "t", "m", "j": return try remember(try popMember(try readGenericParameter()))
        default: return try remember(try popMemberPath(try readGenericParameter()))
        }
    }

    /// Makes the constrained type available to later operators.
    private mutating func remember(_ type: SymbolType) throws(SymbolError) -> SymbolType {
        let size = SymbolSize(weight: popped.weight + 1, depth: popped.depth + 1)
        substitutions.append(SizedOperand(operand: .type(type), size: size))
        return type
    }

    private mutating func parseConformance(_ subject: SymbolType) throws(SymbolError) {
        try push(.constraint(.conformance(subject, try popProtocol())))
    }

    private mutating func parseSuperclass(_ subject: SymbolType) throws(SymbolError) {
        try push(.constraint(.superclass(subject, try popType())))
    }

    private mutating func parseSameType(_ subject: SymbolType) throws(SymbolError) {
        try push(.constraint(.sameType(subject, try popType())))
    }

    private mutating func parseSuppression(_ letter: Unicode.Scalar) throws(SymbolError) {
        guard let suppression = SymbolSuppression(rawValue: try readIndex()) else { throw failure(.unknownOperator) }
        try push(.constraint(.suppressed(try readSubject(letter), suppression)))
    }

    private mutating func parseLayoutConstraint(_ subject: SymbolType) throws(SymbolError) {
        let layout: SymbolLayout
        switch try next() {
        case "U": layout = .unknown
        case "R": layout = .object
        case "N": layout = .nativeObject
        case "C": layout = .anyClass
        case "D": layout = .nativeClass
        case "T": layout = .trivial
        case "E": layout = .trivialSize(bits: try readIndex(), alignment: try readIndex())
        case "e": layout = .trivialSize(bits: try readIndex(), alignment: nil)
        case "M": layout = .trivialSizeAtMost(bits: try readIndex(), alignment: try readIndex())
        case "m": layout = .trivialSizeAtMost(bits: try readIndex(), alignment: nil)
        default: throw failure(.unknownOperator)
        }
        try push(.constraint(.layout(subject, layout)))
    }
}
