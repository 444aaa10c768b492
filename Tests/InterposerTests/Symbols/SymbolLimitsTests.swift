// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Interposer

@Suite struct SymbolLimitsTests {
    @Test func refusesUnknownOperatorsWithTheirPlace() {
        #expect(throws: SymbolError(code: .unknownOperator, offset: 20, operation: "Qo")) {
            try WitnessSymbol("$s5facts1SVAA1PA2aDPQo_vgTW")
        }
        #expect(error("$s5facts1SVAA1PA2aDPQo_vgTW")?.description == "offset 20, operator 'Qo': unknown operator")
    }

    @Test(arguments: ["", "$s", "main", "$s5facts1SVMn", "_TtC5facts1S", "$s5facts1SVAA1PA2aDP1xSivgTW.resume.0"])
    func refusesOtherSymbols(symbol: String) {
        #expect(error(symbol)?.code == .notWitness)
    }

    @Test(arguments: [
        "$sTW", "$s1aTW", "$sySiTW", "$s5facts1SVAA1PA2aDP1xSivgSiTW", "$s5facts1SVAA1PA2aDP1xSivpTW",
        "$s5facts1SVAA1PAA1QPAA1PP1xSivgTW", "$s5facts1SVAA1PA2aDP1xAZvgTW", "$s99facts1SVTW", "$s5facts1SVA1TW",
        "$s5facts1SVAA1PA2aDP1x99999999999999999999_vgTW", "$s5facts1SVAA1PA2aDP0yxSivgTW", "$sxq_qd__QyZZTW",
    ])
    func refusesDamagedSymbols(symbol: String) {
        #expect(error(symbol) != nil)
    }

    @Test func refusesSymbolsThatGrowExponentially() {
        // Each step makes a tuple of ten times the one before.
        let step = "Sg10A"
        let doubling = (0..<40).map { index in "A\(index == 0 ? "" : "\(index - 1)")_" }
        #expect(error("$s" + "Si" + String(repeating: "Sg", count: 200) + "TW")?.code == .tooLarge)
        #expect(error("$s" + "1aV" + step + doubling.joined() + "TW") != nil)
        var symbol = "$s1a1bVSg"
        for index in 0..<20 { symbol += "y\(letters(index + 2))\(letters(index + 2))_t_Sg" }
        #expect(error(symbol + "TW") != nil)
    }

    @Test func refusesTooManyOperands() {
        #expect(error("$s1aV1000000aTW") != nil)
        #expect(error("$s1a2000A1bTW") != nil)
        #expect(error("$s" + String(repeating: "y", count: SymbolLimits.operands + 1) + "TW")?.code == .tooLarge)
        #expect(error("$s" + String(repeating: "y", count: SymbolLimits.symbolBytes) + "TW")?.code == .tooLarge)
    }

    @Test func refusesIdentifiersThatGrowByWords() {
        let word = "8abcdefgh"
        let identifier = "0" + String(repeating: "a", count: 1000) + "0"
        #expect(error("$s" + word + identifier + "TW")?.code == .tooLarge)
    }

    @Test func survivesDamage() throws {
        let symbols = [
            "$s5facts1SVAA1PA2aDP1ayyqd___qd_0_tSHRd__7ElementQyd_0_Rsd__STRd_0_r0_lFTW",
            "$s5facts1OV1IVAASiRszrlE1KVySi_qd___qd0__Gs23CustomStringConvertibleAAsAIP11descriptionSSvgTW",
            "$s5facts1SVAA1PA2aDP1eyyyyYaYCXE_yyYAXEySi_SSztYbScMYcXEtFTW",
        ]
        for symbol in symbols {
            let bytes = Array(symbol.utf8)
            for index in 2..<bytes.count - 2 {
                var shorter = bytes
                shorter.remove(at: index)
                try check(shorter)
                for letter in "AGLQRSXYZ_dqy019$".utf8 {
                    var changed = bytes
                    changed[index] = letter
                    try check(changed)
                }
            }
        }
    }

    /// Checks that a symbol is refused, or means the same after mangling it again.
    private func check(_ bytes: [UInt8]) throws {
        guard let parsed = try? WitnessSymbol(String(decoding: bytes, as: UTF8.self)) else { return }
        #expect(try WitnessSymbol(parsed.mangled) == parsed)
        #expect(!parsed.conformingType.text.isEmpty)
    }

    private func error(_ symbol: String) -> SymbolError? {
        do throws(SymbolError) {
            _ = try WitnessSymbol(symbol)
            return nil
        } catch {
            return error
        }
    }

    private func letters(_ index: Int) -> String { index == 0 ? "A_" : "A\(index - 1)_" }
}
