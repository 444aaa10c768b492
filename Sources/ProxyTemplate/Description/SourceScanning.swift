// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Character {
    /// Whether the character can be part of a name.
    package var isWordCharacter: Bool { self == "_" || isLetter || isNumber }

    fileprivate var closing: Character? {
        switch self {
        case "(": ")"
        case "[": "]"
        case "{": "}"
        case "<": ">"
        default: nil
        }
    }
}

extension StringProtocol where SubSequence == Substring {
    /// The text without surrounding white space.
    package var trimmingSpaces: String {
        let start = self[...].drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// The position after the bracket that matches the one at the start; the end if there is none.
    package var endOfGroup: Index {
        var open: [Character] = []
        var previous: Character = " "
        for index in indices {
            let character = self[index]
            if let close = character.closing {
                open.append(close)
            } else if character == open.last, !(character == ">" && previous == "-") {
                open.removeLast()
                if open.isEmpty { return self.index(after: index) }
            }
            previous = character
        }
        return endIndex
    }

    /// Positions of characters outside brackets.
    private var topLevelIndices: [Index] {
        var found: [Index] = []
        var index = startIndex
        while index < endIndex {
            found.append(index)
            index = self[index].closing == nil ? self.index(after: index) : self[index...].endOfGroup
        }
        return found
    }

    /// The parts between separators outside brackets.
    package func topLevelParts(separatedBy separator: Character) -> [SubSequence] {
        var parts: [SubSequence] = []
        var start = startIndex
        for index in topLevelIndices where self[index] == separator {
            parts.append(self[start..<index])
            start = self.index(after: index)
        }
        return parts + [self[start...]]
    }

    /// The position of an arrow outside brackets.
    package var topLevelArrow: Index? {
        let positions = topLevelIndices
        return positions.first { self[$0] == "-" && self[$0...].hasPrefix("->") }
    }

    /// The place of `sign` outside brackets.
    package func topLevelRange(ofSign sign: String) -> Range<Index>? {
        topLevelIndices.first { self[$0...].hasPrefix(sign) }.map { $0..<index($0, offsetBy: sign.count) }
    }

    /// The position of `word` as a whole word outside brackets.
    package func topLevelRange(of word: String) -> Range<Index>? {
        var previous: Character = " "
        for index in topLevelIndices {
            if !previous.isWordCharacter, self[index...].hasPrefix(word) {
                let end = self.index(index, offsetBy: word.count)
                if end == endIndex || !self[end].isWordCharacter { return index..<end }
            }
            previous = self[index]
        }
        return nil
    }
}
