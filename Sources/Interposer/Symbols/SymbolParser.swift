// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Parses a mangled symbol: a sequence of postfix operators that push and pop operands.
///
/// Refuses what it doesn't know. Accepts arbitrary text: sizes are bounded by `SymbolLimits`, and nothing recurses while
/// parsing.
///
/// - SeeAlso: swiftlang/swift, `docs/ABI/Mangling.rst`.
struct SymbolParser {
    let bytes: [UInt8]
    var position = 0
    /// Where the current operator starts.
    private(set) var operatorStart = 0
    var operands: [SizedOperand] = []
    /// The deepest nesting of an operand so far.
    var depth = 0
    /// The size of what the current operator popped.
    var popped = SymbolSize()
    /// What an `A` operator can repeat.
    var substitutions: [SizedOperand] = []
    /// Words of earlier identifiers that later ones can repeat: ranges of `bytes`.
    var words: [Range<Int>] = []

    /// - Throws: `SymbolError` with `.notWitness` if the symbol doesn't start as a Swift symbol does, or `.tooLarge`.
    init(_ symbol: some StringProtocol) throws(SymbolError) {
        bytes = Array(symbol.utf8.prefix(SymbolLimits.symbolBytes + 1))
        guard bytes.count <= SymbolLimits.symbolBytes else { throw failure(.tooLarge) }
        guard bytes.count > 2, bytes[0] == UInt8(ascii: "$"), "sSe".utf8.contains(bytes[1]) else {
            throw failure(.notWitness)
        }
        position = 2
        operatorStart = 2
    }

    /// Whether no bytes are left.
    var isAtEnd: Bool { position == bytes.count }

    /// The bytes that are left.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    /// Marks the start of an operator.
    mutating func beginOperator() {
        operatorStart = position
        popped = SymbolSize()
    }

    /// Reads one operator and applies it.
    mutating func parseOperator() throws(SymbolError) {
        beginOperator()
        let letter = try next()
        switch letter {
        case "0"..."9":
            position -= 1
            try parseIdentifier()
        case "A": try parseSubstitutions()
        case "S": try parseStandardSubstitution()
        case "B", "X", "Y", "Q", "c", "h", "m", "n", "p", "q", "t", "x", "z", "$":
            try parseTypeOperator(letter)
        case "C", "V", "O", "P", "a": try parseNominal(letter)
        case "E": try parseExtension()
        case "G": try parseBoundGeneric()
        case "F", "Z", "f", "i", "v": try parseEntity(letter)
        case "R", "l", "r", "u": try parseGenericOperator(letter)
        case "K": try push(.attribute(.throwing(.anyError)))
        case "L": try parseLocalName()
        case "o": try parseOperatorName()
        case "s": try push(.module("Swift"))
        case "d": try push(.variadic)
        case "y": try push(.emptyList)
        case "_": try push(.firstElement)
        default: throw failure(.unknownOperator)
        }
    }

    private mutating func parseTypeOperator(_ letter: Unicode.Scalar) throws(SymbolError) {
        switch letter {
        case "B": try parseBuiltin()
        case "X": try parseSpecialType()
        case "Y": try parseAnnotation()
        case "Q": try parseArchetype()
        case "c": try pushFunctionType(.escaping)
        case "m": try push(type: .metatype(try popType()))
        case "p": try push(type: .existential(SymbolExistential(protocols: try popProtocols())))
        case "q": try push(type: try readGenericParameter())
        case "t": try push(type: .tuple(try popElements()))
        case "x": try push(type: .parameter(depth: 0, index: 0))
        case "$": try parseInteger()
        default: try pushModified(SymbolModifier(rawValue: String(letter)))
        }
    }

    private mutating func parseGenericOperator(_ letter: Unicode.Scalar) throws(SymbolError) {
        switch letter {
        case "R": try parseConstraint()
        case "u":
            let signature = try popSignature()
            try push(type: .generic(signature, try popType()))
        default: try parseSignature(hasCounts: letter == "r")
        }
    }
}
