// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Parses the tokens of a filter.
///
/// ```
/// filter = [ or ]
/// or     = and { ("|" | "||" | "or") and }
/// and    = not { [ "&" | "&&" | "and" ] not }
/// not    = ("!" | "-" | "not") not | "(" or ")" | term
/// term   = [ key ":" [ comparison ] ] ( word | quoted | pattern )
/// ```
///
/// Adjacent terms mean the same as with `&` between them, also within groups.
struct FilterParser {
    private let tokens: [FilterToken]
    private var place = 0
    private var nesting = 0

    private static let beginnings = ["text", "key:value", "(", "-"]

    init(_ scalars: [Unicode.Scalar]) throws(FilterProblem) {
        tokens = try FilterLexer.tokens(of: scalars)
    }

    static func parse(_ scalars: [Unicode.Scalar]) throws(FilterProblem) -> FilterExpression {
        var parser = try FilterParser(scalars)
        return try parser.filter()
    }

    var next: FilterToken { tokens[place] }

    mutating func take() -> FilterToken {
        defer { if place + 1 < tokens.count { place += 1 } }
        return tokens[place]
    }

    private mutating func skip(_ kind: FilterToken.Kind) -> Bool {
        guard next.kind == kind else { return false }
        _ = take()
        return true
    }

    // MARK: Structure

    private mutating func filter() throws(FilterProblem) -> FilterExpression {
        if next.kind == .end { return .everything }
        let expression = try disjunction()
        guard next.kind == .end else {
            throw FilterProblem(
                code: .unexpectedToken,
                range: next.range,
                message: "This parenthesis closes no group; to look for one, quote it."
            )
        }
        return expression
    }

    private mutating func disjunction() throws(FilterProblem) -> FilterExpression {
        var parts = [try conjunction()]
        while skip(.or) { parts.append(try conjunction()) }
        return .disjunction(of: parts)
    }

    private mutating func conjunction() throws(FilterProblem) -> FilterExpression {
        var parts = [try negation()]
        while true {
            let isExplicit = skip(.and)
            guard isExplicit || beginsOperand(next.kind) else { return .conjunction(of: parts) }
            parts.append(try negation())
        }
    }

    private func beginsOperand(_ kind: FilterToken.Kind) -> Bool {
        switch kind {
        case .close, .or, .and, .end: false
        default: true
        }
    }

    private mutating func negation() throws(FilterProblem) -> FilterExpression {
        let start = next
        switch start.kind {
        case .not:
            _ = take()
            return try nested(start) { parser throws(FilterProblem) in try parser.negation().negated }
        case .open:
            _ = take()
            return try nested(start) { parser throws(FilterProblem) in try parser.group(start) }
        case .close, .and, .or, .end: throw missingOperand(start)
        default: return .term(try term())
        }
    }

    private mutating func nested(
        _ start: FilterToken,
        _ body: (inout FilterParser) throws(FilterProblem) -> FilterExpression
    ) throws(FilterProblem) -> FilterExpression {
        nesting += 1
        defer { nesting -= 1 }
        guard nesting <= InvocationFilter.nestingLimit else {
            throw FilterProblem(
                code: .tooDeep,
                range: start.range,
                message: "A filter may be nested \(InvocationFilter.nestingLimit) deep."
            )
        }
        return try body(&self)
    }

    private mutating func group(_ open: FilterToken) throws(FilterProblem) -> FilterExpression {
        if next.kind == .close {
            throw FilterProblem(
                code: .emptyGroup,
                range: open.range.lowerBound..<next.range.upperBound,
                message: "There is nothing in this group.",
                expected: Self.beginnings
            )
        }
        let expression = try disjunction()
        guard skip(.close) else {
            throw FilterProblem(
                code: .unclosedGroup,
                range: open.range,
                message: "This parenthesis is not closed.",
                expected: [")"]
            )
        }
        return expression
    }

    private func missingOperand(_ token: FilterToken) -> FilterProblem {
        FilterProblem(
            code: .unexpectedToken,
            range: token.range,
            message: "There has to be a term where \(token.name) is.",
            expected: Self.beginnings
        )
    }
}
