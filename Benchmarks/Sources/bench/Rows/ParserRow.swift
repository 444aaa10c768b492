// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationProxies
import FoundationXML
import ProxyCore

/// The cost of recording for a program that does real work between its calls: parsing a large document.
enum ParserRow {
    static let path = "/usr/share/mime/packages/freedesktop.org.xml"

    static func rows(rounds: Int = 21) -> [Row] {
        guard let data = document else { return [] }
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        let recorder = Recorder(configuration)
        var pausedConfiguration = RecorderConfiguration()
        pausedConfiguration.isRecording = false
        let paused = Recorder(pausedConfiguration)
        var plain: [Double] = []
        var recorded: [Double] = []
        var off: [Double] = []
        for round in -2..<rounds {
            let counter = ElementCounter()
            let first = seconds { parse(data) { _ in counter } }
            recorder.clear()
            let second = seconds { parse(data) { proxy(for: $0, recorder, counter) } }
            recorder.flush()
            let third = seconds { parse(data) { proxy(for: $0, paused, counter) } }
            if round >= 0 {
                plain.append(first * 1e3)
                recorded.append(second * 1e3)
                off.append(third * 1e3)
            }
        }
        let status = recorder.status
        precondition(status.dropped == 0, "a recorder that waits has dropped \(status.dropped) calls")
        return [
            .ratio(
                "parse of \(data.count / 1_000) kB, \(status.stored) calls recorded",
                Meter.median(recorded),
                to: Meter.median(plain),
                atMost: 1.3,
                unit: "ms"
            ),
            .comparison("the same, recording off", Meter.median(off), to: Meter.median(plain), unit: "ms"),
        ]
    }

    /// The document without its declarations; nil, with a message, if it is missing.
    static var document: Data? {
        guard let document = try? String(contentsOfFile: path, encoding: .utf8) else {
            print("bench: \(path) is missing; install shared-mime-info")
            return nil
        }
        return Data(withoutDeclarations(document).utf8)
    }

    /// Parses with a delegate that does little.
    static func parse(_ data: Data) {
        let counter = ElementCounter()
        parse(data) { _ in counter }
    }

    /// Parses with a proxy in front of a delegate that does little.
    static func parse(_ data: Data, recordedBy recorder: Recorder) {
        let counter = ElementCounter()
        parse(data) { proxy(for: $0, recorder, counter) }
    }

    private static func proxy(
        for parser: XMLParser,
        _ recorder: Recorder,
        _ target: any XMLParserDelegate
    ) -> XMLParserDelegateProxy {
        let proxy = XMLParserDelegateProxy(parser: parser, recorder: recorder)
        proxy.setForwardDelegate(target, retain: true)
        return proxy
    }

    /// Removes the declarations, because they crash FoundationXML on Linux.
    private static func withoutDeclarations(_ document: String) -> String {
        guard let start = document.range(of: "<!DOCTYPE"), let end = document.range(of: "]>") else { return document }
        return document.replacingCharacters(in: start.lowerBound..<end.upperBound, with: "")
    }

    private static func parse(_ data: Data, delegate: (XMLParser) -> any XMLParserDelegate) {
        let parser = XMLParser(data: data)
        // The parser does not retain its delegate.
        let delegate = delegate(parser)
        defer { withExtendedLifetime(delegate) {} }
        parser.delegate = delegate
        precondition(parser.parse(), "the document could not be parsed: \(String(describing: parser.parserError))")
    }

    static func seconds(_ body: () -> Void) -> Double {
        let start = Clock.nanoseconds
        body()
        return Double(Clock.nanoseconds - start) / 1e9
    }
}

/// Does as little as possible with a document.
private final class ElementCounter: NSObject, XMLParserDelegate {
    private var elements = 0
    private var characters = 0

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName qName: String?,
        attributes: [String: String]
    ) {
        elements += 1
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { characters += string.utf8.count }
}
