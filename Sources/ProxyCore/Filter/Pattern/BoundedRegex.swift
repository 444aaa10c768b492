// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A regular expression whose cost is known beforehand: at most `stepLimit` steps for a text, whatever the two are.
///
/// It answers whether a text matches somewhere, not where, and so needs neither backtracking nor captures.
package struct BoundedRegex: Sendable {
    /// Longest expression, in Unicode scalars.
    package static let lengthLimit = 256
    /// Most steps of a program; repetitions with bounds are written out.
    static let programLimit = 4_096
    /// Most steps for one text: some milliseconds.
    static let stepLimit = 1 << 20

    /// Why a text is no regular expression.
    package struct Problem: Error, Sendable, Hashable {
        /// What is wrong.
        package var message: String
        /// Where, in Unicode scalars from the start of the expression.
        package var offset: Int
    }

    private let program: RegexProgram

    init(_ source: String, ignoresCase: Bool) throws(Problem) {
        guard source.unicodeScalars.count <= Self.lengthLimit else {
            throw Problem(
                message: "A regular expression may have \(Self.lengthLimit) characters.",
                offset: Self.lengthLimit
            )
        }
        var parser = RegexParser(source, ignoresCase: ignoresCase)
        program = try RegexProgram(try parser.parse(), limit: Self.programLimit)
    }

    /// Whether the text, which is UTF-8, matches somewhere; nil when the steps ran out before that was known.
    func matches(_ text: UnsafeRawBufferPointer, _ scratch: inout RegexScratch) -> Bool? {
        scratch.begin(program)
        var place = 0
        while true {
            if scratch.isEmpty {
                guard place == 0 || !program.isAnchored, let first = firstCandidate(in: text, from: place) else {
                    return false
                }
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

    /// The first place at which a match can begin; nil when there is none.
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

    /// The character at a place, and its length in bytes. Bytes that are no UTF-8 count as one character each.
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
