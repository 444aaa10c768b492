// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterParser {
    /// Parses a term: a text to search for, or a key with its value.
    mutating func term() throws(FilterProblem) -> FilterTerm {
        let token = take()
        guard case .key(let name) = token.kind else {
            return FilterTerm(.anyText, try FilterValue(token, comparison: nil).textOrNumber())
        }
        let subject = try self.subject(name, token.range)
        var comparison: String?
        if case .comparison(let sign) = next.kind {
            comparison = sign
            _ = take()
        }
        let value = FilterValue(take(), comparison: comparison)
        guard case .key(let key) = subject else { return FilterTerm(subject, try value.textNumberOrComparison()) }
        return FilterTerm(subject, try value.test(for: key))
    }

    private func subject(_ name: String, _ range: Range<Int>) throws(FilterProblem) -> FilterTerm.Subject {
        if let key = FilterKey.named(name) { return .key(key) }
        let parts = name.unicodeScalars.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, !parts[1].isEmpty, FilterKey.named(String(parts[0])) == .arg {
            return .argument(String(parts[1]))
        }
        let nearest = FilterKey.nearest(to: String(parts[0]))
        let hint = nearest.isEmpty ? "" : " Did you mean \(nearest.joined(separator: ", "))?"
        throw FilterProblem(
            code: .unknownKey,
            range: range.lowerBound..<(range.lowerBound + name.unicodeScalars.count),
            message: "There is no key \(name).\(hint) An argument is asked for as arg.\(name):, a text goes in quotes.",
            candidates: nearest
        )
    }
}
