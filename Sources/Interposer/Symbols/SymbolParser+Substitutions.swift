// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SymbolParser {
    /// `A`: repeats earlier operands. `AbC` is number 1, then number 2; `A3b…` repeats number 1 three times; `A_` is
    /// number 26 and `A0_` number 27.
    mutating func parseSubstitutions() throws(SymbolError) {
        while true {
            let count = try readNatural()
            let letter = try next()
            switch letter {
            case "a"..."z": try pushSubstitution(Int(letter.value - 97), count: count)
            case "A"..."Z": return try pushSubstitution(Int(letter.value - 65), count: count)
            case "_": return try pushSubstitution((count ?? -1) + 27, count: nil)
            default: throw failure(.invalidText)
            }
        }
    }

    private mutating func pushSubstitution(_ index: Int, count: Int?) throws(SymbolError) {
        guard index < substitutions.count else { throw failure(.invalidText) }
        let operand = substitutions[index]
        for _ in 0..<max(1, count ?? 1) { try push(operand) }
    }

    /// `S`: a type or module that every symbol can abbreviate.
    mutating func parseStandardSubstitution() throws(SymbolError) {
        if skip("o") { return try push(.module("__C")) }
        if skip("C") { return try push(.module("__C_Synthesized")) }
        if skip("g") {
            let wrapped = try popType()
            return try pushSubstitutable(.nominal(.standard(.enum, "Optional", arguments: [wrapped])))
        }
        let count = try readNatural() ?? 1
        let isConcurrency = skip("c")
        let letter = try next()
        guard letter.isASCII, count > 0,
            let type = StandardTypes.type(for: UInt8(letter.value), isConcurrency: isConcurrency)
        else { throw failure(.unknownOperator) }
        for _ in 0..<count { try push(type: .nominal(type)) }
    }
}
