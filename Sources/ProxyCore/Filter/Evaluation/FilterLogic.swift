// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Questions combined with “and”, “or” and “not”.
package indirect enum FilterLogic<Question> {
    case constant(Bool)
    case ask(Question)
    case not(FilterLogic)
    case all([FilterLogic])
    case any([FilterLogic])

    /// Evaluates the logic with the answer to each question, from left to right and with short-circuiting.
    func holds(_ answer: (Question) -> Bool) -> Bool {
        switch self {
        case .constant(let truth): truth
        case .ask(let question): answer(question)
        case .not(let inner): !inner.holds(answer)
        case .all(let parts): parts.allSatisfy { $0.holds(answer) }
        case .any(let parts): parts.contains { $0.holds(answer) }
        }
    }

    /// Evaluates the logic where some answers are not known; nil if the truth depends on those.
    func decision(_ answer: (Question) -> Bool?) -> Bool? {
        switch self {
        case .constant(let truth): truth
        case .ask(let question): answer(question)
        case .not(let inner): inner.decision(answer).map { !$0 }
        case .all(let parts): Self.decision(of: parts, decidedBy: false, answer)
        case .any(let parts): Self.decision(of: parts, decidedBy: true, answer)
        }
    }

    private static func decision(of parts: [Self], decidedBy truth: Bool, _ answer: (Question) -> Bool?) -> Bool? {
        var isKnown = true
        for part in parts {
            let decision = part.decision(answer)
            if decision == truth { return truth }
            isKnown = isKnown && decision != nil
        }
        return isKnown ? !truth : nil
    }

    /// Replaces each question, and simplifies constants away.
    func replacing<Other>(_ replacement: (Question) -> FilterLogic<Other>) -> FilterLogic<Other> {
        switch self {
        case .constant(let truth): return .constant(truth)
        case .ask(let question): return replacement(question)
        case .not(let inner):
            let inner = inner.replacing(replacement)
            return inner.constant.map { .constant(!$0) } ?? .not(inner)
        case .all(let parts): return .joined(parts.map { $0.replacing(replacement) }, isAll: true)
        case .any(let parts): return .joined(parts.map { $0.replacing(replacement) }, isAll: false)
        }
    }

    private static func joined(_ parts: [Self], isAll: Bool) -> Self {
        let open = parts.filter { $0.constant != isAll }
        if open.contains(where: { $0.constant != nil }) { return .constant(!isAll) }
        return open.isEmpty ? .constant(isAll) : open.count == 1 ? open[0] : isAll ? .all(open) : .any(open)
    }

    /// The truth of a constant; nil if questions are left.
    var constant: Bool? { if case .constant(let truth) = self { truth } else { nil } }

    /// The questions, from left to right.
    var questions: [Question] {
        switch self {
        case .constant: []
        case .ask(let question): [question]
        case .not(let inner): inner.questions
        case .all(let parts), .any(let parts): parts.flatMap(\.questions)
        }
    }
}

extension FilterLogic: Sendable where Question: Sendable {}
