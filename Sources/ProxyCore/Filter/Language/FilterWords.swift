// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Says in plain words what a filter selects.
enum FilterWords {
    static func text(of expression: FilterExpression) -> String {
        expression == .everything ? "all calls" : "calls " + clause(of: expression, isNegated: false)
    }

    /// A clause that follows “calls”.
    private static func clause(of expression: FilterExpression, isNegated: Bool) -> String {
        switch expression {
        case .everything: isNegated ? "that do not exist" : "of any kind"
        case .term(let term): clause(of: term, isNegated: isNegated)
        case .not(let inner): clause(of: inner, isNegated: !isNegated)
        // Negation turns “and” into “or” and the other way round.
        case .all(let parts): joined(parts, by: isNegated ? " or " : " and ", isNegated)
        case .any(let parts): joined(parts, by: isNegated ? " and " : " or ", isNegated)
        }
    }

    private static func joined(_ parts: [FilterExpression], by word: String, _ isNegated: Bool) -> String {
        parts.map { part in
            let text = clause(of: part, isNegated: isNegated)
            return isCompound(part) ? "(\(text))" : text
        }.joined(separator: word)
    }

    private static func isCompound(_ expression: FilterExpression) -> Bool {
        switch expression {
        case .all, .any: true
        case .not(let inner): isCompound(inner)
        default: false
        }
    }

    // MARK: Terms

    private static func clause(of term: FilterTerm, isNegated: Bool) -> String {
        switch term.test {
        case .text(let pattern): return text(term.subject, pattern, isNegated, isNumber: false)
        case .textOrNumber(let pattern, _): return text(term.subject, pattern, isNegated, isNumber: true)
        case .number(let comparison): return number(term.subject, comparison, isNegated)
        case .identity(let id):
            let not = isNegated ? "not " : ""
            return term.subject == .key(.parent) ? "\(not)made directly from the call \(id)" : "\(not)with the id \(id)"
        case .main: return that("ran on the main thread", "did not run on the main thread", isNegated)
        case .since(let instant):
            let text = FilterInstant.text(instant)
            return that("started at or after \(text)", "started before \(text)", isNegated)
        case .age(let age): return that("started in the last \(age)", "started more than \(age) ago", isNegated)
        case .period(let from, let to): return period(from, to, isNegated)
        case .path(let path): return answered(path, isNegated)
        case .state(let state): return self.state(state, isNegated)
        case .kind(let kind): return "with \(isNegated ? "no" : "a") value of the kind \(kind.rawValue)"
        case .trait(let trait): return self.trait(trait, isNegated)
        case .part(let part): return "\(isNegated ? "without" : "with") \(Self.part(part))"
        case .finding(let finding): return self.finding(finding, isNegated)
        }
    }

    private static func that(_ positive: String, _ negative: String, _ isNegated: Bool) -> String {
        "that " + (isNegated ? negative : positive)
    }

    private static func text(
        _ subject: FilterTerm.Subject,
        _ pattern: TextPattern,
        _ isNegated: Bool,
        isNumber: Bool
    ) -> String {
        let positive = predicate(pattern, isNegated: false, isNumber: isNumber)
        let negative = predicate(pattern, isNegated: true, isNumber: isNumber)
        return whose(subject, positive, negative, isNegated)
    }

    /// What of a call has or lacks a property; of several values none has what is negated.
    private static func whose(
        _ subject: FilterTerm.Subject,
        _ positive: String,
        _ negative: String,
        _ isNegated: Bool
    ) -> String {
        let predicate = isNegated ? negative : positive
        switch subject {
        case .anyText:
            return isNegated
                ? "of which neither selector nor protocol nor a value \(positive)"
                : "of which selector, protocol or a value \(positive)"
        case .argument(let name): return "whose argument \(name) \(predicate)"
        case .key(.arg): return "of which \(isNegated ? "no" : "an") argument \(positive)"
        case .key(.type): return "with \(isNegated ? "no" : "a") value whose type \(positive)"
        case .key(.id): return "whose seq \(predicate)"
        case .key(let key): return "whose \(key.rawValue) \(predicate)"
        }
    }

    private static func predicate(_ pattern: TextPattern, isNegated: Bool, isNumber: Bool) -> String {
        func verb(_ positive: String, _ negative: String, _ text: String) -> String {
            "\(isNegated ? "does not \(negative)" : positive) “\(text)”"
        }
        let source = pattern.source
        switch pattern.form {
        case .contains where isNumber: return verb("is or contains", "equal or contain", source)
        case .contains: return verb("contains", "contain", source)
        case .equals: return "is \(isNegated ? "not " : "")“\(source)”"
        case .regex(let ignoresCase): return verb("matches", "match", "/\(source)/\(ignoresCase ? "i" : "")")
        case .glob:
            let pieces = source.unicodeScalars.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
            switch pieces.map(\.isEmpty) {
            case [false, true]: return verb("begins with", "begin with", pieces[0])
            case [true, false]: return verb("ends with", "end with", pieces[1])
            case [true, false, true]: return verb("contains", "contain", pieces[1])
            default: return verb("has the form", "have the form", source)
            }
        }
    }

    // MARK: Numbers and time

    private static func number(
        _ subject: FilterTerm.Subject,
        _ comparison: FilterComparison,
        _ isNegated: Bool
    ) -> String {
        let measure = measure(comparison)
        if subject == .key(.skipped) { return "\(isNegated ? "without" : "with") \(measure) calls skipped before them" }
        return subject == .key(.duration)
            ? that("took \(measure)", "did not take \(measure)", isNegated)
            : whose(subject, "is \(measure)", "is not \(measure)", isNegated)
    }

    private static func measure(_ comparison: FilterComparison) -> String {
        switch comparison {
        case .less(let bound): "less than \(bound)"
        case .atMost(let bound): "at most \(bound)"
        case .more(let bound): "more than \(bound)"
        case .atLeast(let bound): "at least \(bound)"
        case .equal(let bound): "\(bound)"
        case .range(let low, let high): "\(low) to \(high)"
        }
    }

    private static func period(_ from: Int64?, _ to: Int64?, _ isNegated: Bool) -> String {
        let span =
            switch (from, to) {
            case (let from?, let to?): "between \(FilterInstant.text(from)) and \(FilterInstant.text(to))"
            case (let from?, nil): "after \(FilterInstant.text(from))"
            case (nil, let to): "before \(to.map(FilterInstant.text) ?? "")"
            }
        return that("were under way \(span)", "were not under way \(span)", isNegated)
    }

    // MARK: Words of choices

    private static func answered(_ path: Invocation.ReturnPath, _ isNegated: Bool) -> String {
        switch path {
        case .none: that("reached nobody", "reached somebody", isNegated)
        case .target: that("the target answered", "the target did not answer", isNegated)
        case .default: that("were answered by the default", "were not answered by the default", isNegated)
        case .handler: that("were answered by a handler", "were not answered by a handler", isNegated)
        }
    }

    private static func state(_ state: Invocation.State, _ isNegated: Bool) -> String {
        switch state {
        case .running: that("are running", "have ended", isNegated)
        case .returned: that("returned", "did not return", isNegated)
        case .threw: that("threw", "did not throw", isNegated)
        }
    }

    private static func trait(_ trait: FilterTrait, _ isNegated: Bool) -> String {
        switch trait {
        case .running: state(.running, isNegated)
        case .returned: state(.returned, isNegated)
        case .threw: state(.threw, isNegated)
        case .slow: that("took at least 100ms", "took less than 100ms or are running", isNegated)
        case .main: that("ran on the main thread", "did not run on the main thread", isNegated)
        case .unanswered: answered(.none, isNegated)
        case .void: that("returned no value", "returned a value or did not return", isNegated)
        case .nested: that("were made inside another call", "were not made inside another call", isNegated)
        case .truncated: that("have a value that was cut", "have no value that was cut", isNegated)
        case .marked: that("are marked", "are not marked", isNegated)
        }
    }

    private static func part(_ part: FilterPart) -> String {
        switch part {
        case .arguments: "arguments"
        case .result: "a result"
        case .error: "an error"
        case .target: "a target"
        case .parent: "a parent call"
        case .finding: "a finding"
        case .comment: "a comment"
        }
    }

    private static func finding(_ finding: Finding, _ isNegated: Bool) -> String {
        switch finding {
        case .offMain: that("came on a wrong thread", "did not come on a wrong thread", isNegated)
        case .targetGone: that("found their target gone", "did not find their target gone", isNegated)
        }
    }
}
