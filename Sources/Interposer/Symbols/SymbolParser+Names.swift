// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SymbolParser {
    /// `L`: the name of a private or local declaration, or of one that the importer of C makes.
    mutating func parseLocalName() throws(SymbolError) {
        if skip("L") {
            let discriminator = try popIdentifier()
            return try push(.name(.private(try popName(), discriminator: discriminator)))
        }
        if skip("l") {
            return try push(.name(.private(nil, discriminator: try popIdentifier())))
        }
        if let kind = peek.map({ Character(Unicode.Scalar($0)) }),
            ("a"..."j").contains(kind) || ("A"..."J").contains(kind)
        {
            position += 1
            return try push(.name(.related(try popName(), kind: kind)))
        }
        let index = try readIndex()
        try push(.name(.local(try popName(), index: index)))
    }

    /// `o`: the name of an operator function, whose characters are letters in symbols.
    mutating func parseOperatorName() throws(SymbolError) {
        let letters = try popIdentifier()
        guard let fixity = SymbolName.Fixity(rawValue: "o\(Character(try next()))") else {
            throw failure(.unknownOperator)
        }
        var text = ""
        for letter in letters.unicodeScalars {
            if letter.isASCII {
                guard let character = OperatorLetters.character(for: letter) else { throw failure(.invalidText) }
                text.unicodeScalars.append(character)
            } else {
                text.unicodeScalars.append(letter)
            }
        }
        try push(.name(.operator(text, fixity)))
    }
}

/// The letters that stand for the characters of operators.
enum OperatorLetters {
    private static let pairs: [(letter: Unicode.Scalar, character: Unicode.Scalar)] = [
        ("a", "&"), ("c", "@"), ("d", "/"), ("e", "="), ("g", ">"), ("l", "<"), ("m", "*"), ("n", "!"), ("o", "|"),
        ("p", "+"), ("q", "?"), ("r", "%"), ("s", "-"), ("t", "~"), ("x", "^"), ("z", "."),
    ]

    static func character(for letter: Unicode.Scalar) -> Unicode.Scalar? {
        pairs.first { $0.letter == letter }?.character
    }

    static func letter(for character: Unicode.Scalar) -> Unicode.Scalar? {
        pairs.first { $0.character == character }?.letter
    }
}
