// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@Suite struct SignatureTests {
    @Test func tellsNamesAndTypesOfAProxyWrittenByHandBeforeTheFirstCall() throws {
        let recorder = Recorder()
        let proxy = SampleProxy(recorder: recorder)
        let status = try #require(recorder.proxies.first?.requirements)
        #expect(
            status.map(\.signature.text) == [
                "func count(_ number: Int, named name: String)",
                "func answer(to question: String) -> Int",
                "func load(_ path: String) throws -> [String]",
                "func changed(_ values: [String: Int], _ object: AnyObject, _ optional: String?)",
            ]
        )
        #expect(status[0].signature.parameters.map(\.label) == [nil, "named"])
        #expect(status[0].signature.parameters.map(\.name) == ["number", "name"])
        #expect(status[0].signature.parameters.map(\.typeName) == ["Int", "String"])
        #expect(status.map(\.signature.resultTypeName) == [nil, "Int", "[String]", nil])
        withExtendedLifetime(proxy) {}
    }

    @Test func putsTogetherWhatASelectorKnows() {
        let text = MethodSelector<Never, (String) -> Void, Void>("run(then:)", of: "P", parameter: "body")
        #expect(text.requirement.signature.text == "func run(then body: @escaping (String) -> ())")
        let getter = MethodSelector<Never, Void, String>("topic.get", of: "P", parameters: [], traits: .throwing)
        #expect(getter.requirement.signature.text == "var topic: String { get throws }")
        let setter = MethodSelector<Never, String, Void>("topic.set", of: "P", parameter: "newValue")
        #expect(setter.requirement.signature.text == "var topic: String { set }")
        let row = MethodSelector<Never, (String, Int), Void>(
            "subscript(row:).set",
            of: "P",
            parameters: ["newValue", "row"]
        )
        #expect(row.requirement.signature.text == "subscript(row row: Int) -> String { set }")
        #expect(row.requirement.signature.parameters.map(\.label) == [nil, "row"])
        let both = MethodSelector<Never, (Int, Int), [Int]>(
            "pick(_:at:)(Int, Int)",
            of: "P",
            parameters: ["item", "at"],
            traits: [.async, .throwing]
        )
        #expect(both.requirement.signature.text == "func pick(_ item: Int, at: Int) async throws -> [Int]")
    }

    @Test(
        arguments: [
            (
                "func edit(_ text: inout String, in range: Range<Int>) throws(EditError) -> (Int) -> Bool",
                ["_ text: inout String", "in range: Range<Int>"], "(Int) -> Bool"
            ),
            (
                "func map<T: Box<(Int) -> T>>(each: [String: T], with body: (T) throws -> Void) rethrows -> [T] where T: P",
                ["each each: [String: T]", "with body: (T) throws -> Void"], "[T]"
            ),
            ("func stop()", [], nil),
            ("var topic: [String: Int] { get async throws(E) }", [], "[String: Int]"),
            (
                "subscript(row: Int, of section: Int) -> (a: Int, b: Int) { get }", ["_ row: Int", "of section: Int"],
                "(a: Int, b: Int)"
            ),
        ] as [(String, [String], String?)]
    )
    func readsWhatAGeneratedProxyBringsAlong(declaration: String, parameters: [String], result: String?) {
        let name =
            declaration.hasPrefix("var") ? "x.get" : declaration.hasPrefix("sub") ? "subscript(_:of:).get" : "x()"
        let selector = MethodSelector<Never, Void, Int>(name, of: "P", parameters: [], declaration: declaration)
        let signature = selector.requirement.signature
        #expect(signature.text == declaration)
        #expect(signature.parameters.map { "\($0.label ?? "_") \($0.name): \($0.typeName)" } == parameters)
        #expect(signature.resultTypeName == result)
    }

    @Test func aSettersNewValueComesFirst() {
        let selector = MethodSelector<Never, (Int, Int), Void>(
            "subscript(_:).set",
            of: "P",
            parameters: ["newValue", "row"],
            declaration: "subscript(row: Int) -> any Sequence<Int> { set }"
        )
        let signature = selector.requirement.signature
        #expect(signature.parameters.map(\.name) == ["newValue", "row"])
        #expect(signature.parameters.map(\.typeName) == ["any Sequence<Int>", "Int"])
        #expect(signature.resultTypeName == nil)
    }
}
