// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationProxies
import FoundationXML
import ProxyCore

/// The cost of generated methods, compared with handwritten ones.
enum GeneratedRows {
    static func rows(_ meter: Meter) -> [Row] {
        let bench = GeneratedBench()
        let figures = meter.measure(bench.subjects)
        return ["recorded", "recording off"].map { way in
            .ratio(
                "generated method, \(way), beside a written one",
                figures["generated, \(way)"] ?? .nan,
                to: figures["written, \(way)"] ?? .nan,
                atMost: 1.1
            )
        }
    }

    /// Two proxies of one protocol, each with an active and with a paused recorder.
    private final class GeneratedBench {
        private let parser = XMLParser(data: Data())
        private let target = Listener()
        private let recorder = Recorder()
        private let offRecorder: Recorder
        private var proxies: [(name: String, proxy: any XMLParserDelegate)] = []

        init() {
            var configuration = RecorderConfiguration()
            configuration.isRecording = false
            offRecorder = Recorder(configuration)
            for (way, recorder) in [("recorded", recorder), ("recording off", offRecorder)] {
                let generated = XMLParserDelegateProxy(parser: parser, recorder: recorder)
                generated.setForwardDelegate(target, retain: true)
                let written = WrittenParserProxy(recorder: recorder)
                written.setForwardDelegate(target, retain: true)
                proxies += [("generated, \(way)", generated), ("written, \(way)", written)]
            }
        }

        var subjects: [Subject] {
            proxies.map { name, proxy in
                Subject(name: name, prepare: recorder.flush) { [parser] in Self.tell(proxy, parser, $0) }
            }
        }

        @inline(never)
        private static func tell(_ delegate: any XMLParserDelegate, _ parser: XMLParser, _ count: Int) {
            for _ in 0..<count { delegate.parser(parser, foundCharacters: "escape") }
        }
    }
}

private final class Listener: NSObject, XMLParserDelegate {
    private var heard = 0

    func parser(_ parser: XMLParser, foundCharacters string: String) { heard &+= 1 }
}

/// A handwritten proxy with one requirement.
private final class WrittenParserProxy: ProtocolProxy<any XMLParserDelegate>, XMLParserDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    private static let foundCharacters = MethodSelector<WrittenParserProxy, (XMLParser, String), Void>(
        "parser(_:foundCharacters:)",
        of: "XMLParserDelegate",
        parameters: ["parser", "string"]
    )

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(foundCharacters)] }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        forward(Self.foundCharacters, (parser, string)) { $0.parser(parser, foundCharacters: string) }
    }
}
