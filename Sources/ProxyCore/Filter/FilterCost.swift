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
    public var cost: FilterCost { isEverything ? .nothing : meaning.questions.map(\.cost).max() ?? .header }
}

extension CallFact {
    fileprivate var cost: FilterCost {
        switch self {
        case .type(let pattern), .value(_, .text(let pattern, _)): pattern.matcher.isDear ? .patterns : .values
        case .value, .kind, .number(.size, _): .values
        default: .header
        }
    }
}
