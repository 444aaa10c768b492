// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Where the result and the error of a function are that returns either in registers.
///
/// Both have the same registers: the first integer of the one with the first of the other, and so on, in integers that
/// are as large as the larger of them. An integer of 16 bytes in one of them therefore moves what follows in both.
///
/// - SeeAlso: swift/lib/IRGen/GenCall.cpp, `combineResultAndTypedErrorType`.
struct CombinedReturn {
    private(set) var result: [Piece] = []
    private(set) var error: [Piece] = []

    /// - Parameters:
    ///   - result: The parts of the result.
    ///   - error: The parts of the error, all of them integers.
    ///   - isAsync: Whether both are passed to a continuation.
    /// - Returns: nil if they take more registers together than those for results, so that they are in memory or elsewhere.
    init?(_ result: [ValuePart], _ error: [ValuePart], isAsync: Bool, on convention: Convention = .current) {
        var cursor = ArgumentCursor(isAsync ? convention : convention.forResults)
        var (results, errors) = (result[...], error[...])
        while let part = results.first, let other = errors.first {
            results.removeFirst()
            if part.isFloat {
                self.result += cursor.pieces(of: part)
                continue
            }
            errors.removeFirst()
            let places = cursor.integer(size: max(part.unit.count, other.unit.count))
            self.result += ArgumentCursor.pieces(of: part, in: places)
            self.error += ArgumentCursor.pieces(of: other, in: places)
        }
        self.result += cursor.pieces(of: Array(results))
        self.error += cursor.pieces(of: Array(errors))
        // A continuation gets more of them, but the first are kept alone.
        let all = self.result + self.error
        if cursor.stackSize > 0 || !all.allSatisfy(\.place.isForResults) { return nil }
    }
}

extension Place {
    /// Whether it is one of the registers that a result is read from.
    var isForResults: Bool {
        switch self {
        case .integer(let index), .vector(let index): index < Convention.wordLimit
        case .stack: false
        }
    }
}
