// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Interposer

@Suite struct WitnessSymbolTests {
    @Test func namesTypeProtocolAndRequirement() throws {
        let symbol = try WitnessSymbol("$s10Foundation10CGRectEdgeOSQAASQ2eeoiySbx_xtFZTW")
        #expect(symbol.conformingType.text == "CGRectEdge")
        #expect(symbol.proto.text == "Equatable")
        #expect(symbol.proto.module == "Swift")
        #expect(symbol.conformanceModule == "Foundation")
        #expect(symbol.requirement.isStatic)
        #expect(symbol.requirement.name == .operator("==", .infix))
        #expect(symbol.requirement.fullName == "==(_:_:)")
        #expect(symbol.requirement.text == "static ==(_: Self, _: Self) -> Bool")
        #expect(symbol.entry == .code)
    }

    @Test func readsLabelsAndGenericParameters() throws {
        let symbol = try WitnessSymbol("$s5facts3genyypSiF1LL_VAA1QA2aEP_1kqd__qd___SitcluisTW")
        let requirement = symbol.requirement
        #expect(requirement.kind == .subscript(.setter))
        #expect(requirement.labels == [nil, "k"])
        #expect(requirement.signature == SymbolSignature(parameterCounts: [1], constraints: []))
        #expect(requirement.parameters.map { $0.type.text(names: .requirement) } == ["T", "Int"])
        #expect(requirement.fullName == "subscript(_:k:).set")
    }

    /// Symbols and descriptors have a no-break space where source has a space.
    @Test func writesRawIdentifiersAsInSource() throws {
        let name = """
            $s1A0018mylamp_qgaHGJCFbhaVAA0021aprotocol_gjaEGGIBdkaA2aDP0018turnon_sgaFGJCFbha0018withme_sgaFGJCFbhaACSi\
            0020thefirst_liaADEDGcja_Sit_tFTW
            """
        let symbol = try WitnessSymbol(name)
        #expect(symbol.proto.text == "`a protocol`")
        #expect(symbol.conformingType.text == "`my lamp`")
        #expect(symbol.requirement.fullName == "`turn on`(`with me`:)")
        #expect(symbol.requirement.text == "`turn on`(`with me`: (`the first`: Int, Int)) -> `my lamp`")
        #expect(symbol.requirement.parameters.map(\.label) == ["`with me`"])
        // The runtime finds a type by the name that its descriptor has.
        #expect(symbol.conformingType.mangled == "1A10`my\u{A0}lamp`V")
    }

    @Test func readsConstraintsInOrder() throws {
        let requirement = try requirement("a", "yyqd___qd_0_tSHRd__7ElementQyd_0_Rsd__STRd_0_r0_lF")
        #expect(requirement.signature?.parameterCounts == [2])
        #expect(requirement.text == "a<T, U where T: Hashable, T == U.Element, U: Sequence>(_: T, _: U) -> Void")
    }

    @Test func readsEffects() throws {
        let requirement = try requirement("c", "ySSSaySiGnYaScEYKF")
        #expect(requirement.isAsync)
        #expect(requirement.throwing == .typed(.nominal(.standard(.structure, "CancellationError"))))
        #expect(requirement.parameters.map(\.ownership) == [.consuming])
        #expect(requirement.text == "c(_: consuming [Int]) async throws(CancellationError) -> String")
    }

    @Test func passesVariadicParametersAsArrays() throws {
        let requirement = try requirement("", "1axSgSid_tcfC", prefix: "")
        #expect(requirement.kind == .initializer)
        #expect(requirement.parameters.map { $0.type.text } == ["[Int]"])
        #expect(requirement.text == "init(a: Int...) -> Self?")
    }

    @Test func readsPropertiesOfFunctionType() throws {
        let requirement = try requirement("h", "yySicvg")
        #expect(requirement.function == nil)
        #expect(requirement.result.text == "(Int) -> Void")
        #expect(requirement.fullName == "h.get")
    }

    @Test(arguments: [
        ("g", "x.get"), ("s", "x.set"), ("M", "x._modify"), ("r", "x._read"), ("x", "x.yielding mutate"),
        ("y", "x.yielding borrow"), ("b", "x.borrow"), ("z", "x.mutate"),
    ])
    func knowsAccessors(letter: String, name: String) throws {
        #expect(try requirement("x", "Siv\(letter)").fullName == name)
    }

    @Test func tellsRecordsFromCode() throws {
        #expect(try WitnessSymbol("$s5facts3ActCAA2PaA2aDP1myyYaFTWTu").entry == .asyncFunctionPointer)
        #expect(try WitnessSymbol("$s5facts1SVAA1PA2aDP1xSivxTWTwc").entry == .coroutineFunctionPointer)
        let thunk = try WitnessSymbol("$s2di2DACAA5XDistA2aDP3sayySSSiYaKFTWTETu")
        #expect(thunk.entry == .distributedThunkPointer)
        #expect(thunk.requirement.text == "say(_: Int) async throws -> String")
        #expect(thunk.mangled.hasSuffix("TWTETu"))
        #expect(WitnessSymbol.entry(ofSymbol: "$s5facts3ActCAA2PaA2aDP1myyYaFTWTY0_".utf8) == nil)
    }

    @Test func acceptsOldAndEmbeddedPrefixes() throws {
        let symbol = try WitnessSymbol("$s5facts1SVAA1PA2aDP1xSivgTW")
        #expect(try WitnessSymbol("$S5facts1SVAA1PA2aDP1xSivgTW") == symbol)
        #expect(try WitnessSymbol("$e5facts1SVAA1PA2aDP1xSivgTW") == symbol)
    }

    @Test func readsConditionalConformances() throws {
        let symbol = try WitnessSymbol("$s5facts1OVyxGSHAASHRzlSH9hashValueSivgTW")
        #expect(symbol.conformingType.text == "O<A>")
        #expect(
            symbol.conditions?.constraints == [
                .conformance(.parameter(depth: 0, index: 0), .standard(.protocol, "Hashable"))
            ]
        )
    }

    @Test func readsTypesInFunctionsAndClosures() throws {
        let local = "$s5facts3cloypycvpfiypycfU_2E2L_Os23CustomStringConvertibleAAsAEP11descriptionSSvgTW"
        let symbol = try WitnessSymbol(local)
        #expect(symbol.conformingType.text == "E2")
        guard case .nominal(let type) = symbol.conformingType, case .entity(let closure) = type.context else {
            Issue.record("\(symbol.conformingType)")
            return
        }
        #expect(closure.kind == .explicitClosure(index: 0))
        #expect(type.module == "facts")
    }

    @Test(arguments: [
        "$s5facts1OV1IVAASiRszrlE1KVySi_qd___qd0__Gs23CustomStringConvertibleAAsAIP11descriptionSSvgTW",
        "$s5facts1SVAA1PA2aDP0014_9lives_CBJCagayyACYiFTW",
        "$s5facts1SVAA1PA2aDP1eyyyyYaYCXE_yyYAXEySi_SSztYbScMYcXEtFTW",
        "$s5facts1SVAA1PA2aDP1nyyqd__nRi_d__Ri0_d__lFTW",
        "$s20FoundationEssentials10ExpressionVyxxQp_QPq_Gs23CustomStringConvertibleAAsAEP11descriptionSSvgTW",
        "$sSJs51_ExpressibleByBuiltinExtendedGraphemeClusterLiteralssAAP08_builtindeG"
            + "017utf8CodeUnitCount7isASCIIxBp_BwBi1_tcfCTW",
    ])
    func manglesAgain(symbol: String) throws {
        let parsed = try WitnessSymbol(symbol)
        #expect(try WitnessSymbol(parsed.mangled) == parsed)
    }
}

/// Parses a requirement of a protocol `facts.P`.
func requirement(_ name: String, _ rest: String, prefix: String? = nil) throws -> SymbolEntity {
    let name = prefix ?? "\(name.utf8.count)\(name)"
    return try WitnessSymbol("$s5facts1SVAA1PA2aDP\(name)\(rest)TW").requirement
}
