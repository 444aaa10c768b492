// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The most expensive part of a stored invocation that a filter reads.
public enum FilterCost: String, Sendable, Hashable, CaseIterable, Comparable {
    /// No part.
    case nothing
    /// Fields at a fixed place in every record: selector, proxy, thread, times, state.
    case header
    /// Arguments, result or error.
    case values
    /// Arguments, result or error, with a regular expression. The most expensive kind, but still bounded.
    case patterns

    /// Whether the left cost is lower.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension InvocationFilter {
    /// The most expensive part of each stored invocation that the filter may read.
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
