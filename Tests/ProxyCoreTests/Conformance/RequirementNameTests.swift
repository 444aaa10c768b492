// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProxyCore

/// Names of requirements, read from symbols as the runtime prints them.
@Suite struct RequirementNameTests {
    @Test(arguments: [
        ("parser(_: FoundationXML.XMLParser, foundComment: Swift.String) -> ()", "parser(_:foundComment:)", true),
        ("may(Swift.String) -> ()", "may(_:)", true),
        ("none() async throws -> ()", "none()", true),
        ("tup((a: Swift.Int, b: Swift.String), (Swift.Int) -> ()) -> Swift.Int", "tup(_:_:)", false),
        ("map([Swift.String : Swift.Int], in: Swift.Result<Swift.Int, main.E>) -> ()", "map(_:in:)", true),
        ("same<A where A1: Swift.Equatable>(A1, A1) -> Swift.Bool", "same(_:_:)", false),
        ("title.getter : Swift.String", "title.get", false),
        ("title.setter : Swift.String", "title.set", true),
        ("subscript.getter : (index: Swift.Int) -> Swift.Int", "subscript(index:).get", false),
    ])
    func membersHaveTheNamesOfSelectors(text: String, name: String, isVoid: Bool) {
        let member = MemberText(text[...])
        #expect(member?.name == name && member?.isVoid == isVoid)
    }

    @Test func aWitnessNamesItsRequirement() throws {
        let text = SymbolText(
            "protocol witness for app.(P in _F7).may(Swift.String) -> () in conformance app.(T in _F7) : app.(P in _F7) in app"
        )
        let witness = try #require(text.witness)
        #expect(witness.protocolName == "P" && witness.member.name == "may(_:)" && witness.conformance == "app.T")
    }

    @Test func aDefaultBodyIsToldFromAnImplementation() {
        let name = RequirementName(Selector(protocolName: "P", name: "may(_:)"))
        let body = SymbolText("(extension in app):app.P.may(Swift.String) -> ()")
        let special = SymbolText("generic specialization <app.T> of (extension in app):app.P.may(Swift.String) -> ()")
        let own = SymbolText("app.T.may(Swift.String) -> ()")
        #expect(body.isDefaultBody(of: name) && special.isDefaultBody(of: name) && !own.isDefaultBody(of: name))
        #expect(own.isOwnMember(named: name.name) && !body.isOwnMember(named: name.name))
        #expect(!SymbolText("(extension in app):app.Q.may(Swift.String) -> ()").isDefaultBody(of: name))
    }

    @Test(arguments: [
        ("app.T.may(Swift.String) -> ()", "may(_:)"), ("merged app.T.may() -> ()", "may()"),
        ("function signature specialization <Arg[0] = Dead> of app.T.may() -> ()", "may()"),
        ("(extension in other):app.T.title.getter : Swift.Int", "title.get"), ("xapp.T.may() -> ()", nil),
        ("app.Tea.may() -> ()", nil), ("protocol descriptor for app.T", nil),
    ])
    func aMemberIsFoundByTheNameOfItsType(text: String, name: String?) {
        #expect(SymbolText(text).member(of: "app.T")?.name == name)
    }

    @Test func aProtocolIsNotTakenForOneWhoseNameEndsInTheSameWay() {
        let body = SymbolText("(extension in app):app.ViewDelegate.may() -> ()")
        #expect(body.memberOfExtension(of: "Delegate") == nil)
        #expect(body.memberOfExtension(of: "ViewDelegate")?.name == "may()")
    }

    /// Many characters begin with the same byte.
    @Test func namesMayBeginWithTheBytesOfOthers() {
        let body = SymbolText("(extension in 应用):应用.委托.应(应用.Österreich) -> ()")
        #expect(body.memberOfExtension(of: "委托")?.name == "应(_:)")
        #expect(body.memberOfExtension(of: "庄") == nil)
        #expect(SymbolText("Österreich.Ärger.b() -> ()").member(of: "Österreich.Ärger")?.name == "b()")
        #expect(SymbolText("Österreich.Ärger.b() -> ()").member(of: "Ä") == nil)
    }

    @Test func aSelectorLosesWhatTellsOverloadsApart() {
        #expect(RequirementName(Selector(protocolName: "P", name: "note(_:)(String)")).name == "note(_:)")
        #expect(RequirementName(Selector(protocolName: "P", name: "subscript(_:).get")).name == "subscript(_:).get")
        #expect(RequirementName(Selector(protocolName: "P", name: "title.set")).name == "title.set")
    }
}
