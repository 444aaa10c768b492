// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// Generates filters as trees, without their text, from words that occur in `FilterTraffic`.
struct FilterGenerator {
    private var random: SeededGenerator
    private let epoch: String
    private let calls: [Invocation]

    /// - Parameter calls: Source of some of the numbers, instants and names.
    init(seed: UInt64, epoch: String = "9f2c11ab", about calls: [Invocation] = []) {
        random = SeededGenerator(seed: seed)
        self.epoch = calls.first?.id.epoch ?? epoch
        self.calls = calls
    }

    mutating func expression(depth: Int = 0) -> FilterExpression {
        switch Int.random(in: depth == 0 ? 1..<6 : 0..<8, using: &random) {
        case 0,
            5 where depth > 0, 6, 7:
            return .term(term())
        case _ where depth > 3: return .term(term())
        case 1: return expression(depth: depth + 1).negated
        case 2, 3: return .conjunction(of: parts(depth))
        case 4: return .disjunction(of: parts(depth))
        default: return .term(term())
        }
    }

    private mutating func parts(_ depth: Int) -> [FilterExpression] {
        (0..<Int.random(in: 2...3, using: &random)).map { _ in expression(depth: depth + 1) }
    }

    // MARK: Terms

    mutating func term() -> FilterTerm {
        Int.random(in: 0..<12, using: &random) == 0 ? FilterTerm(.anyText, bareText()) : term(of: choice(FilterKey.all))
    }

    /// A term with a key, in one of its forms.
    mutating func term(of key: FilterKey) -> FilterTerm {
        let isNamed = key == .arg && Int.random(in: 0..<3, using: &random) == 0
        return FilterTerm(isNamed ? .argument(choice(Self.argumentNames)) : .key(key), test(of: key.form))
    }

    private static let argumentNames = [
        "text", "count", "foundCount", "NAME", "value", "0", "path", "x.y", "x", "Note", "line", "GRÖSSE", "domain",
        "seconds",
    ]

    private mutating func test(of form: FilterForm) -> FilterTerm.Test {
        switch form {
        case .text: .text(pattern())
        case .nameOrNumber(let words, _):
            Int.random(in: 0..<2, using: &random) == 0 && !words.isEmpty ? .word(choice(words).name) : textOrNumber()
        case .value: value()
        case .number(.plain, _): .number(comparison([""]))
        case .number(.time, _): .number(comparison(["ns", "us", "ms"]))
        case .number(.bytes, _): .number(comparison(["B", "KB"]))
        case .identity: identity()
        case .moment: instant().map { .since($0) } ?? .age(quantity(["us", "ms", "h"]))
        case .period: period()
        case .choice(let words): .word(choice(words).name)
        }
    }

    private mutating func choice<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func value() -> FilterTerm.Test {
        guard Int.random(in: 0..<4, using: &random) == 0 else { return textOrNumber() }
        // A bare number is read as text that may also be a number, so only an explicit comparison is numeric.
        while true {
            let comparison = comparison([""])
            let text = "\(comparison)"
            if text.contains("..") || text.first?.isNumber != true { return .number(comparison) }
        }
    }

    /// An operand that needs no key: anything but a comparison.
    private mutating func bareText() -> FilterTerm.Test {
        while true {
            let test = textOrNumber()
            switch test {
            case .text(let pattern, _) where pattern.form == .equals: continue
            default: return test
            }
        }
    }

    private mutating func textOrNumber() -> FilterTerm.Test {
        if Int.random(in: 0..<4, using: &random) == 0, let number = FilterNumber("7") {
            return .text(Bool.random(using: &random) ? .contains("7") : .equals("7"), number)
        }
        return .text(pattern())
    }

    private mutating func pattern() -> TextPattern {
        let word = choice(
            FilterTraffic.words + ["Parser", "text", "Delegate", "ff", "true", "Traffic", "\"\\\n", "and"]
                + calls.prefix(1).map(\.thread.name)
        )
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .equals(word)
        case 1: return .glob(choice(["*", "f*", "*o", "*a*", "F*d", "t*t(*)", "gr*E", "*@*"]))
        case 2:
            let source = choice(["^f", "o+$", "[a-f]{2}", "\\d", "/", "é|ö", "", "^$", "(foo|bar)+", "a{20}.*b"])
            // The sources are known to be valid.
            return try! .regex(source, ignoresCase: Bool.random(using: &random))
        default: return .contains(word)
        }
    }

    // MARK: Numbers

    private mutating func quantity(_ units: [String]) -> FilterQuantity {
        // The numbers and units are known to be valid.
        if let call = someCall() {
            let numbers = [
                call.seq, call.position ?? 0, UInt64(call.proxy), UInt64(call.thread.id), UInt64(call.skipped),
                call.durationNanoseconds ?? 0, UInt64(call.rule ?? 0), call.heldNanoseconds ?? 0,
            ]
            return FilterQuantity(reading: "\(choice(numbers))\(units[0])")!
        }
        return FilterQuantity(reading: choice(["0", "1", "2", "7", "2.5", "100", "1000"]) + choice(units))!
    }

    private mutating func comparison(_ units: [String]) -> FilterComparison {
        let quantity = quantity(units)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .less(quantity)
        case 1: return .atMost(quantity)
        case 2: return .more(quantity)
        case 3: return .atLeast(quantity)
        case 4: return .equal(quantity)
        default: return .range(quantity, self.quantity(units))
        }
    }

    private mutating func someCall() -> Invocation? {
        Bool.random(using: &random) ? calls.randomElement(using: &random) : nil
    }

    private mutating func instant() -> Int64? { someCall()?.startedAtNanoseconds }

    private mutating func period() -> FilterTerm.Test {
        switch (instant(), instant()) {
        case (let one?, let other?): .period(from: min(one, other), to: max(one, other))
        case (let from, nil): .period(from: from ?? Int64.random(in: 0...9, using: &random), to: nil)
        case (nil, let to): .period(from: nil, to: to)
        }
    }

    private mutating func identity() -> FilterTerm.Test {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .identity(InvocationID(epoch: epoch, seq: UInt64.random(in: 1...100, using: &random)))
        case 1: .identity(InvocationID(epoch: "00000000", seq: 1))
        default: .number(comparison([""]))
        }
    }
}
