// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a lexer or parser found wrong, by scalars of the text; `InvocationFilter` turns it into a `FilterError`.
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
