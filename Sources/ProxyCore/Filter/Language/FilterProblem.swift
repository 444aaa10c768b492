// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An error found by the lexer or parser, with its range in scalars; `InvocationFilter` converts it to a `FilterError`.
struct FilterProblem: Error {
    var code: FilterError.Code
    var range: Range<Int>
    var message: String
    var expected: [String] = []
    var candidates: [String] = []

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
