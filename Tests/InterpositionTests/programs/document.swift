// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationXML

// Parses a document whose path is the argument, with a delegate.

final class Reader: NSObject, XMLParserDelegate {
    private var counts: [String: Int] = [:]

    private func count(_ name: String) { counts[name, default: 0] += 1 }

    func parserDidStartDocument(_ parser: XMLParser) { count("start of document") }

    func parserDidEndDocument(_ parser: XMLParser) { count("end of document") }

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName qName: String?,
        attributes attributeDict: [String: String] = [:]
    ) {
        count("start")
        counts["attributes", default: 0] += attributeDict.count
    }

    func parser(
        _ parser: XMLParser,
        didEndElement elementName: String,
        namespaceURI: String?,
        qualifiedName qName: String?
    ) { count("end") }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        counts["characters", default: 0] += string.unicodeScalars.count
    }

    func parser(_ parser: XMLParser, foundComment comment: String) { count("comment") }

    func parser(_ parser: XMLParser, foundProcessingInstructionWithTarget target: String, data: String?) {
        count("instruction")
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) { count("error") }

    var text: String { counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n") }
}

let parser = XMLParser(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))!
let reader = Reader()
parser.delegate = reader
print(parser.parse())
print(reader.text)
