// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Parses a regular expression: characters, `.`, classes in brackets, `\d \w \s` and their opposites, groups, `|`, the
/// quantifiers `* + ? {n} {n,} {n,m}`, and the assertions `^ $ \b \B`.
struct RegexParser {
    private static let repetitionLimit = 1_000
    private let scalars: [Unicode.Scalar]
    private let ignoresCase: Bool
    private var place = 0

    init(_ source: String, ignoresCase: Bool) {
        scalars = Array(source.unicodeScalars)
        self.ignoresCase = ignoresCase
    }

    mutating func parse() throws(BoundedRegex.Problem) -> RegexNode {
        let node = try choice()
        if place < scalars.count { throw problem("This parenthesis closes no group; write \\) for the character.") }
        return node
    }

    private func problem(_ message: String, at offset: Int? = nil) -> BoundedRegex.Problem {
        BoundedRegex.Problem(message: message, offset: offset ?? place)
    }

    private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        place += 1
        return true
    }

    // MARK: Structure

    private mutating func choice() throws(BoundedRegex.Problem) -> RegexNode {
        var branches = [try sequence()]
        while skip("|") { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func sequence() throws(BoundedRegex.Problem) -> RegexNode {
        var pieces: [RegexNode] = []
        while let scalar = next, scalar != "|", scalar != ")" { pieces.append(try quantified()) }
        return pieces.count == 1 ? pieces[0] : pieces.isEmpty ? .empty : .sequence(pieces)
    }

    private mutating func quantified() throws(BoundedRegex.Problem) -> RegexNode {
        let atom = try atom()
        let start = place
        guard let bounds = try quantifier() else { return atom }
        if case .assertion = atom { throw problem("There is nothing to repeat here.", at: start) }
        // Laziness does not affect whether a text matches.
        _ = skip("?")
        if let scalar = next, "*+?{".unicodeScalars.contains(scalar) {
            throw problem("A quantifier cannot follow another one.")
        }
        return .repetition(atom, least: bounds.least, most: bounds.most)
    }

    private mutating func quantifier() throws(BoundedRegex.Problem) -> (least: Int, most: Int?)? {
        if skip("*") { return (0, nil) }
        if skip("+") { return (1, nil) }
        if skip("?") { return (0, 1) }
        let start = place
        guard skip("{") else { return nil }
        guard let least = number() else {
            throw problem("Write {n}, {n,} or {n,m}, or \\{ for the character.", at: start)
        }
        let most = skip(",") ? number() : least
        guard skip("}"), least <= most ?? least, max(least, most ?? 0) <= Self.repetitionLimit else {
            throw problem("Write {n}, {n,} or {n,m} with n ≤ m ≤ \(Self.repetitionLimit).", at: start)
        }
        return (least, most)
    }

    private mutating func number() -> Int? {
        var digits = ""
        while let scalar = next, scalar.isASCII, scalar.properties.numericType == .decimal, digits.utf8.count < 6 {
            digits.unicodeScalars.append(scalar)
            place += 1
        }
        return Int(digits)
    }

    // MARK: Atoms

    private mutating func atom() throws(BoundedRegex.Problem) -> RegexNode {
        let start = place
        let scalar = scalars[place]
        place += 1
        switch scalar {
        case "(": return try group(from: start)
        case "[": return try bracketed(from: start)
        case ".": return .one(of: .dot)
        case "^": return .assertion(.start)
        case "$": return .assertion(.end)
        case "\\": return try escaped(from: start)
        case "*", "+", "?", "{": throw problem("There is nothing to repeat here.", at: start)
        default: return .one(of: folded(ScalarSet(scalar.value...scalar.value)))
        }
    }

    private func folded(_ set: ScalarSet) -> ScalarSet { ignoresCase ? set.ignoringCase : set }

    private mutating func group(from start: Int) throws(BoundedRegex.Problem) -> RegexNode {
        if skip("?"), !skip(":") { throw problem("Of the groups with (? there is only (?: here.", at: start) }
        let inner = try choice()
        if !skip(")") { throw problem("This group is not closed.", at: start) }
        return inner
    }

    private mutating func escaped(from start: Int) throws(BoundedRegex.Problem) -> RegexNode {
        if skip("b") { return .assertion(.wordBoundary) }
        if skip("B") { return .assertion(.noWordBoundary) }
        switch try escape(from: start) {
        case .set(let set): return .one(of: set)
        case .scalar(let value): return .one(of: folded(ScalarSet(value...value)))
        }
    }

    private enum Escape {
        case set(ScalarSet)
        case scalar(UInt32)
    }

    /// Parses the part after a backslash.
    private mutating func escape(from start: Int) throws(BoundedRegex.Problem) -> Escape {
        guard let scalar = next else { throw problem("A backslash needs a character after it.", at: start) }
        place += 1
        switch scalar {
        case "d": return .set(.digit)
        case "D": return .set(ScalarSet.digit.inverted)
        case "w": return .set(.word)
        case "W": return .set(ScalarSet.word.inverted)
        case "s": return .set(.space)
        case "S": return .set(ScalarSet.space.inverted)
        case "n": return .scalar(0x0A)
        case "r": return .scalar(0x0D)
        case "t": return .scalar(0x09)
        default:
            guard !scalar.properties.isAlphabetic, scalar.properties.numericType == nil else {
                throw problem("There is no escape \\\(scalar).", at: start)
            }
            return .scalar(scalar.value)
        }
    }

    private mutating func bracketed(from start: Int) throws(BoundedRegex.Problem) -> RegexNode {
        let isInverted = skip("^")
        var set = ScalarSet()
        var isFirst = true
        while isFirst || next != "]" {
            isFirst = false
            guard place < scalars.count else { throw problem("This bracket is not closed.", at: start) }
            try member(of: &set)
        }
        place += 1
        let folded = folded(set)
        return .one(of: isInverted ? folded.inverted : folded)
    }

    private mutating func member(of set: inout ScalarSet) throws(BoundedRegex.Problem) {
        let start = place
        let lower: UInt32
        switch try bracketScalar() {
        case .set(let other): return set.formUnion(other)
        case .scalar(let value): lower = value
        }
        guard next == "-", place + 1 < scalars.count, scalars[place + 1] != "]" else {
            return set.insert(lower...lower)
        }
        place += 1
        guard case .scalar(let upper) = try bracketScalar(), lower <= upper else {
            throw problem("A range in brackets goes from a lower to a higher character.", at: start)
        }
        set.insert(lower...upper)
    }

    private mutating func bracketScalar() throws(BoundedRegex.Problem) -> Escape {
        let start = place
        guard let scalar = next else { throw problem("This bracket is not closed.") }
        place += 1
        return scalar == "\\" ? try escape(from: start) : .scalar(scalar.value)
    }
}
