// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The prologue of an XML document: its declaration, and the document type with its internal subset.
///
/// - SeeAlso: XML 1.0 (Fifth Edition), 2.8 "Prolog and Document Type Declaration", 3.3 "Attribute-List Declarations".
enum XMLPrologue {
    /// Number of bytes examined; no document type in use is longer.
    static let longestBytes = 1 << 18

    /// Whether a document is UTF-8: no other byte order mark and no other declared encoding.
    static func isUTF8(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(4).contains(0) {
            return false
        }
        guard bytes.starts(with: Array("<?xml".utf8)), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else {
            return true
        }
        let declaration = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
        guard let encoding = declaration.range(of: "encoding") else { return true }
        let rest = declaration[encoding.upperBound...]
        return rest.contains("utf-8") || rest.contains("us-ascii")
    }

    /// The same bytes with declarations of attributes without a default blanked out. Lengths and lines are preserved.
    static func withoutUndefaultedAttributes(_ bytes: [UInt8]) -> [UInt8] {
        var scanner = Scanner(bytes: bytes)
        scanner.blankUndefaultedAttributes()
        return scanner.bytes
    }

    private struct Scanner {
        var bytes: [UInt8]
        private var index = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func blankUndefaultedAttributes() {
            guard findInternalSubset() else { return }
            while index < bytes.count, bytes[index] != UInt8(ascii: "]") {
                if skipCommentOrInstruction() { continue }
                if isAt("<!ATTLIST") {
                    blankInDeclaration()
                } else if bytes[index] == UInt8(ascii: "<") {
                    skipDeclaration()
                } else {
                    index += 1
                }
            }
        }

        /// Moves past the `[` of the document type declaration; false if there is none before the first element.
        private mutating func findInternalSubset() -> Bool {
            while index < bytes.count {
                if skipCommentOrInstruction() { continue }
                if isAt("<!DOCTYPE") { return findBracket() }
                if bytes[index] == UInt8(ascii: "<") { return false }
                index += 1
            }
            return false
        }

        private mutating func findBracket() -> Bool {
            while index < bytes.count {
                if skipQuoted() { continue }
                index += 1
                if bytes[index - 1] == UInt8(ascii: "[") { return true }
                if bytes[index - 1] == UInt8(ascii: ">") { return false }
            }
            return false
        }

        /// Blanks name, type and default of each attribute with `#REQUIRED` or `#IMPLIED`.
        private mutating func blankInDeclaration() {
            index += "<!ATTLIST".utf8.count
            _ = nextToken()
            var attribute: [Range<Int>] = []
            while let token = nextToken() {
                attribute.append(token)
                let isValue = isQuote(bytes[token.lowerBound])
                let isUndefaulted = ["#REQUIRED", "#IMPLIED"].contains { bytes[token].elementsEqual($0.utf8) }
                if isUndefaulted {
                    for part in attribute { for position in part { blank(position) } }
                }
                if isUndefaulted || isValue { attribute = [] }
            }
        }

        private mutating func blank(_ position: Int) {
            if bytes[position] != UInt8(ascii: "\n") && bytes[position] != UInt8(ascii: "\r") {
                bytes[position] = UInt8(ascii: " ")
            }
        }

        /// The next word, quoted text or parenthesised group of a declaration; nil at its end, which is consumed.
        private mutating func nextToken() -> Range<Int>? {
            while index < bytes.count, isSpace(bytes[index]) { index += 1 }
            let start = index
            guard index < bytes.count else { return nil }
            if bytes[index] == UInt8(ascii: ">") {
                index += 1
                return nil
            }
            if skipQuoted() { return start..<index }
            if bytes[index] == UInt8(ascii: "(") {
                index = (bytes[index...].firstIndex(of: UInt8(ascii: ")")) ?? bytes.count - 1) + 1
            } else {
                while index < bytes.count, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">"),
                    bytes[index] != UInt8(ascii: "(")
                { index += 1 }
            }
            return start..<index
        }

        // MARK: Skipping

        private mutating func skipCommentOrInstruction() -> Bool {
            if isAt("<!--") { return skip(past: "-->") }
            if isAt("<?") { return skip(past: "?>") }
            return false
        }

        private mutating func skipDeclaration() {
            while index < bytes.count {
                if skipQuoted() { continue }
                index += 1
                if bytes[index - 1] == UInt8(ascii: ">") { return }
            }
        }

        private mutating func skipQuoted() -> Bool {
            let quote = bytes[index]
            guard isQuote(quote) else { return false }
            index = (bytes[(index + 1)...].firstIndex(of: quote) ?? bytes.count - 1) + 1
            return true
        }

        private mutating func skip(past end: StaticString) -> Bool {
            while index < bytes.count, !isAt(end) { index += 1 }
            index = min(bytes.count, index + end.utf8CodeUnitCount)
            return true
        }

        private func isAt(_ text: StaticString) -> Bool {
            let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
            return bytes[index...].starts(with: wanted)
        }

        private func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

        private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
    }
}
