// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A regular expression with bounded cost: at most `stepLimit` steps per text, for every expression and text.
///
/// It only determines whether a text contains a match, so it needs neither backtracking nor captures.
package struct BoundedRegex: Sendable {
    /// Maximum length of an expression, in Unicode scalars.
    package static let lengthLimit = 256
    /// Maximum number of program steps. Bounded repetitions are expanded.
    static let programLimit = 4_096
    /// Maximum number of steps per text, which takes some milliseconds.
    static let stepLimit = 1 << 20

    /// Why a text is not a valid regular expression.
    package struct Problem: Error, Sendable, Hashable {
        /// What is wrong.
        package var message: String
        /// Offset of the error, in Unicode scalars from the start of the expression.
        package var offset: Int
    }

    private let program: RegexProgram

    init(_ source: String, ignoresCase: Bool) throws(Problem) {
        guard source.unicodeScalars.count <= Self.lengthLimit else {
            throw Problem(
                message: "A regular expression has at most \(Self.lengthLimit) characters.",
                offset: Self.lengthLimit
            )
        }
        var parser = RegexParser(source, ignoresCase: ignoresCase)
        program = try RegexProgram(try parser.parse(), limit: Self.programLimit)
    }

    /// Whether UTF-8 text contains a match; nil when the steps ran out first.
    func matches(_ text: UnsafeRawBufferPointer, _ scratch: inout RegexScratch) -> Bool? {
        scratch.begin(program)
        var place = 0
        while true {
            if scratch.isEmpty {
                guard place == 0 || !program.isAnchored, let first = firstCandidate(in: text, from: place) else {
                    return false
                }
                if first != place { scratch.skip() }
                place = first
            }
            if scratch.reach(0, of: program, at: place, in: text) { return true }
            guard place < text.count else { return false }
            let (value, width) = Self.scalar(at: place, in: text)
            place += width
            if scratch.take(value, of: program, before: place, in: text) { return true }
            if scratch.isExhausted { return nil }
        }
    }

    /// The first offset at which a match can begin; nil when there is none.
    private func firstCandidate(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard !program.firstBytes.isEmpty else { return start }
        return program.firstBytes.withUnsafeBufferPointer { isFirst in
            var place = start
            while place < text.count {
                if isFirst[Int(text[place])] { return place }
                place &+= 1
            }
            return nil
        }
    }

    /// The character at an offset, and its length in bytes. Each invalid UTF-8 byte counts as one character.
    private static func scalar(at place: Int, in text: UnsafeRawBufferPointer) -> (value: UInt32, width: Int) {
        let lead = text[place]
        guard lead >= 0xC0 else { return (UInt32(lead), 1) }
        let width = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        guard place + width <= text.count else { return (UInt32(lead), 1) }
        var value = UInt32(lead) & (0xFF >> UInt32(width + 1))
        for byte in text[(place + 1)..<(place + width)] { value = value << 6 | UInt32(byte & 0x3F) }
        return (value, width)
    }
}
