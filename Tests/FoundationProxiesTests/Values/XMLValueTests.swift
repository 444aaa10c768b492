// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationProxies
import FoundationXML
import ProxyCore
import Testing

@Suite struct XMLValueTests {
    private final class Listener: NSObject, XMLParserDelegate {}

    private final class OwnParser: XMLParser {
        override var lineNumber: Int { 1_000 }
    }

    private func parse(_ parser: XMLParser, _ probe: ValueProbe) {
        let listener = Listener()
        let proxy = XMLParserDelegateProxy(parser: parser, recorder: probe.recorder)
        proxy.setForwardDelegate(listener, retain: true)
        parser.delegate = proxy
        withExtendedLifetime(proxy) { _ = parser.parse() }
        probe.recorder.flush()
    }

    private func parser(_ selector: String, _ probe: ValueProbe) throws -> RecordedValue {
        let call = probe.recorder.invocations().items.last { $0.selector.name.contains(selector) }
        return try #require(call).arguments[0].value
    }

    @Test func aParserSaysWhereItIs() throws {
        let probe = try ValueProbe()
        parse(XMLParser(data: Data("<a>\n<b>text</b>\n</a>".utf8)), probe)
        let value = try parser("foundCharacters", probe)
        #expect(value.kind == .object && value.identity?.hasPrefix("XMLParser@") == true)
        #expect(value.children.map(\.label) == ["line", "column"])
        let ended = try parser("didEndElement", probe)
        #expect(ended.line == "line 2, column 12" && ended.children.map(\.content) == [.signed(2), .signed(12)])
        #expect(try probe.count("arg.line:2") > 1)
        #expect(try probe.count("arg.LINE:>3") == 0)
        #expect(try probe.count("arg.parser:\"line 2, c\"") > 1)
        #expect(try probe.count("arg:\"2, column 12\"") == 1)
        #expect(try probe.count("arg.parser:/line [23]/") > 1)
        #expect(try probe.survivesExport())
    }

    @Test func theErrorOfAParseIsLegible() throws {
        let probe = try ValueProbe()
        parse(XMLParser(data: Data("<a><b></a>".utf8)), probe)
        let calls = probe.recorder.invocations().items
        let error = try #require(calls.first { $0.selector.name.contains("parseErrorOccurred") }).arguments[1].value
        #expect(error.typeName == "NSError" && error.line.contains("NSXMLParserErrorDomain"))
        #expect(error["code"]?.kind == .scalar)
        #expect(try probe.count("arg.domain:XMLParser") >= 1)
        #expect(try probe.survivesExport())
    }

    @Test func aSubclassOfAParserRunsNoneOfItsOwnCode() throws {
        let probe = try ValueProbe()
        parse(OwnParser(data: Data("<a/>".utf8)), probe)
        let value = try parser("didStartElement", probe)
        #expect(value.typeName == "OwnParser" && value.children.isEmpty)
    }
}
