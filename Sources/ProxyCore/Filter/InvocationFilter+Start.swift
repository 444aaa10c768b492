// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension InvocationFilter {
    /// Whether a call passes is known when it begins: a running one passes exactly if it does when it has ended.
    package var isDecidedAtStart: Bool { meaning.questions.allSatisfy(\.isDecidedAtStart) }
}

extension CallFact {
    fileprivate var isDecidedAtStart: Bool {
        switch self {
        case .startedSince, .epoch, .selector, .proxy, .thread, .task, .trace, .process: true
        // No call passes these, and none does later.
        case .event: true
        case .number(let number, _): number.isDecidedAtStart
        // A running call has no end that could be too early.
        case .underWay(let from, _): from == nil
        // Arguments may be changed until the end, and notes after it.
        case .state, .path, .completion, .has, .comment, .finding, .value, .type, .kind: false
        }
    }
}

extension CallFact.Number {
    fileprivate var isDecidedAtStart: Bool {
        switch self {
        case .seq, .parent, .depth: true
        case .position, .skipped, .duration, .rule, .held, .size: false
        }
    }
}
