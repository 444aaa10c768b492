// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What all rules with one kind of action have done since their recorder was created, removed rules included.
///
/// - Invariant: Callable from any thread; takes no lock. The counts never decrease.
final class RuleCounts: Sendable {
    /// Calls that the filters passed.
    let seen = Atomic<UInt64>(0)
    /// Calls on which the rules began to act.
    let begun = Atomic<UInt64>(0)
    /// Those among them on which they could not act.
    let failed = Atomic<UInt64>(0)

    /// Counts for each kind of action.
    static func forAllActions() -> [Rule.Action.Word: RuleCounts] {
        Dictionary(uniqueKeysWithValues: Rule.Action.Word.allCases.map { ($0, RuleCounts()) })
    }
}

extension Rule.Action {
    /// The kind of an action, by its word in JSON and in the labels of metrics.
    package enum Word: String, Sendable, CaseIterable {
        case hold, answer, `throw`, delay, skip, edit, mark, comment, log
    }

    /// Its kind.
    package var word: Word {
        switch self {
        case .hold: .hold
        case .answer: .answer
        case .throw: .throw
        case .delay: .delay
        case .skip: .skip
        case .edit: .edit
        case .mark: .mark
        case .comment: .comment
        case .log: .log
        }
    }
}
