// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// A place in a file.
package struct SourcePlace: Hashable, Sendable {
    /// Line, from 1.
    package var line: Int
    /// Column in bytes of UTF-8, from 1.
    package var column: Int
}

/// A token of source.
package struct Token: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A name, a keyword, a number, or a directive such as `#if`.
        case word
        /// A string or regular expression with its contents.
        case literal
        /// One character, or an arrow.
        case punctuation
    }

    package var kind: Kind
    package var text: String
    package var place: SourcePlace
    /// Whether a space, line end or comment precedes it.
    package var isApart: Bool
    /// Whether it is the first token of its line.
    package var startsLine: Bool
}

extension Collection where Element == Token {
    /// The source in one line without comments; separate tokens stay separated by one space.
    var plainText: String {
        var text = ""
        for token in self { text += (token.isApart && !text.isEmpty ? " " : "") + token.text }
        return text
    }

    /// The source without comments, in its lines: they separate statements.
    var sourceText: String {
        var text = ""
        for token in self {
            text += (text.isEmpty ? "" : token.startsLine ? "\n" : token.isApart ? " " : "") + token.text
        }
        return text
    }

    /// Whether the tokens begin with these texts.
    func starts(with texts: String...) -> Bool { starts(with: texts) { $0.text == $1 } }
}

extension ArraySlice<Token> {
    /// The index after the bracket that matches the one at the start; the end if there is none. Angle brackets count
    /// only in groups that begin with one.
    var endOfGroup: Index {
        let countsAngles = first?.text == "<"
        var depth = 0
        for index in indices {
            switch self[index].text {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            case "<" where countsAngles: depth += 1
            case ">" where countsAngles: depth -= 1
            default: break
            }
            if depth == 0 { return index + 1 }
        }
        return endIndex
    }

    /// The tokens inside the brackets of a group.
    var inside: ArraySlice<Token> { count < 2 ? [] : dropFirst().dropLast() }

    /// The index of the first token outside brackets that fulfils a condition.
    func topLevelIndex(where fits: (Token) -> Bool) -> Index? {
        var index = startIndex
        while index < endIndex {
            if fits(self[index]) { return index }
            let opens = ["(", "[", "{", "<"].contains(self[index].text)
            index = opens ? self[index...].endOfGroup : index + 1
        }
        return nil
    }

    /// The parts between commas outside brackets; none if empty.
    var parts: [ArraySlice<Token>] {
        var parts: [ArraySlice<Token>] = []
        var rest = self
        while let comma = rest.topLevelIndex(where: { $0.text == "," }) {
            parts.append(rest[..<comma])
            rest = rest[(comma + 1)...]
        }
        return rest.isEmpty ? parts : parts + [rest]
    }
}
