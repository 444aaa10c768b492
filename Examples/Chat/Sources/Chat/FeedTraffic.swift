// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationProxies
import FoundationXML
import ProxyCore

/// Reads the titles of a feed and ignores everything else.
final class FeedReader: NSObject, XMLParserDelegate {
    private(set) var titles: [String] = []
    private(set) var textCount = 0
    private var isTitle = false

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName qName: String?,
        attributes attributeDict: [String: String]
    ) {
        isTitle = elementName == "title"
        if isTitle { titles.append("") }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        textCount += 1
        if isTitle { titles[titles.count - 1] += string }
    }

    func parser(
        _ parser: XMLParser,
        didEndElement elementName: String,
        namespaceURI: String?,
        qualifiedName qName: String?
    ) {
        isTitle = false
    }
}

struct FeedTraffic {
    static let feed = """
        <?xml version="1.0"?>
        <rss version="2.0"><channel>
        <title>Delegates</title>
        <item><title>Proxies &amp; targets</title><link>http://example.org/1</link></item>
        <item><title>Witness tables</title><link>http://example.org/2</link></item>
        </channel></rss>
        """

    let reader = FeedReader()

    /// Parses a complete feed, then a truncated one.
    func run() throws {
        for text in [Self.feed, String(Self.feed.prefix(120))] {
            let parser = XMLParser(data: Data(text.utf8))
            parser.delegate = reader
            _ = try XMLParserDelegateProxy.proxy(for: parser)
            _ = parser.parse()
        }
    }
}
