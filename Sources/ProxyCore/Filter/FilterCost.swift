// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How much of a stored invocation a filter has to look at.
public enum FilterCost: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Nothing.
    case nothing
    /// What every record has at a fixed place: selector, proxy, thread, times, state.
    case header
    /// Arguments, result or error.
    case values
    /// Arguments, result or error, with a regular expression: the dearest, and bounded all the same.
    case patterns

    /// Cheaper than.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension InvocationFilter {
    /// How much of each stored invocation is looked at, at most.
    public var cost: FilterCost { expression.terms.map(\.cost).max() ?? .nothing }
}

extension FilterTerm {
    fileprivate var cost: FilterCost {
        switch test {
        case .text(let pattern):
            guard asksValues else { return .header }
            if case .regex = pattern.form { return .patterns }
            return .values
        case .textOrNumber, .number: return asksValues ? .values : .header
        case .kind, .trait(.truncated): return .values
        default: return .header
        }
    }

    private var asksValues: Bool {
        switch subject {
        case .anyText, .argument: true
        case .key(let key): [.arg, .result, .error, .type, .size].contains(key)
        }
    }
}
