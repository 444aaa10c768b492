// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The rules that may act on the calls of one requirement.
///
/// Made when a rule or a proxy changes, so that a call compares no names. Immutable.
final class SiteRules: Sendable {
    /// One rule at a requirement.
    struct Entry: Sendable {
        let rule: ActiveRule
        /// Whether the requirement alone decides that the filter passes.
        let passesAll: Bool
    }

    let before: [Entry]
    let after: [Entry]
    let book: RuleBook

    private init(before: [Entry], after: [Entry], book: RuleBook) {
        self.before = before
        self.after = after
        self.book = book
    }

    /// The rules for a requirement; nil when none may act on its calls.
    static func make(_ site: UnsafePointer<CallSite>, _ rules: [ActiveRule], _ book: RuleBook) -> SiteRules? {
        let entries = rules.compactMap { rule -> Entry? in
            guard rule.rule.isEnabled else { return nil }
            guard case .acts(let passesAll) = rule.verdict(at: site) else { return nil }
            return Entry(rule: rule, passesAll: passesAll)
        }
        if entries.isEmpty { return nil }
        return SiteRules(
            before: entries.filter { $0.rule.rule.point == .before },
            after: entries.filter { $0.rule.rule.point == .after },
            book: book
        )
    }
}

/// What a rule does at a requirement.
enum SiteVerdict: Sendable {
    /// Nothing: its filter passes no calls of the requirement.
    case passesNone
    /// Nothing, because it can't.
    case refused(RuleProblem)
    case acts(passesAll: Bool)

    init(_ rule: Rule, _ site: UnsafePointer<CallSite>) {
        let decision = rule.filter.decision(on: site)
        if decision == false {
            self = .passesNone
        } else if let problem = RuleCheck.refusal(of: rule, at: site) {
            self = .refused(problem)
        } else {
            self = .acts(passesAll: decision == true)
        }
    }
}

/// A call site that can be shared among threads.
struct SiteReference: Hashable, @unchecked Sendable {
    // Sendable: call sites are immortal and immutable.
    let pointer: UnsafePointer<CallSite>

    init(_ pointer: UnsafePointer<CallSite>) { self.pointer = pointer }
}

extension InvocationFilter {
    /// Whether all calls of a requirement pass, or none; nil if that depends on the call.
    func decision(on site: UnsafePointer<CallSite>) -> Bool? {
        let selector = site.pointee.requirement.takeUnretainedValue().selector
        var scratch = MatchScratch()
        let rest: FilterMeaning = meaning.replacing { fact in
            switch fact {
            case .selector(let test): .constant(test(selector, &scratch))
            case .event: .constant(false)
            default: .ask(fact)
            }
        }
        return rest.constant
    }
}
