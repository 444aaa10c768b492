// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// One call on which rules may act.
///
/// Goes through the rules of its requirement before the target and after it, and collects what they did. Waiting is the
/// caller's part, since only an async one can suspend: `next…` returns a wait, `resume…` takes its outcome.
@usableFromInline
final class RuledCall<Arguments, Return> {
    private let rules: SiteRules
    private let site: UnsafePointer<CallSite>
    private let token: CallToken
    private var live: LiveCall
    /// The type of the errors that reach the caller.
    private let failure: any Error.Type
    private var position = 0
    private var verdict: Result<Return, any Error>?
    private var note: RuleNote?
    /// The path of an answer by a rule or a person.
    @usableFromInline private(set) var path = Invocation.ReturnPath.stub
    /// A target that the proxy holds weakly. It would otherwise be gone after a wait, as it can't be during a call.
    @usableFromInline var target: AnyObject?
    /// Whether an argument was changed.
    @usableFromInline private(set) var isEdited = false

    init(
        _ rules: SiteRules,
        _ site: UnsafePointer<CallSite>,
        _ token: CallToken,
        revision: UInt32,
        throwing failure: any Error.Type
    ) {
        self.rules = rules
        self.site = site
        self.token = token
        self.failure = failure
        live = LiveCall(site: site, revision: revision, engine: rules.book.engine, isCounted: !token.isDetached)
    }

    /// Whether a rule or a person has answered, so that the call must not reach the target.
    @usableFromInline var hasAnswer: Bool { verdict != nil }

    /// The answer of a rule or a person.
    @usableFromInline
    func answer<Failure: Error>(throwing: Failure.Type) throws(Failure) -> Return {
        // Asked for only if `hasAnswer`; `make` lets no error of another type through.
        do { return try verdict!.get() } catch { throw error as! Failure }
    }

    /// Tells the record what the rules did.
    @usableFromInline
    func settle(_ end: inout CallEnd) {
        if let note { end.setRule(note) }
    }

    // MARK: Before the target

    /// Lets the rules before the target act, and waits on the calling thread as they say.
    @usableFromInline
    func before(_ arguments: inout Arguments) {
        while let wait = nextBefore(&arguments) { resume(wait, wait.block(), &arguments) }
    }

    /// Like `before`, without blocking a thread.
    @usableFromInline
    nonisolated(nonsending) func beforeSuspending(_ arguments: inout Arguments) async {
        while let wait = nextBefore(&arguments, canSuspend: true) { resume(wait, await wait.suspend(), &arguments) }
    }

    private func nextBefore(_ arguments: inout Arguments, canSuspend: Bool = false) -> RuleWait? {
        let entries = rules.before
        while position < entries.count, verdict == nil {
            let entry = entries[position]
            position += 1
            guard
                let rule = claim(entry, { withUnsafePointer(to: arguments) { live.call($0) } })
            else { continue }
            if let wait = actBefore(rule, &arguments, canSuspend: canSuspend) { return wait }
        }
        return nil
    }

    private func actBefore(_ rule: ActiveRule, _ arguments: inout Arguments, canSuspend: Bool) -> RuleWait? {
        switch rule.rule.action {
        case .answer(let value): attempt(rule) { verdict = .success(try ValueMaker.make(value.json, as: Return.self)) }
        case .throw(let error): attempt(rule) { verdict = .failure(try make(error)) }
        case .skip: attempt(rule) { try skip() }
        case .edit(let name, let value): attempt(rule) { try edit([name: value], &arguments) }
        case .hold, .delay:
            return wait(rule, canSuspend: canSuspend) {
                withUnsafePointer(to: arguments) { live.heldFacts(.before, $0, result: nil, error: nil) }
            }
        case .mark, .comment, .log: noteOnly(rule)
        }
        return nil
    }

    private func resume(_ wait: RuleWait, _ outcome: RuleWait.Outcome, _ arguments: inout Arguments) {
        guard let decision = finish(wait, outcome) else { return }
        switch decision {
        case .goOn: return
        case .answer(let value): verdict = (try? ValueMaker.make(value.json, as: Return.self)).map { .success($0) }
        case .throw(let error): verdict = (try? make(error)).map { .failure($0) }
        case .skip: try? skip()
        case .edit(let values): try? edit(values, &arguments)
        }
        if verdict != nil { path = .intercept }
    }

    /// The error that a rule or a person wants; of a type that the requirement throws, even if its selector doesn't tell.
    private func make(_ error: RuleThrow) throws(RuleProblem) -> any Error {
        let made = try RuleCheck.checkThrow(error, site)
        func isThrown<Failure>(as _: Failure.Type) -> Bool { made is Failure }
        guard _openExistential(failure, do: isThrown) else {
            throw RuleProblem(.ruleInvalid, "action", "\(made) is not a \(failure).")
        }
        return made
    }

    private func skip() throws(RuleProblem) {
        try RuleCheck.checkSkip(site)
        // A requirement without a result returns Void.
        verdict = .success(unsafeBitCast((), to: Return.self))
    }

    /// Changes arguments: all of them, or none.
    private func edit(_ values: [String: RuleValue], _ arguments: inout Arguments) throws(RuleProblem) {
        var made: [(index: Int, value: Any)] = []
        for (name, value) in values {
            let index = try RuleCheck.checkEdit(name, value.json, site)
            do throws(ValueProblem) {
                made.append((index, try ValueMaker.makeAny(value.json, as: site.pointee.arguments[index].valueType)))
            } catch {
                throw RuleProblem(error, name)
            }
        }
        withUnsafeMutablePointer(to: &arguments) { tuple in
            for (index, value) in made { live.assign(value, toArgument: index, in: tuple) }
        }
        isEdited = true
        let encoded = withUnsafePointer(to: arguments) { tuple in
            made.map { (index: $0.index, value: live.encoded(argument: $0.index, in: tuple)) }
        }
        note?.edits.removeAll { old in encoded.contains { $0.index == old.index } }
        note?.edits += encoded
    }

    // MARK: After the target

    /// Lets the rules after the target act, and waits on the calling thread as they say.
    ///
    /// - Parameter path: Who has answered.
    /// - Returns: What the caller gets, and the path if a rule or a person changed it.
    @usableFromInline
    func after<Failure>(
        _ arguments: Arguments,
        _ outcome: Result<Return, Failure>,
        path: Invocation.ReturnPath
    ) -> (Result<Return, Failure>, Invocation.ReturnPath?) {
        if rules.after.isEmpty { return (outcome, nil) }
        beginAfter(path)
        while let wait = nextAfter(arguments, outcome) { resumeAfter(wait, wait.block()) }
        return endAfter(outcome)
    }

    /// Like `after`, without blocking a thread.
    @usableFromInline
    nonisolated(nonsending) func afterSuspending<Failure>(
        _ arguments: Arguments,
        _ outcome: Result<Return, Failure>,
        path: Invocation.ReturnPath
    ) async -> (Result<Return, Failure>, Invocation.ReturnPath?) {
        if rules.after.isEmpty { return (outcome, nil) }
        beginAfter(path)
        while let wait = nextAfter(arguments, outcome, canSuspend: true) { resumeAfter(wait, await wait.suspend()) }
        return endAfter(outcome)
    }

    private func beginAfter(_ answerer: Invocation.ReturnPath) {
        position = 0
        verdict = nil
        path = .stub
        live.answerer = answerer
    }

    private func endAfter<Failure>(_ outcome: Result<Return, Failure>)
        -> (Result<Return, Failure>, Invocation.ReturnPath?)
    {
        switch verdict {
        case nil: (outcome, nil)
        case .success(let answer): (.success(answer), path)
        case .failure(let error): (.failure(error as! Failure), path)
        }
    }

    private func nextAfter<Failure>(
        _ arguments: Arguments,
        _ outcome: Result<Return, Failure>,
        canSuspend: Bool = false
    ) -> RuleWait? {
        let entries = rules.after
        while position < entries.count, verdict == nil {
            let entry = entries[position]
            position += 1
            guard let rule = claim(entry, { ended(arguments, outcome) }) else { continue }
            switch rule.rule.action {
            case .answer(let value), .edit(_, let value):
                attempt(rule) { verdict = .success(try ValueMaker.make(value.json, as: Return.self)) }
            case .throw(let error): attempt(rule) { verdict = .failure(try make(error)) }
            case .skip: rule.fail()
            case .hold, .delay:
                let wait = wait(rule, canSuspend: canSuspend) {
                    withUnsafePointer(to: arguments) { tuple in
                        switch outcome {
                        case .success(let result):
                            withUnsafePointer(to: result) {
                                live.heldFacts(.after, tuple, result: UnsafeRawPointer($0), error: nil)
                            }
                        case .failure(let error):
                            live.heldFacts(.after, tuple, result: nil, error: error)
                        }
                    }
                }
                if let wait { return wait }
            case .mark, .comment, .log: noteOnly(rule)
            }
        }
        return nil
    }

    private func resumeAfter(_ wait: RuleWait, _ outcome: RuleWait.Outcome) {
        guard let decision = finish(wait, outcome) else { return }
        switch decision {
        case .goOn, .skip: return
        case .answer(let value): verdict = (try? ValueMaker.make(value.json, as: Return.self)).map { .success($0) }
        case .edit(let values):
            guard let value = values[RuleCheck.resultName] else { return }
            verdict = (try? ValueMaker.make(value.json, as: Return.self)).map { .success($0) }
        case .throw(let error): verdict = (try? make(error)).map { .failure($0) }
        }
        if verdict != nil { path = .intercept }
    }

    private func ended<Failure>(_ arguments: Arguments, _ outcome: Result<Return, Failure>) -> Invocation {
        withUnsafePointer(to: arguments) { tuple in
            switch outcome {
            case .success(let result):
                withUnsafePointer(to: result) {
                    live.endedCall(tuple, result: UnsafeRawPointer($0), error: nil)
                }
            case .failure(let error): live.endedCall(tuple, result: nil, error: error)
            }
        }
    }

    // MARK: One rule

    /// The rule, if it acts on this call. In a child process made by fork(2) none does: nobody could decide or remove it.
    private func claim(_ entry: SiteRules.Entry, _ call: () -> Invocation) -> ActiveRule? {
        let rule = entry.rule
        guard !live.isSuppressed, !rules.book.engine.isInParent,
            entry.passesAll || rule.rule.filter.matches(call().noted(by: note))
        else { return nil }
        guard rule.claim(isConnected: rules.book.isConnected) else { return nil }
        return rule
    }

    /// Lets a rule act; it has failed if it throws.
    private func attempt(_ rule: ActiveRule, _ action: () throws -> Void) {
        let number = note
        acted(rule)
        do {
            try action()
            if rule.becomesExhausted() { rules.book.tellExhausted(rule) }
        } catch {
            note = number
            rule.fail()
        }
    }

    private func acted(_ rule: ActiveRule) {
        if note == nil { note = RuleNote(rule: rule.number) } else { note?.rule = rule.number }
    }

    private func noteOnly(_ rule: ActiveRule) {
        acted(rule)
        switch rule.rule.action {
        case .mark: note?.isMarked = true
        case .comment(let text): note?.comment = text
        case .log(let text): rules.book.tell(.log(rule: rule.number, live.line(text)))
        default: break
        }
        if rule.becomesExhausted() { rules.book.tellExhausted(rule) }
    }

    // MARK: Waiting

    /// The wait that a rule wants; nil if it can't have it, which counts as a failure.
    private func wait(_ rule: ActiveRule, canSuspend: Bool, _ facts: () -> HeldFacts) -> RuleWait? {
        guard let wait = RuleWait.make(rule, rules.book, site, token, canSuspend: canSuspend, facts) else { return nil }
        acted(rule)
        if rule.becomesExhausted() { rules.book.tellExhausted(rule) }
        return wait
    }

    /// Notes the time of a wait; returns the decision if it was one about a held call.
    private func finish(_ wait: RuleWait, _ outcome: RuleWait.Outcome) -> HeldDecision? {
        let before = note?.heldNanoseconds ?? 0
        note?.heldNanoseconds = before &+ outcome.nanoseconds
        return wait.finish(outcome, rules.book)
    }
}
