// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationXML

/// A parser's delegate that does something: counts how often each element stands in each other.
final class OutlineBuilder: NSObject, XMLParserDelegate {
    /// One kind of element in one place of the document.
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
    /// Calls that came.
    private(set) var callCount = 0
    private(set) var elementCount = 0
    private(set) var characterCount = 0
    private(set) var deepest = 0
    /// The first error that the parser told of, and where it was then.
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
        // The root is never taken off the path.
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
