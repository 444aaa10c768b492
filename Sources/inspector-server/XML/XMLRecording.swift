// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationProxies
import FoundationXML
import ProxyCore

/// Parses one file with a recording proxy between the parser and its delegate.
struct XMLRecording {
    /// A parse error with its position.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let path: String

    /// The name of the file in messages.
    var name: String { InputFile.name(of: path) }

    func run() throws -> OutlineBuilder {
        let file = try XMLFileStream(path: path)
        let parser = XMLParser(stream: file)
        let outline = OutlineBuilder()
        parser.delegate = outline
        let proxy = try XMLParserDelegateProxy.proxy(for: parser)
        defer { proxy.uninstall() }
        file.onRead = { [name] fraction in
            Console.progress("\(name): \(Int(fraction * 100)) %, \(outline.elementCount) elements")
        }
        let isParsed = parser.parse()
        Console.progress("")
        if let offset = file.invalidOffset {
            throw Failure(
                description: "\(name):\(file.line(of: offset)): not well-formed XML: a byte that is not UTF-8"
            )
        }
        guard isParsed, outline.failure == nil else { throw failure(of: parser, outline) }
        return outline
    }

    private func failure(of parser: XMLParser, _ outline: OutlineBuilder) -> Failure {
        let error = (outline.failure?.error ?? parser.parserError) as NSError?
        let line = outline.failure?.line ?? parser.lineNumber
        let column = outline.failure?.column ?? parser.columnNumber
        let reason = XMLErrorText.text(for: error?.code ?? 0)
        return Failure(description: "\(name):\(line):\(column): not well-formed XML: \(reason)")
    }
}
