// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import InspectorServer

/// What `make-test` writes for each kind of value and call. `ReleaseTests/test_make_test.py` compiles and runs it.
@Suite struct TestWritingTests {
    private func value(_ kind: RecordedValue.Kind, _ type: String = "", _ content: RecordedValue.Content = .none)
        -> RecordedValue
    {
        RecordedValue(typeName: type, kind: kind, content: content)
    }

    private func literal(_ value: RecordedValue) throws -> String {
        var writer = ValueLiteral(call: 1, fixtures: FixtureNames())
        return try writer.expression(value)
    }

    @Test func plainValuesAreLiterals() throws {
        #expect(try literal(value(.nil, "Int?")) == "nil")
        #expect(try literal(value(.scalar, "Bool", .bool(true))) == "true")
        #expect(try literal(value(.scalar, "Int", .signed(.min))) == "-9223372036854775808")
        #expect(try literal(value(.scalar, "UInt", .unsigned(.max))) == "18446744073709551615")
        #expect(try literal(value(.scalar, "Double", .double(0.1 + 0.2))) == "0.30000000000000004")
        #expect(try literal(value(.scalar, "Double", .double(-.infinity))) == "-.infinity")
        #expect(try literal(value(.scalar, "Float", .float(.nan))) == ".nan")
        let text = value(.string, "String", .text("a\"\\\n\u{202E}é 😀"))
        #expect(try literal(text) == #""a\"\\\n\u{202e}é \u{1f600}""#)
    }

    @Test func listsTuplesAndCasesAreWrittenWithTheirParts() throws {
        var list = value(.list, "[Int]")
        list.children = [value(.scalar, "Int", .signed(1)), value(.scalar, "Int", .signed(2))]
        list.count = 2
        #expect(try literal(list) == "[1, 2]")
        var map = value(.map, "[String: [Int]]")
        #expect(try literal(map) == "[:]")
        map.children = [value(.string, "String", .text("a")), list]
        map.count = 1
        #expect(try literal(map) == "[\"a\": [1, 2]]")
        // An import names types as it likes.
        map.typeName = "[:]"
        #expect(try literal(map) == "[\"a\": [1, 2]]")
        var payload = value(.tuple)
        payload.children = [
            RecordedValue(label: "x", typeName: "Int", kind: .scalar, content: .signed(1)),
            RecordedValue(typeName: "Bool", kind: .scalar, content: .bool(false)),
        ]
        #expect(try literal(payload) == "(x: 1, false)")
        var known = value(.enum, "Shape", .text("circle"))
        #expect(try literal(known) == ".circle")
        #expect(try literal(value(.enum, "Mode?", .text("none"))) == ".some(.none)")
        #expect(try literal(value(.enum, "Mode?", .text("all"))) == ".all")
        #expect(try literal(value(.enum, "Mode", .text("none"))) == ".none")
        known.children = [payload]
        known.count = 1
        #expect(try literal(known) == ".circle(x: 1, false)")
        payload.children = [
            RecordedValue(label: ".0", typeName: "Int", kind: .scalar, content: .signed(1)),
            RecordedValue(label: ".1", typeName: "String", kind: .string, content: .text("s")),
        ]
        #expect(try literal(payload) == #"(1, "s")"#)
        known.children = [payload]
        #expect(try literal(known) == #".circle(1, "s")"#)
        payload.children.swapAt(0, 1)
        #expect(throws: ValueLiteral.Fault(reason: "'.1' is no name for a label")) { try literal(payload) }
        let address = value(.struct, "URL?", .text("http://a.example/"))
        #expect(try literal(address) == #"URL(string: "http://a.example/")!"#)
        #expect(try literal(value(.bytes, "Data", .bytes([1, 255], hash: 0))) == "Data([1, 255])")
        #expect(try literal(value(.bytes, "[UInt8]?", .bytes([1, 255], hash: 0))) == "[1, 255]")
        #expect(try literal(value(.bytes, "[UInt8]", .bytes([], hash: 0))) == "[]")
    }

    /// Regression test: `Decimal(string: "NaN")!` stops the test.
    @Test func aDecimalThatIsNoNumberIsWrittenByItsName() throws {
        #expect(try literal(value(.struct, "Decimal", .text("1.50"))) == #"Decimal(string: "1.50")!"#)
        #expect(try literal(value(.struct, "Decimal?", .text("NaN"))) == "Decimal.nan")
    }

    @Test func nestedOptionalsAreWrittenIfTheRecordTellsWhichIsNil() throws {
        let reason = "it is nil, and the recording does not tell which optional of Int?? is"
        #expect(throws: ValueLiteral.Fault(reason: reason)) { try literal(value(.nil, "Int??")) }
        #expect(try literal(value(.scalar, "Int??", .signed(1))) == "1")
        #expect(try literal(value(.enum, "Mode??", .text("none"))) == ".some(.some(.none))")
        #expect(
            try literal(value(.struct, "URL??", .text("http://a.example/"))) == #"URL(string: "http://a.example/")!"#
        )
    }

    /// Regression test: `[nil]`, `[.red]` and `[1.0, .nan]` are no lists of `Any`.
    @Test func valuesWhosePlaceHasNoTypeNameTheirOwn() throws {
        var list = value(.list, "[Any]")
        list.children = [
            value(.scalar, "Int", .signed(1)), value(.scalar, "UInt8", .signed(2)), value(.nil, "Int?"),
            value(.string, "String", .text("a")), value(.enum, "Color", .text("red")),
            value(.scalar, "Double", .double(.nan)), value(.scalar, "Bool", .bool(true)),
        ]
        list.count = list.children.count
        let text = #"[1, 2 as UInt8, nil as Int?, "a", .red as Color, .nan as Double, true]"#
        #expect(try literal(list) == text)
        var writer = ValueLiteral(call: 1, fixtures: FixtureNames())
        #expect(try writer.expression(list, namesType: true) == "\(text) as [Any]")
        var map = value(.map, "[String: Any]?")
        map.children = [value(.string, "String", .text("a")), value(.map, "[Int: Int]")]
        map.count = 1
        #expect(try literal(map) == #"["a": [:] as [Int: Int]]"#)
        // Elements of the declared type need none.
        var modes = value(.list, "[Mode?]")
        modes.children = [value(.enum, "Mode", .text("all")), value(.nil, "Mode?")]
        #expect(try literal(modes) == "[.all, nil]")
        list.children = [value(.enum, "(unknown context at $7f).Color", .text("red"))]
        list.count = 1
        let reason = "its place does not tell its type, and source can't name '(unknown context at $7f).Color'"
        #expect(throws: ValueLiteral.Fault(reason: reason)) { try literal(list) }
    }

    @Test func whatWasNotRecordedAsAWholeIsRefusedWithTheReason() {
        var cut = value(.string, "String", .text("aaa"))
        cut.truncation = RecordedValue.Truncation(.length, original: 5_000)
        var short = value(.list, "[Int]")
        short.count = 3
        let cases: [(RecordedValue, String)] = [
            (cut, "the recording holds only a part of it, of 5000"), (short, "the recording holds 0 of its 3 elements"),
            (value(.function, "() -> ()"), "it is a closure, which a recording can't hold"),
            (value(.redacted, "String", .text("secret")), "a rule hid it from the recording"),
        ]
        for (value, reason) in cases {
            #expect(throws: ValueLiteral.Fault(reason: reason)) { try literal(value) }
        }
    }

    /// Regression test: all logins of one user were one constant, whatever the passwords were.
    @Test func aStructWithAPartThatWasCutOrHiddenIsRefusedSinceOthersHaveTheSameRecord() {
        var login = value(.struct, "Login")
        login.children = [
            RecordedValue(label: "user", typeName: "String", kind: .string, content: .text("ann")),
            RecordedValue(label: "password", typeName: "String", kind: .redacted, content: .text("secrets")),
        ]
        login.count = 2
        let hidden = ValueLiteral.Fault(reason: "a rule hid a part of it from the recording")
        #expect(throws: hidden) { try literal(login) }
        var session = value(.struct, "Session")
        session.children = [login]
        session.count = 1
        #expect(throws: hidden) { try literal(session) }
        var state = value(.enum, "State", .text("open"))
        state.children = [session]
        state.count = 1
        #expect(throws: hidden) { try literal(state) }
        // A case that source can't name would be a constant.
        state.content = .none
        #expect(throws: hidden) { try literal(state) }

        login.children[1] = RecordedValue(label: "password", typeName: "String", kind: .string, content: .text("aa"))
        login.children[1].truncation = RecordedValue.Truncation(.length, original: 3)
        let cut = ValueLiteral.Fault(reason: "the recording holds only a part of it")
        #expect(throws: cut) { try literal(login) }
    }

    /// An object is told from others by its address, not by what the recording has of its state.
    @Test func aStructWithAnObjectOfWhichAPartIsHiddenIsMade() throws {
        var task = RecordedValue(label: "task", typeName: "URLSessionTask", kind: .object, content: .address(7))
        task.children = [RecordedValue(label: "headers", typeName: "String", kind: .redacted)]
        var download = value(.struct, "Download")
        download.children = [task]
        download.count = 1
        #expect(try literal(download) == "fixtures.makeDownload(task: fixtures.urlSessionTask1)")
    }

    /// Regression test: the word in place of a secret was written as if it were the secret.
    @Test(arguments: [
        "https://u:redacted@h/", "//u:redacted@h/", "https://h/?token=redacted", "https://h/?a=1&token=redacted#b",
        "https://h/#/route?token=redacted", "https://h/?ticket=redacted&a=1",
    ]) func aURLWithoutItsSecretsIsRefused(text: String) {
        let fault = ValueLiteral.Fault(reason: "a rule hid a part of it from the recording")
        #expect(throws: fault) { try literal(value(.struct, "URL?", .text(text))) }
        #expect(throws: fault) { try literal(value(.struct, "URLComponents", .text(text))) }
        var request = value(.struct, "URLRequest", .text("GET \(text)"))
        request.children = [RecordedValue(label: "url", typeName: "URL", kind: .struct, content: .text(text))]
        request.count = 1
        #expect(throws: fault) { try literal(request) }
    }

    @Test func aURLWithTheWordForSecretsInAnotherPlaceIsWritten() throws {
        for text in ["https://redacted@redacted/redacted?redacted#redacted", "https://h/?a=redacted1", "a:redacted"] {
            #expect(try literal(value(.struct, "URL", .text(text))) == "URL(string: \"\(text)\")!")
        }
        let hidden = ValueLiteral.Fault(reason: "a rule hid a part of it from the recording")
        #expect(throws: hidden) { try literal(value(.struct, "URLQueryItem", .text("token=redacted"))) }
        #expect(try literal(value(.struct, "URLQueryItem", .text("redacted=1"))) == "fixtures.urlQueryItem1")
    }

    /// Regression test: a test expected the word in place of a secret, which no run gives.
    @Test func anAnswerOrAnErrorWithoutItsSecretsIsRefused() throws {
        var calls = try self.calls { samples in
            _ = samples.ask(4)
            _ = samples.ask(-1)
        }
        let url = value(.struct, "URL", .text("https://h/?token=redacted"))
        var fields = value(.map, "[String: String]")
        fields.children = [
            value(.string, "String", .text("Link")),
            value(.string, "String", .text("<https://h/?token=redacted>; rel=next")),
        ]
        calls[1].error?.children = [url]
        for hidden in [url, fields] {
            calls[0].result = hidden
            let written = lines(of: calls)
            for what in ["answer", "error"] {
                let reason = "meter(_:shouldRepeat:): a rule hid a part of the \(what) from the recording"
                #expect(written.contains { $0.hasPrefix("#error(") && $0.contains(reason) }, "\(written)")
            }
            #expect(!written.contains { $0.hasPrefix("#expect(") && $0.contains("redacted") })
        }
        // A text is recorded as it is.
        calls[0].result = value(.string, "String", .text("https://h/?token=redacted"))
        #expect(lines(of: calls).contains(#"#expect(result1 == "https://h/?token=redacted")"#))
    }

    @Test func theSameObjectHasTheSameNameAndOtherValuesAreToldApartByTheirParts() {
        var names = FixtureNames()
        let object = { (address: UInt) in value(.object, "XMLParser", .address(address)) }
        #expect(names.name(for: object(1), in: 1) == "xmlParser1")
        #expect(names.name(for: object(2), in: 2) == "xmlParser2")
        #expect(names.name(for: object(1), in: 3) == "xmlParser1")
        var contact = value(.struct, "App.Contact")
        contact.children = [RecordedValue(label: "name", typeName: "String", kind: .string, content: .text("Ada"))]
        #expect(names.name(for: contact, in: 4) == "contact1")
        contact.children[0].content = .text("Grace")
        #expect(names.name(for: contact, in: 5) == "contact2")
        #expect(names.all.map(\.firstCall) == [1, 2, 4, 5])
        // Bytes are told apart to the last.
        var blob = value(.bytes, "Blob", .bytes(Array(0..<20), hash: 0))
        blob.count = 20
        #expect(names.name(for: blob, in: 6) == "blob1")
        blob.content = .bytes(Array(0..<19) + [0], hash: 1)
        #expect(names.name(for: blob, in: 7) == "blob2")
        // So are values whose own text leaves a part out.
        var request = value(.struct, "URLRequest", .text("POST https://example.org/a"))
        request.children = [RecordedValue(label: "body", typeName: "Data", kind: .bytes, content: .bytes([1], hash: 0))]
        #expect(names.name(for: request, in: 8) == "urlRequest1")
        request.children[0].content = .bytes([2, 3], hash: 0)
        #expect(names.name(for: request, in: 9) == "urlRequest2")
        #expect(names.name(for: request, in: 10) == "urlRequest2")
        let stems = ["URLSession": "urlSession", "ID": "id", "[Item]": "items", "Box<Int>": "box", "() -> ()": "value"]
        for (type, stem) in stems { #expect(FixtureNames.stem(of: type) == stem) }
    }

    /// Regression test: the 21st fixture of one type and the first of another had the same name.
    @Test func namesOfTypesThatEndWithADigitAreNotGivenTwice() {
        var names = FixtureNames()
        var given: Set<String> = []
        for number in 1...21 as ClosedRange<UInt> {
            given.insert(names.name(for: value(.object, "Vector", .address(number)), in: 1))
        }
        for number in 22...42 as ClosedRange<UInt> {
            given.insert(names.name(for: value(.object, "Vector2", .address(number)), in: 1))
        }
        #expect(given.count == 42 && names.all.count == 42 && given.contains("vector21"))
    }

    @Test func aStructIsMadeFromItsFieldsByOneFunctionForItsType() throws {
        func field(_ label: String?, _ type: String, _ content: RecordedValue.Content) -> RecordedValue {
            let kind: RecordedValue.Kind = content == .none ? .nil : type.hasPrefix("String") ? .string : .scalar
            return RecordedValue(label: label, typeName: type, kind: kind, content: content)
        }
        func item(_ fields: RecordedValue..., type: String = "Shop.Item") -> RecordedValue {
            var item = value(.struct, type)
            item.children = fields
            item.count = fields.count
            return item
        }
        var writer = ValueLiteral(call: 7, fixtures: FixtureNames())
        let tea = item(field("name", "String", .text("tea")), field("in", "Int?", .signed(2)))
        #expect(try writer.expression(tea) == #"fixtures.makeItem(name: "tea", in: 2)"#)
        let none = item(field("name", "String", .text("")), field("in", "Int?", .none))
        #expect(try writer.expression(none) == #"fixtures.makeItem(name: "", in: nil)"#)
        #expect(writer.fixtures.all.isEmpty && writer.fixtures.makers.count == 1)
        #expect(
            writer.fixtures.makers[0].lines.dropFirst() == [
                "    func makeItem(name: String, in: Int?) -> Shop.Item {", "        Shop.Item(name: name, in: `in`)",
                "    }",
            ]
        )
        // Other fields, no names, and a private type: a constant each.
        let others = [
            item(field("name", "Int", .signed(1)), field("in", "Int", .signed(2))),
            item(field(nil, "Int", .signed(1)), type: "Pair"),
            item(field("a", "Int", .signed(1)), type: "(unknown context at $7f).Item"),
            item(field("_title", "Int", .signed(1)), type: "Wrapped"),
        ]
        for other in others { #expect(try !writer.expression(other).contains("make")) }
        #expect(writer.fixtures.all.count == 4 && writer.fixtures.makers.count == 1)
    }

    @Test func onlyCallsThatTheTargetAnsweredAndNoOtherMadeAreRepeated() throws {
        let calls = SampleCalls()
        calls.read(2)
        calls.settle { calls.read(3, from: 10) }
        calls.readUnanswered()
        _ = calls.ask(-1)
        let recorded = try RecordedCalls(calls.recorder, of: nil, matching: InvocationFilter(""), limit: 3)
        #expect(recorded.target == "Target" && recorded.calls.map(\.seq) == [1, 2, 3])
        #expect(recorded.nested == 3 && recorded.beyondLimit == 1 && recorded.unanswered == 0)
        let fault = RecordedCalls.Fault(
            description: "There are no calls of a target named Other; the targets are Target.",
            targets: ["Target"]
        )
        #expect(throws: fault) {
            try RecordedCalls(calls.recorder, of: "Other", matching: InvocationFilter(""), limit: 3)
        }
    }

    /// A program has many targets; the calls of most are not meant.
    @Test func theTargetIsThatOfTheMatchingCalls() throws {
        final class Shelf: DownloaderDelegate {
            func downloader(_ name: String, didReceive bytes: Int) {}
            func downloader(_ name: String, shouldRetryAfter attempt: Int) -> Bool { true }
            func size(of part: UInt8) throws(DownloadError) -> UInt64 { 1 }
            func title(of name: String) throws -> String { name }
        }
        let calls = SampleCalls()
        calls.read(1)
        let proxy = DownloaderProxy(recorder: calls.recorder)
        proxy.setForwardDelegate(Shelf(), retain: true)
        proxy.downloader("a", didReceive: 1)
        calls.recorder.flush()
        let matching = try InvocationFilter("protocol:DownloaderDelegate")
        #expect(try RecordedCalls(calls.recorder, of: nil, matching: matching, limit: 9).target == "Shelf")
        #expect(throws: RecordedCalls.Fault.self) {
            try RecordedCalls(calls.recorder, of: nil, matching: InvocationFilter(""), limit: 9)
        }
        let none = try RecordedCalls(calls.recorder, of: "Target", matching: matching, limit: 9)
        #expect(none.target == "Target" && none.calls.isEmpty)
    }

    /// Regression test: calls of several objects were repeated on one, without a word.
    @Test func theHeadTellsThatCallsCameThroughSeveralProxies() throws {
        var calls = try self.calls { $0.read(4) }
        let remark = "// These calls came through the proxies 3, 7: if they are of several objects, choose one with "
        for (proxies, isTold) in [([3, 3, 3, 3], false), ([7, 3, 7, 3], true), ([0, 3, 0, 3], false)] {
            for (index, proxy) in proxies.enumerated() { calls[index].proxy = proxy }
            #expect(lines(of: calls).contains("\(remark)--filter proxy:3.") == isTold, "\(proxies)")
        }
        // A target of two protocols has a proxy for each.
        calls = Array(calls.prefix(2))
        calls[0].proxy = 3
        calls[1].proxy = 7
        calls[0].selector = Selector(protocolName: "OtherDelegate", name: calls[0].selector.name)
        #expect(!lines(of: calls).contains { $0.hasPrefix(remark) })
    }

    /// Regression test: nothing told of calls that were left out.
    @Test func theHeadTellsThatAnExpressionRanOutOfSteps() throws {
        let calls = SampleCalls()
        calls.read(1)
        calls.readLong(2_000)
        let expression = "arg.name:/m.{0,1000}error/"
        let filter = try InvocationFilter("\(expression) | arg.value:1")
        let recorded = try RecordedCalls(calls.recorder, of: nil, matching: filter, limit: 9)
        #expect(recorded.calls.map(\.seq) == [1])
        #expect(TestFile(recorded, TestFile.Options()).text.contains("\n// \(FilterVerdict.partialNote)\n"))
        let none = "No matching call has a target. \(FilterVerdict.partialNote)"
        #expect(throws: RecordedCalls.Fault(description: none, targets: [])) {
            try RecordedCalls(calls.recorder, of: nil, matching: InvocationFilter(expression), limit: 9)
        }
    }

    @Test func theTestExpectsResultsAndErrorsAndTheFixturesAskForTheRest() throws {
        let calls = SampleCalls()
        calls.read(1)
        _ = calls.ask(4)
        _ = calls.ask(-1)
        let recorded = try RecordedCalls(calls.recorder, of: nil, matching: InvocationFilter(""), limit: 10)
        var options = TestFile.Options()
        options.module = "Meters"
        let file = TestFile(recorded, options)
        let lines = file.text.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains(#"try replay(target.meter("m", didRead: 1))"#))
        #expect(lines.contains(#"let result2 = try replay(target.meter("m", shouldRepeat: 4))"#))
        #expect(lines.contains("#expect(result2 == true)"))
        #expect(lines.contains(#"let error3 = replayError(try target.meter("m", shouldRepeat: -1))"#))
        #expect(lines.contains(#"#expect(error3 == "Refusal(code: -1)")"#), "\(file.text)")
        #expect(lines.contains("@testable import Meters") && file.omissions.isEmpty && file.callCount == 3)
        #expect(file.fixturesText.contains("func makeTarget() throws -> Target {"))
        // The recorded names of nested types are not those of source.
        let head = file.fixturesText.prefix { $0 != "@" }
        #expect(head.contains("for a nested one, add `typealias List = Screens.List` here.\n"))
        options.isOnMainActor = true
        #expect(TestFile(recorded, options).text.contains("\n@MainActor @Suite struct TargetRecordedTests {"))
        #expect(TestFile(recorded, options).fixturesText.contains("\n@MainActor struct TargetFixtures {"))
    }

    /// The lines of a test of some calls.
    private func lines(of calls: [Invocation]) -> [Substring] {
        var options = TestFile.Options()
        options.module = "Meters"
        let text = TestFile(RecordedCalls(target: "Target", calls: calls), options).text
        return text.split(separator: "\n").map { $0.drop { $0 == " " } }
    }

    private func calls(_ record: (SampleCalls) -> Void) throws -> [Invocation] {
        let samples = SampleCalls()
        record(samples)
        return try RecordedCalls(samples.recorder, of: nil, matching: InvocationFilter(""), limit: 10).calls
    }

    /// Regression test: two calls in one function declared the same variable.
    @Test func eachInoutArgumentHasAVariableOfItsOwnWithItsType() throws {
        var calls = try self.calls { $0.read(3) }
        for index in calls.indices { calls[index].arguments[1].after = value(.scalar, "Int", .signed(9)) }
        calls[1].arguments[1].value = value(.nil, "Int?")
        calls[2].arguments[1].value = value(.scalar, "Double", .double(1))
        var written = lines(of: Array(calls.prefix(2)))
        #expect(written.contains("var value1_2: Int = 1") && written.contains("var value2_2: Int? = nil"))
        #expect(written.contains(#"try replay(target.meter("m", didRead: &value1_2))"#))
        #expect(written.contains("#expect(value1_2 == 9)") && written.contains("#expect(value2_2 == 9)"))
        // Values of several types: that of the parameter is none of them.
        written = lines(of: calls)
        #expect(written.contains("var value1_2: Any = 1") && written.contains("var value2_2: Any = nil as Int?"))
        #expect(written.contains(#"#expect(recordedText(of: value3_2) == "9")"#))
    }

    /// Regression test: an optional has no `isNaN`.
    @Test func aResultThatIsNoNumberIsComparedByItsText() throws {
        var calls = try self.calls { _ = $0.ask(4) }
        for type in ["Double", "Double?", "Float"] {
            calls[0].result = value(.scalar, type, type == "Float" ? .float(.nan) : .double(-.nan))
            #expect(lines(of: calls).contains(#"#expect(recordedText(of: result1).contains("nan"))"#))
        }
        calls[0].result = value(.nil, "Double?")
        #expect(lines(of: calls).contains("#expect(result1 == nil)"))
        calls[0].result = value(.nil, "Double??")
        #expect(lines(of: calls).contains(#"#expect(recordedText(of: result1) == "nil")"#))
    }

    @Test func valuesOfSeveralTypesForOneParameterNameTheirTypes() throws {
        var calls = try self.calls { samples in
            _ = samples.ask(4)
            _ = samples.ask(6)
        }
        calls[0].arguments[1].value = value(.enum, "Color", .text("red"))
        calls[1].result = value(.string, "String", .text("a"))
        let written = lines(of: calls)
        #expect(written.contains(#"let result1 = try replay(target.meter("m", shouldRepeat: .red as Color))"#))
        #expect(written.contains(#"let result2 = try replay(target.meter("m", shouldRepeat: 6))"#))
        // Values of any type have texts.
        #expect(written.contains(#"#expect(recordedText(of: result1) == "true")"#))
        #expect(written.contains(##"#expect(recordedText(of: result2) == "\"a\"")"##))
    }

    @Test func theHeadTellsWhatToDoWithVariadicParameters() throws {
        var calls = try self.calls { $0.read(1) }
        #expect(!lines(of: calls).contains { $0.contains("variadic") })
        calls[0].arguments[1].value = value(.list, "[Int]")
        #expect(lines(of: calls).contains { $0.hasPrefix("// Take the brackets off the list of a variadic parameter") })
    }

    /// Regression test: the order of its elements differs between processes.
    @Test func aDictionaryIsExpectedInTheOrderOfItsTexts() throws {
        var calls = try self.calls { _ = $0.ask(4) }
        var map = value(.map, "[Int: Bool]")
        for number in [3, 1, 2] as [Int64] {
            map.children += [value(.scalar, "Int", .signed(number)), value(.scalar, "Bool", .bool(true))]
        }
        map.count = 3
        calls[0].result = map
        #expect(lines(of: calls).contains(#"#expect(recordedText(of: result1) == "[1: true, 2: true, 3: true]")"#))
    }

    @Test func nothingIsExpectedOfWhatTheRecorderCouldNotRead() throws {
        let samples = SampleCalls()
        _ = samples.ask(4)
        _ = samples.ask(-1)
        samples.read(1)
        var calls = try RecordedCalls(samples.recorder, of: nil, matching: InvocationFilter(""), limit: 10).calls
        calls[0].result = value(.struct, "Secret", .text("(the type Secret is not found; it may be private)"))
        calls[1].error = value(.struct, "UndecodedError", .text("(T)"))
        calls[2].arguments[1].name = ""
        calls[2].arguments[1].value = value(.struct, "T", .text("(a value of a generic type)"))
        var options = TestFile.Options()
        options.module = "Meters"
        func lines(of calls: [Invocation]) -> [Substring] {
            let text = TestFile(RecordedCalls(target: "Target", calls: calls), options).text
            return text.split(separator: "\n").map { $0.drop { $0 == " " } }
        }
        // A value that came through a proxy was read.
        #expect(lines(of: calls).contains(#"#expect(error2 == "(T)")"#))

        for index in calls.indices { calls[index].proxy = 0 }
        let written = lines(of: calls)
        let reason = "the recorder could not read this one (the type Secret is not found; it may be private)"
        #expect(written.contains("// Any answer is right: \(reason)."))
        #expect(written.contains(#"_ = try replay(target.meter("m", shouldRepeat: 4))"#))
        #expect(written.contains("// Any error is right: the recorder could not read this one (T)."))
        #expect(written.contains(#"let error2 = replayError(try target.meter("m", shouldRepeat: -1))"#))
        #expect(written.contains("#expect(error2 != nil)"))
        #expect(!written.contains { $0.hasPrefix("#expect(") && $0.contains("(T)") })
        let refusal = "argument 2 can't be written: the recorder could not read it (a value of a generic type)"
        #expect(written.contains { $0.hasPrefix("#error(") && $0.contains("meter(_:didRead:): \(refusal)") })
    }

    @Test func onlyNamesOfSwiftStandInSource() {
        let types = [
            "Int", "Shop.Item", "Box<Int>", "[Item?]", "[String: [Int]]", "(x: Int, Bool)?", "any Meter & Sendable",
            "(Int, inout String) async throws -> ()", "@Sendable (Int) throws(Refusal) -> Bool",
            "InlineArray<4, UInt8>",
            "Outer<Int>.Inner", "()", "Überschrift", "(any Meter).Type",
        ]
        for type in types { #expect(SwiftName.isType(type), "\(type)") }
        let others = [
            "", "A {", "A, _ x: Void = { print(1) }()", "A\n}", "A ", "(unknown context at $7f).Item", "A\u{202E}",
            "A\u{1B}[2J", "A()", "A = B", "() throws(Int", "() throws(",
            "[() throws([(Int, ]", "A<() throws(B>", "() async", "A\u{3164}", "A\u{E0100}", "[A", "A>", "1A", "A..B",
            "A /* */", #"\(A)"#, "(A) -> ",
            String(repeating: "[", count: 100_000),
        ]
        for text in others { #expect(!SwiftName.isType(text), "\(text.prefix(40))") }
        #expect(SwiftName.isIdentifier("größe_2") && !SwiftName.isIdentifier("2") && !SwiftName.isIdentifier("a b"))
        #expect(SwiftName.identifier(from: "a\u{200B} b()", or: "c") == "ab")
        #expect(SwiftName.identifier(from: "1", or: "c") == "c")
        #expect(SwiftName.isMember("parser") && !SwiftName.isMember("init") && !SwiftName.isMember("self"))
    }

    @Test func keywordsNameNoTypeAndNoModule() {
        for name in ["Feed", "größe_2", "_Feed", "some", "Type"] { #expect(SwiftName.isDeclarable(name), "\(name)") }
        for name in ["class", "import", "Any", "Self", "init", "_", "", "2a", "a b", "A.B", "`class`"] {
            #expect(!SwiftName.isDeclarable(name), "\(name)")
        }
    }

    @Test func namesOfAForgedRecordingBecomeNoCode() throws {
        let code = "Int = { print(1) }(), b\n}\u{1B}[2J"
        var labelled = value(.tuple)
        labelled.children = [RecordedValue(label: code, typeName: "Int", kind: .scalar, content: .signed(1))]
        #expect(throws: ValueLiteral.Fault(reason: "'\(code)' is no name for a label")) { try literal(labelled) }
        var made = value(.struct, code)
        made.children = [RecordedValue(label: "a", typeName: "Int", kind: .scalar, content: .signed(1))]
        made.count = 1
        var writer = ValueLiteral(call: 1, fixtures: FixtureNames())
        #expect(try writer.expression(made) == "fixtures.intprint1b2J1")
        #expect(writer.fixtures.makers.isEmpty)
        #expect(writer.fixtures.all.map(\.type) == ["Any"])

        let calls = SampleCalls()
        calls.read(1)
        var recorded = try RecordedCalls(calls.recorder, of: nil, matching: InvocationFilter(""), limit: 10)
        recorded = RecordedCalls(target: code, calls: recorded.calls)
        for skips in [true, false] {
            var options = TestFile.Options()
            options.skipsUnwritable = skips
            options.source = code
            let file = TestFile(recorded, options)
            for text in [file.text, file.fixturesText] {
                #expect(!text.contains("\u{1B}"))
                for line in text.split(separator: "\n") where line.contains("print(1)") {
                    // In a comment, or in a literal that ends on its line.
                    let start = line.drop { $0 == " " }
                    #expect(
                        start.hasPrefix("//") || (start.hasPrefix("#error(\"") && start.hasSuffix("\")")),
                        "\(line)"
                    )
                }
            }
            #expect(file.fixturesText.contains("typealias Intprint1b2JTarget = Any"))
        }
    }

    @Test func whatCannotBeWrittenIsAnErrorOrLeftOutWithAComment() throws {
        let calls = SampleCalls { $0.budget.textBytes = 16 }
        calls.read(1)
        var recorded = try RecordedCalls(calls.recorder, of: nil, matching: InvocationFilter(""), limit: 10)
        #expect(TestFile(recorded, TestFile.Options()).text.contains("#error(\"Import the module of Target here"))
        calls.recorder.clear()
        calls.readLong()
        recorded = try RecordedCalls(calls.recorder, of: nil, matching: InvocationFilter(""), limit: 10)
        var options = TestFile.Options()
        options.module = "Meters"
        let reason = "the argument name can't be written: the recording holds only a part of it, of 100"
        #expect(TestFile(recorded, options).text.contains(": meter(_:didRead:): \(reason)"))
        options.skipsUnwritable = true
        let file = TestFile(recorded, options)
        #expect(!file.text.contains("#error") && file.text.contains("is left out: meter(_:didRead:): \(reason)"))
        #expect(file.callCount == 0)
    }
}
