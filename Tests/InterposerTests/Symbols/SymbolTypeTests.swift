// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Interposer

@Suite struct SymbolTypeTests {
    @Test(arguments: [
        ("Si", "Int"),
        ("SDySSSiGSg", "[String: Int]?"),
        ("SbSi_SS4nametc", "(Int, name: String) -> Bool"),
        ("s5Error_p", "any Error"),
        ("s5Error_pSg", "(any Error)?"),
        ("yXl", "AnyObject"),
        ("ypSg", "Any?"),
        ("yycSg", "(() -> Void)?"),
        ("SH_s5ErrorpXp", "any (Hashable & Error).Type"),
        ("s5Error_pm", "(any Error).Type"),
        ("Sl_pSi7ElementRts_XP", "any Collection<Self.Element == Int>"),
        ("s11InlineArrayVy$2_SiG", "InlineArray<3, Int>"),
        ("7ElementSTQz", "Self.Element"),
        ("Say7ElementSTQzG", "[Self.Element]"),
        ("ySiXC", "@convention(c) (Int) -> Void"),
        ("ySiYbScMYcXE", "@MainActor @Sendable (Int) -> Void"),
        ("Bi64_", "Builtin.Int64"),
        ("Bi8_Bv16_", "Builtin.Vec16xInt8"),
    ])
    func isWrittenAsInSource(mangled: String, text: String) throws {
        #expect(try requirement("x", "\(Self.withLabels(mangled))vg").result.text(names: .requirement) == text)
    }

    @Test(arguments: [
        "Si", "Sb", "SS", "SaySiG", "SDySSSaySiGG", "SiSg", "s5Error_p", "yp", "yXl", "SbSi_SS4nametc", "yyYac",
        "ySiYbc", "ySizXE", "ySaySiGnXE", "SiSSKc", "s6ResultOySis5Error_pG", "Si_SSt", "Sim", "ypXp", "s5Int64V",
        "SnySiG", "SH_pSg", "ScPm", "yyYaYbKc", "s11InlineArrayVy$2_SiG",
    ])
    func isFoundByTheRuntime(mangled: String) throws {
        let type = try requirement("x", "\(Self.withLabels(mangled))vg").result
        #expect(type.isConcrete)
        let found = try #require(_typeByName(type.runtimeName))
        let expected = try #require(_typeByName(mangled))
        #expect(ObjectIdentifier(found) == ObjectIdentifier(expected))
    }

    /// The type of a property; one of function type is preceded by its empty list of labels.
    private static func withLabels(_ mangled: String) -> String {
        mangled.hasSuffix("c") || mangled.hasSuffix("XE") ? "y\(mangled)" : mangled
    }

    @Test(arguments: ["x", "Sayqd__G", "7ElementSTQz", "xxQp_t", "xm", "Sl_pSi7ElementRts_XP", "yyXBSg"])
    func isNotConcreteIfTheRuntimeNeedsMore(mangled: String) throws {
        #expect(try !requirement("x", "\(mangled)vg").result.isConcrete)
    }

    @Test func omitsMarkerProtocolsAtRunTime() throws {
        let type = try requirement("x", "s8Sendable_pvg").result
        #expect(type.text == "any Sendable")
        #expect(type.mangled == "s8SendableP_p")
        #expect(type.runtimeName == "yp")
    }

    @Test func removesModifiersFromParameters() throws {
        let parameters = try requirement("f", "yySiz_SShSaySiGnScA_pSgYiSiYutF").parameters
        #expect(parameters.map { $0.type.text } == ["Int", "String", "[Int]", "(any Actor)?", "Int"])
        #expect(parameters.map(\.ownership) == [.inOut, .borrowing, .consuming, .implicit, .implicit])
        #expect(parameters.map(\.isIsolated) == [false, false, false, true, false])
        #expect(parameters.map(\.isSending) == [false, false, false, false, true])
    }
}
