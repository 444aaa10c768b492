// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The value of a key, to be parsed in the form that the key requires.
struct FilterValue {
    private let token: FilterToken
    private let comparison: String?

    init(_ token: FilterToken, comparison: String?) {
        self.token = token
        self.comparison = comparison
    }

    /// The text of a word or a quoted text; nil for a regular expression.
    private var plain: String? {
        switch token.kind {
        case .word(let text), .quoted(let text): text
        default: nil
        }
    }

    private var word: String? {
        if case .word(let text) = token.kind { text } else { nil }
    }

    private func problem(
        _ code: FilterError.Code,
        _ message: String,
        expected: [String] = [],
        candidates: [String] = []
    ) -> FilterProblem {
        FilterProblem(code: code, range: token.range, message: message, expected: expected, candidates: candidates)
    }

    func test(for key: FilterKey) throws(FilterProblem) -> FilterTerm.Test {
        switch key.form {
        case .text: .text(try text())
        case .nameOrNumber(let words, _): try name(words)
        case .value: try textNumberOrComparison()
        case .number(let scale, _): .number(try number(scale))
        case .identity: try identity()
        case .moment: try moment()
        case .period: try period()
        case .choice(let words): try choice(key, words)
        }
    }

    // MARK: Texts

    func text() throws(FilterProblem) -> TextPattern {
        switch (token.kind, comparison) {
        case (.pattern(let source, let flags), nil): return try regex(source, flags)
        case (.word(let text), "="), (.quoted(let text), "="): return .equals(text)
        case (.word(let text), nil) where text.unicodeScalars.contains("*"): return .glob(text)
        case (.word(let text), nil), (.quoted(let text), nil): return .contains(text)
        default: throw problem(.wrongForm, "Texts are compared with = only.", expected: ["text", "=text", "/pattern/"])
        }
    }

    private func regex(_ source: String, _ flags: String) throws(FilterProblem) -> TextPattern {
        guard flags.isEmpty || flags == "i" else { throw .badFlags(token.range) }
        do {
            return try .regex(source, ignoresCase: flags == "i")
        } catch {
            // Skip the opening slash and the backslashes of the escaped slashes before the error.
            let slashes = source.unicodeScalars.prefix(error.offset).count { $0 == "/" }
            let place = token.range.lowerBound + 1 + error.offset + slashes
            throw FilterProblem(code: .badPattern, range: place..<token.range.upperBound, message: error.message)
        }
    }

    /// An unquoted number matches equal numbers as well as its text.
    func textOrNumber() throws(FilterProblem) -> FilterTerm.Test {
        let pattern = try text()
        guard let word, let number = FilterNumber(word) else { return .text(pattern) }
        return .text(pattern, number)
    }

    func textNumberOrComparison() throws(FilterProblem) -> FilterTerm.Test {
        if let comparison, comparison != "=" { return .number(try number(.plain)) }
        if comparison == nil, let word, FilterComparison.isRange(word, .plain) { return .number(try number(.plain)) }
        return try textOrNumber()
    }

    private func name(_ words: [FilterWord]) throws(FilterProblem) -> FilterTerm.Test {
        if comparison == nil, let word = words.first(where: { $0.name == word?.lowercased() }) {
            return .word(word.name)
        }
        return try textOrNumber()
    }

    // MARK: Numbers

    private func number(_ scale: FilterScale) throws(FilterProblem) -> FilterComparison {
        guard let word = plain, let result = FilterComparison(word, sign: comparison, scale: scale) else {
            throw problem(.badNumber, Self.hint(scale), expected: Self.forms(scale))
        }
        return result
    }

    private static func forms(_ scale: FilterScale) -> [String] {
        switch scale {
        case .plain: ["5", ">5", "1..5"]
        case .time: ["5ms", ">5ms", "1ms..5ms"]
        case .bytes: ["5KB", ">5KB", "1KB..5KB"]
        }
    }

    private static func hint(_ scale: FilterScale) -> String {
        switch scale {
        case .plain: "This has to be a number, a comparison or a range such as 2..5."
        case .time: "This has to be a time with its unit: ns, us, ms, s, min or h, as in >1.5ms or 1ms..5ms."
        case .bytes: "This has to be a number of bytes with its unit: B, KB, MB or GB, as in >1KB."
        }
    }

    private func identity() throws(FilterProblem) -> FilterTerm.Test {
        if comparison == nil || comparison == "=", let plain, let id = InvocationID(plain),
            InvocationID.isEpoch(id.epoch)
        {
            return .identity(id)
        }
        guard let word = plain, let number = FilterComparison(word, sign: comparison, scale: .plain) else {
            throw problem(.badNumber, "This has to be the id of a call, such as 9f2c11ab-1042, or a number.")
        }
        return .number(number)
    }

    // MARK: Time

    private func moment() throws(FilterProblem) -> FilterTerm.Test {
        if comparison == nil, let plain {
            if let instant = Instant.nanoseconds(plain) { return .since(instant) }
            if let age = FilterQuantity(plain, scale: .time), !plain.hasPrefix("-") { return .age(age) }
        }
        throw problem(.badInstant, "This has to be an age such as 30s, or an instant such as 2026-11-21T09:30:00Z.")
    }

    private func period() throws(FilterProblem) -> FilterTerm.Test {
        if let plain {
            let parts = FilterComparison.bounds(of: plain)
            let instants = parts.map { Instant.nanoseconds($0) }
            switch (instants.count, comparison) {
            case (2, nil):
                if let from = instants[0], let to = instants[1], from <= to { return .period(from: from, to: to) }
            case (1, ">"), (1, ">="): if let from = instants[0] { return .period(from: from, to: nil) }
            case (1, "<"), (1, "<="): if let to = instants[0] { return .period(from: nil, to: to) }
            default: break
            }
        }
        throw problem(
            .badInstant,
            "This has to be two instants in order, as in 2026-11-21T09:30:00Z..2026-11-21T09:31:00Z, or < or > and one."
        )
    }

    // MARK: Choices

    private func choice(_ key: FilterKey, _ words: [FilterWord]) throws(FilterProblem) -> FilterTerm.Test {
        let names = words.map(\.name)
        guard comparison == nil || comparison == "=", let plain else {
            throw problem(.wrongForm, "This has to be one of \(names.joined(separator: ", ")).", expected: names)
        }
        if names.contains(plain.lowercased()) { return .word(plain.lowercased()) }
        throw problem(
            .unknownValue,
            "For \(key.name): there is no \(plain), only \(names.joined(separator: ", ")).",
            expected: names,
            candidates: NearestNames.near(plain, among: names)
        )
    }
}
