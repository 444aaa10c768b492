// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationXML

/// A parser's delegate with real work: counts the elements of each kind at each place.
final class OutlineBuilder: NSObject, XMLParserDelegate {
    /// A kind of element at a place of the document.
    final class Node {
        let name: String
        var count = 0
        var children: [String: Node] = [:]

        init(name: String) { self.name = name }

        func child(_ name: String) -> Node {
            if let known = children[name] { return known }
            let new = Node(name: name)
            children[name] = new
            return new
        }
    }

    private let root = Node(name: "")
    private var path: [Node] = []
    /// Received calls.
    private(set) var callCount = 0
    private(set) var elementCount = 0
    private(set) var characterCount = 0
    private(set) var deepest = 0
    /// The parser's first error, and its position.
    private(set) var failure: (error: any Error, line: Int, column: Int)?

    override init() { path = [root] }

    /// The document in one line.
    var summary: String {
        "\(elementCount) elements of \(kinds(below: root)) kinds, \(deepest) deep, \(characterCount) characters of text"
    }

    private func kinds(below node: Node) -> Int { node.children.values.reduce(0) { $0 + 1 + kinds(below: $1) } }

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName qName: String?,
        attributes attributeDict: [String: String]
    ) {
        // The root is never removed from the path.
        let node = path[path.count - 1].child(elementName)
        callCount += 1
        node.count += 1
        elementCount += 1
        path.append(node)
        deepest = max(deepest, path.count - 1)
    }

    func parser(
        _ parser: XMLParser,
        didEndElement elementName: String,
        namespaceURI: String?,
        qualifiedName qName: String?
    ) {
        callCount += 1
        if path.count > 1 { path.removeLast() }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        callCount += 1
        characterCount += string.count
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
        failure = failure ?? (parseError, parser.lineNumber, parser.columnNumber)
    }
}
