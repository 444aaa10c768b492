// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationProxies
import FoundationXML
import ProxyCore

/// Parses one file with a recording proxy between the parser and its delegate.
struct XMLRecording {
    /// Why a file could not be parsed, and where.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let path: String

    func run() throws -> OutlineBuilder {
        guard let file = XMLFileStream(path: path) else {
            throw Failure(description: "cannot read \(path): \(String(cString: strerror(errno == 0 ? EIO : errno)))")
        }
        let parser = XMLParser(stream: file)
        let outline = OutlineBuilder()
        parser.delegate = outline
        let proxy = try XMLParserDelegateProxy.proxy(for: parser)
        defer { proxy.uninstall() }
        file.onRead = { fraction in
            Console.progress("\(path): \(Int(fraction * 100)) %, \(outline.elementCount) elements")
        }
        let isParsed = parser.parse()
        Console.progress("")
        if let offset = file.invalidOffset {
            throw Failure(
                description: "\(path):\(file.line(of: offset)): not well-formed XML: a byte that is not UTF-8"
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
        return Failure(description: "\(path):\(line):\(column): not well-formed XML: \(reason)")
    }
}

/// What libxml2's error numbers, which Foundation passes on, mean (libxml2, `xmlerror.h`, `xmlParserErrors`).
enum XMLErrorText {
    static func text(for code: Int) -> String {
        let known = texts[code].map { "\($0) " } ?? ""
        return "\(known)(libxml2 error \(code))"
    }

    private static let texts: [Int: String] = [
        1: "internal error of the parser",
        3: "out of memory",
        4: "there is no start tag",
        5: "there is text after the end of the document",
        6: "invalid hexadecimal character reference",
        7: "invalid decimal character reference",
        8: "invalid character reference",
        9: "invalid character",
        26: "undeclared entity",
        38: "a < in an attribute value",
        39: "an attribute value does not begin with a quote",
        40: "an attribute value does not end",
        41: "an attribute without a value",
        42: "an attribute that is given twice",
        62: "a ]]> in text",
        65: "white space is missing",
        68: "a name was expected",
        73: "a > was expected",
        76: "a start tag and an end tag do not match",
        77: "the document ends too early",
        81: "unsupported or wrong encoding",
    ]
}
