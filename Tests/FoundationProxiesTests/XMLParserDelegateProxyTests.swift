// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationProxies
import FoundationXML
import ProxyCore
import Reactive
import Testing

@Suite struct XMLParserDelegateProxyTests {
    /// Logs the parser's calls.
    private final class Reader: NSObject, XMLParserDelegate {
        var told: [String] = []

        func parserDidStartDocument(_ parser: XMLParser) { told.append("start") }
        func parserDidEndDocument(_ parser: XMLParser) { told.append("end") }
        func parser(_ parser: XMLParser, foundCharacters string: String) { told.append("text \(string)") }
        func parser(
            _ parser: XMLParser,
            didStartElement elementName: String,
            namespaceURI: String?,
            qualifiedName qName: String?,
            attributes attributeDict: [String: String] = [:]
        ) {
            told.append("<\(elementName) \(attributeDict)>")
        }
    }

    @MainActor private final class Counter {
        private(set) var count = 0

        func follow(_ proxy: XMLParserDelegateProxy) {
            _ = proxy.handle(.didStartDocument) { [self] _ in count += 1 }
        }
    }

    /// The generated form of `handle` took a closure that had forgotten its actor.
    @Test func aHandlerOfAnActorStopsTheProgramWhenACallComesFromElsewhere() async {
        await #expect(processExitsWith: .failure) {
            let proxy = XMLParserDelegateProxy(parser: XMLParser(data: Data()), recorder: Recorder())
            await Counter().follow(proxy)
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    proxy.parserDidStartDocument(XMLParser(data: Data()))
                    continuation.resume()
                }
            }
        }
    }

    @Test @MainActor func aHandlerOfAnActorRunsThere() {
        let proxy = XMLParserDelegateProxy(parser: XMLParser(data: Data()), recorder: Recorder())
        let counter = Counter()
        counter.follow(proxy)
        proxy.parserDidStartDocument(XMLParser(data: Data()))
        #expect(counter.count == 1)
    }

    @Test func aParserWhoseDelegateIsOverwrittenSaysSoAndIsHealed() throws {
        let parser = XMLParser(data: source)
        let (first, second) = (Reader(), Reader())
        parser.delegate = first
        let proxy = try XMLParserDelegateProxy.proxy(for: parser)
        let state = { Recorder.shared.proxy(number: proxy.number)?.state }
        #expect(state() == .installed)
        parser.delegate = second
        ProxyWatcher.shared.lookNow(at: proxy.number)
        #expect(state() == .overwritten)
        #expect(Recorder.shared.proxy(number: proxy.number)?.overwrittenBy == "Reader")
        #expect(try XMLParserDelegateProxy.proxy(for: parser) === proxy && state() == .installed)
        #expect(parser.parse() && !second.told.isEmpty && first.told.isEmpty)
    }

    @Test func setDelegateAfterTheDelegatePropertyIsNoConflict() throws {
        let parser = XMLParser(data: source)
        let reader = Reader()
        parser.delegate = reader
        try parser.rx.setDelegate(reader).dispose()
        #expect(try parser.rx.delegate.forwardToDelegate() === reader)
    }

    private final class TextReader: NSObject, XMLParserDelegate {
        var length = 0

        func parser(_ parser: XMLParser, foundCharacters string: String) { length += string.utf8.count }
    }

    private class Base: NSObject, XMLParserDelegate {
        private(set) var starts = 0

        // Optimised code would have the body in the witness, where it is not told from other code.
        @inline(never)
        func parserDidStartDocument(_ parser: XMLParser) { starts += 1 }
    }

    /// Its additions are not witnesses: the conformance is the superclass's.
    private final class Sub: Base {
        func parserDidEndDocument(_ parser: XMLParser) {}
    }

    private let source = Data("<a><b c=\"d\">text</b></a>".utf8)

    @Test func tellsTheDelegateWhatTheParserSays() throws {
        let plain = Reader()
        let parser = XMLParser(data: source)
        parser.delegate = plain
        #expect(parser.parse())

        let reader = Reader()
        let proxied = XMLParser(data: source)
        proxied.delegate = reader
        let proxy = try proxied.rx.delegate
        #expect(proxied.delegate === proxy)
        #expect(proxied.parse())
        #expect(reader.told == plain.told)
    }

    @Test func streamsElementsWithoutTheParser() throws {
        let parser = XMLParser(data: source)
        var names: [String] = []
        var text: [String] = []
        let bag = DisposeBag()
        parser.rx.didStartElement.subscribe(onNext: { names.append($0.elementName) }).disposed(by: bag)
        parser.rx.foundCharacters.subscribe(onNext: { text.append($0) }).disposed(by: bag)
        #expect(parser.parse())
        #expect(names == ["a", "b"])
        #expect(text == ["text"])
    }

    @Test func findsRequirementsByALeadingDot() throws {
        let parser = XMLParser(data: source)
        let proxy = try XMLParserDelegateProxy.proxy(for: parser)
        var ended: [String] = []
        let bag = DisposeBag()
        proxy.methodInvoked(.didEndElement).subscribe(onNext: { ended.append($0.1) }).disposed(by: bag)
        #expect(proxy.responds(to: .didEndElement))
        #expect(!proxy.responds(to: .foundComment))
        #expect(parser.parse())
        #expect(ended == ["b", "a"])
    }

    @Test func knowsWhatADelegateOfOneMethodLeavesOut() throws {
        let parser = XMLParser(data: source)
        let reader = TextReader()
        parser.delegate = reader
        let recorder = Recorder()
        let proxy = XMLParserDelegateProxy(parser: parser, recorder: recorder)
        proxy.setForwardDelegate(reader, retain: false)
        parser.delegate = proxy
        #expect(parser.parse())
        recorder.flush()
        let calls = recorder.invocations(InvocationQuery()).items
        let answered = calls.filter { $0.returnPath == .target }.map(\.selector.name)
        #expect(Set(answered) == ["parser(_:foundCharacters:)"])
        #expect(calls.count > answered.count && calls.allSatisfy { $0.returnPath == .target || $0.returnPath == .none })

        let requirements = try #require(recorder.proxy(number: proxy.number)).requirements
        let leftOut = requirements.filter { $0.isImplemented == false }
        // In optimised code, the one that returns nil does so without a call, which looks like an implementation.
        #expect(leftOut.count >= 18)
        #expect(leftOut.allSatisfy { !$0.responds })
        #expect(!leftOut.contains { $0.selector.name == "parser(_:foundCharacters:)" })
        #expect(recorder.selectors.map(\.unanswered).reduce(0, +) == UInt64(calls.count - answered.count))
    }

    @Test func knowsWhatASubclassOfAnOpenDelegateImplements() throws {
        let parser = XMLParser(data: source)
        let proxy = XMLParserDelegateProxy(parser: parser)
        proxy.setForwardDelegate(Sub(), retain: true)
        let status = withExtendedLifetime(parser) { proxy.recorder.proxy(number: proxy.number) }
        let requirements = try #require(status).requirements
        #expect(requirements.filter { $0.isImplemented == true }.map(\.selector.name) == ["parserDidStartDocument(_:)"])
        #expect(requirements.filter { $0.isImplemented == false }.count >= 18)
    }

    @Test func knowsAllTwentyRequirements() {
        #expect(XMLParserDelegateProxy.requirements.count == 20)
        #expect(XMLParserDelegateProxy.requirements.allSatisfy { $0.requirement.isOptional })
    }
}
