// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import Synchronization

/// A rule with what it has done so far.
public struct RuleStatus: Sendable {
    /// A requirement at which a rule can't act.
    public struct Refusal: Sendable, Hashable {
        /// The requirement.
        public let selector: Selector
        /// Why.
        public let reason: String
    }

    /// From 1.
    public let number: Int
    /// The rule.
    public let rule: Rule
    /// Calls that the filter passed.
    public let seen: Int
    /// Calls on which the rule acted.
    public let applied: Int
    /// Calls on which it could not act: too many were held, the thread may not be blocked.
    public let failed: Int
    /// Requirements of live proxies on whose calls it may act.
    public let selectors: [Selector]
    /// Requirements of live proxies that the filter may pass, and at which it can't act.
    public let refused: [Refusal]
    /// What to know about it, in words.
    public let warnings: [String]

    private static let unknownWarning =
        "No live proxy has a requirement whose calls the filter passes, so the rule could not be checked. It acts when one "
        + "appears that it suits."

    init(_ active: ActiveRule, _ sites: [UnsafePointer<CallSite>]) {
        number = active.number
        rule = active.rule
        seen = active.seen.load(ordering: .relaxed)
        applied = active.applied.load(ordering: .relaxed)
        failed = active.failed.load(ordering: .relaxed)
        var selectors: [Selector] = []
        var refused: [Refusal] = []
        for site in sites {
            let selector = site.pointee.requirement.takeUnretainedValue().selector
            switch active.verdict(at: site) {
            case .passesNone: break
            case .refused(let problem): refused.append(Refusal(selector: selector, reason: problem.description))
            case .acts: selectors.append(selector)
            }
        }
        self.selectors = selectors
        self.refused = refused
        let isUnknown = selectors.isEmpty && refused.isEmpty
        warnings = active.rule.warnings + (isUnknown ? [Self.unknownWarning] : [])
    }
}

extension Rule {
    /// What to know about the rule, in words.
    var warnings: [String] {
        var warnings: [String] = []
        let waits =
            switch action {
            case .hold, .delay: true
            default: false
            }
        if waits, blocks.contains(.main) {
            warnings.append("It may block the main thread: the program can do nothing on it meanwhile.")
        }
        if waits, blocks.contains(.tasks) {
            warnings.append("It may block threads of the cooperative pool: when all of them wait, no task goes on.")
        }
        if filter.cost == .patterns {
            warnings.append(
                "Its filter has a regular expression over values, which each call of the selectors pays for."
            )
        }
        if point == .before, filter.asksForOutcome {
            warnings.append(
                "Its filter asks for the result, the error or the duration, which no call has before it ends; such a rule "
                    + "acts after the target."
            )
        }
        for unknown in filter.unknownToRules {
            warnings.append(
                "Its filter asks for \(unknown), which no rule knows; such a term passes all calls, or none."
            )
        }
        if let until = limits.untilNanoseconds, until < cclock_realtime_nanoseconds() {
            warnings.append("Its time is over, so it acts on no call.")
        }
        return warnings
    }
}

extension InvocationFilter {
    /// Whether the filter asks for something that only a completed call has.
    fileprivate var asksForOutcome: Bool {
        meaning.questions.contains { fact in
            switch fact {
            case .number(.duration, _), .has(.result), .has(.error), .has(.targetTime): true
            case .path, .value(.result, _), .value(.error, _), .state(.returned), .state(.threw): true
            default: false
            }
        }
    }

    /// What the filter asks for and no rule knows, before the target or after it, in words.
    fileprivate var unknownToRules: [String] {
        let questions = meaning.questions
        // `has:finding` asks for all findings, and passes calls with the one that rules know.
        let knowsFinding = questions.contains { question in
            if case .finding(.offMain) = question { true } else { false }
        }
        var unknown: [String] = []
        for question in questions {
            if knowsFinding, case .finding = question { continue }
            guard let words = question.unknownToRules, !unknown.contains(words) else { continue }
            unknown.append(words)
        }
        return unknown
    }
}

extension CallFact {
    /// What the question is about, if only the record of the call tells.
    fileprivate var unknownToRules: String? {
        switch self {
        case .number(.parent, _): "the parent call"
        case .number(.seq, _): "the number of the call"
        case .number(.position, _): "the position"
        case .number(.skipped, _): "the skipped calls before it"
        case .completion: "the calls of its closure arguments"
        case .finding(.targetGone): "a target that was gone"
        default: nil
        }
    }
}

/// A held call, and what can be decided about it.
public struct HeldStatus: Sendable {
    /// One argument.
    public struct Argument: Sendable, Hashable {
        /// Name inside the method.
        public let name: String
        /// Static type.
        public let typeName: String
        /// The value as JSON; nil if it has no such form.
        public let json: String?
        /// Why it can't be changed; nil if it can.
        public let refusal: String?
    }

    /// From 1.
    public let number: UInt64
    /// Number of the rule.
    public let rule: Int
    /// Before or after the target.
    public let point: Rule.Point
    /// When it was held, in nanoseconds since 1970.
    public let sinceNanoseconds: Int64
    /// When it goes on, in nanoseconds since 1970.
    public let deadlineNanoseconds: Int64
    /// Time until then; zero when it has passed.
    public let remaining: Duration
    /// The call; after the target, with its result or error. `id.seq` is 0 if the call is not recorded.
    public let call: Invocation
    /// The arguments; none after the target.
    public let arguments: [Argument]
    /// Static type of the result; nil for Void.
    public let resultTypeName: String?
    /// The target's result as JSON; nil before the target, and if it has no such form.
    public let resultJSON: String?
    /// Why it can't be answered; nil if it can.
    public let answerRefusal: String?
    /// Why it can't throw; nil if it can.
    public let throwRefusal: String?
    /// Why it can't be left out; nil if it can.
    public let skipRefusal: String?
    /// Names of the errors of a requirement with typed throws.
    public let errorCases: [String]

    init(_ held: HeldCall, running: OpenCall?, epoch: String) {
        let facts = held.facts
        let requirement = held.site.pointee.requirement.takeUnretainedValue()
        number = held.number
        rule = held.rule.number
        point = facts.point
        sinceNanoseconds = facts.sinceNanoseconds
        deadlineNanoseconds = facts.deadlineNanoseconds
        remaining = max(.zero, held.deadline - .now)
        var call = facts.call
        call.held = held.number
        if let header = running?.header {
            call.id = InvocationID(epoch: epoch, seq: header.seq)
            call.depth = header.depth
            call.parent = header.parentSeq == 0 ? nil : InvocationID(epoch: epoch, seq: header.parentSeq)
        }
        self.call = call
        let isBefore = facts.point == .before
        arguments =
            isBefore
            ? requirement.parameters.enumerated().map { index, parameter in
                Argument(
                    name: parameter.name,
                    typeName: parameter.typeName,
                    json: index < facts.argumentsJSON.count ? facts.argumentsJSON[index] : nil,
                    refusal: RuleCheck.editRefusal(index, held.site)
                )
            } : []
        resultTypeName = requirement.resultTypeName
        resultJSON = facts.resultJSON
        answerRefusal = RuleCheck.answerRefusal(held.site, facts.point)
        throwRefusal = RuleCheck.throwRefusal(held.site)
        skipRefusal = isBefore ? RuleCheck.skipRefusal(held.site) : "The target has answered."
        errorCases = held.site.pointee.failure.flatMap(ValueMaker.caseNames) ?? []
    }

    /// Words of the decisions that are possible.
    public var possibilities: [String] {
        var words = ["continue"]
        if answerRefusal == nil { words.append("answer") }
        if throwRefusal == nil { words.append("throw") }
        let isEditable = point == .after ? answerRefusal == nil : arguments.contains { $0.refusal == nil }
        if isEditable { words.append("edit") }
        if skipRefusal == nil { words.append("skip") }
        return words
    }
}
