// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Formats a filter in its canonical form: a space for “and”, `|` for “or”, `-` for “not”, and quotes only if needed.
enum FilterPrinter {
    static func text(of expression: FilterExpression) -> String {
        switch expression {
        case .everything: ""
        case .term(let term): text(of: term)
        case .not(let inner): "-" + grouped(inner)
        case .all(let parts): parts.map { isChoice($0) ? grouped($0) : text(of: $0) }.joined(separator: " ")
        case .any(let parts): parts.map(text).joined(separator: " | ")
        }
    }

    private static func isChoice(_ expression: FilterExpression) -> Bool {
        if case .any = expression { true } else { false }
    }

    private static func grouped(_ expression: FilterExpression) -> String {
        switch expression {
        case .all, .any: "(\(text(of: expression)))"
        default: text(of: expression)
        }
    }

    static func text(of term: FilterTerm) -> String {
        switch term.subject {
        case .anyText: text(of: term.test, subject: term.subject)
        case .key(let key): "\(key.name):\(text(of: term.test, subject: term.subject))"
        case .argument(let name): "arg.\(name):\(text(of: term.test, subject: term.subject))"
        }
    }

    private static func text(of test: FilterTerm.Test, subject: FilterTerm.Subject) -> String {
        if case .text(let pattern, nil) = test { text(of: pattern, subject) } else { test.text }
    }

    // MARK: Texts

    private static func text(of pattern: TextPattern, _ subject: FilterTerm.Subject) -> String {
        let source = pattern.source
        switch pattern.form {
        case .contains: return isPlain(source, subject) ? source : quoted(source)
        case .equals: return "=" + (isPlain(source, subject) ? source : quoted(source))
        case .glob: return source
        case .regex(let ignoresCase): return "/\(slashed(source))/\(ignoresCase ? "i" : "")"
        }
    }

    /// Whether a text can be written without quotes.
    private static func isPlain(_ text: String, _ subject: FilterTerm.Subject) -> Bool {
        guard let first = text.unicodeScalars.first, isLetter(first),
            text.unicodeScalars.allSatisfy({ isLetter($0) || "-@.".unicodeScalars.contains($0) })
        else { return false }
        // Words with another meaning when unquoted: a number, a range, an operator, the main thread.
        let bounds = FilterComparison.bounds(of: text)
        if bounds.count > 1 || FilterNumber(text) != nil { return false }
        switch subject {
        case .anyText: return !["and", "or", "not"].contains(text.lowercased())
        case .key(let key): return !key.form.words.contains { $0.name == text.lowercased() }
        case .argument: return true
        }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// A regular expression with its slashes escaped.
    private static func slashed(_ source: String) -> String {
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in source.unicodeScalars {
            if scalar == "/" { text.append("\\") }
            text.append(scalar)
            isEscaped = scalar == "\\" && !isEscaped
        }
        return String(text)
    }
}

extension FilterTerm.Test {
    /// The value as written after a key.
    var text: String {
        switch self {
        case .text(let pattern, _): pattern.form == .equals ? "=" + pattern.source : pattern.source
        case .number(let comparison): comparison.description
        case .identity(let id): id.description
        case .since(let instant): Instant.text(instant, .needed)
        case .age(let age): age.description
        case .period(let from?, let to?): "\(Instant.text(from, .needed))..\(Instant.text(to, .needed))"
        case .period(let from?, nil): ">\(Instant.text(from, .needed))"
        case .period(nil, let to): to.map { "<\(Instant.text($0, .needed))" } ?? ""
        case .word(let word): word
        }
    }
}

extension FilterComparison: CustomStringConvertible {
    package var description: String {
        switch self {
        case .less(let bound): "<\(bound)"
        case .atMost(let bound): "<=\(bound)"
        case .more(let bound): ">\(bound)"
        case .atLeast(let bound): ">=\(bound)"
        case .equal(let bound): "\(bound)"
        case .range(let low, let high): "\(low)..\(high)"
        }
    }
}
