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
    /// The text without spaces and line ends around it.
    package var trimmingSpaces: String {
        let start = self[...].drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// Behind the bracket that closes the one at the start; the end when there is none.
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

    /// Positions of the characters that stand in no brackets.
    private var topLevelIndices: [Index] {
        var found: [Index] = []
        var index = startIndex
        while index < endIndex {
            found.append(index)
            index = self[index].closing == nil ? self.index(after: index) : self[index...].endOfGroup
        }
        return found
    }

    /// The parts between separators that stand in no brackets.
    package func topLevelParts(separatedBy separator: Character) -> [SubSequence] {
        var parts: [SubSequence] = []
        var start = startIndex
        for index in topLevelIndices where self[index] == separator {
            parts.append(self[start..<index])
            start = self.index(after: index)
        }
        return parts + [self[start...]]
    }

    /// Where an arrow stands in no brackets.
    package var topLevelArrow: Index? {
        let positions = topLevelIndices
        return positions.first { self[$0] == "-" && self[$0...].hasPrefix("->") }
    }

    /// Where `word` stands as a word of its own in no brackets.
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
