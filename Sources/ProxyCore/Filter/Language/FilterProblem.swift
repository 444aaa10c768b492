// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An error found by the lexer or parser, with its range in scalars; `InvocationFilter` converts it to a `FilterError`.
struct FilterProblem: Error {
    var code: FilterError.Code
    var range: Range<Int>
    var message: String
    var expected: [String] = []
    var candidates: [String] = []

    /// What follows a regular expression is no flag.
    static func badFlags(_ range: Range<Int>) -> FilterProblem {
        FilterProblem(
            code: .badPattern,
            range: range,
            message:
                "After a regular expression there can be an i, for any case. To look for a text with slashes, quote it."
        )
    }

    func error(in scalars: [Unicode.Scalar]) -> FilterError {
        func units(_ range: Range<Int>) -> Int {
            scalars[range.clamped(to: 0..<scalars.count)].reduce(0) { $0 + UTF16.width($1) }
        }
        return FilterError(
            code: code,
            position: units(0..<range.lowerBound),
            length: units(range),
            message: message,
            expected: expected,
            candidates: candidates
        )
    }
}
