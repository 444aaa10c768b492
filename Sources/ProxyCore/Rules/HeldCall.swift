// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What happens to a held call.
public enum HeldDecision: Sendable, Hashable {
    /// It goes on unchanged.
    case goOn
    /// The caller gets this answer.
    case answer(RuleValue)
    /// The caller gets this error.
    case `throw`(RuleThrow)
    /// A call without a result is left out.
    case skip
    /// The target gets other arguments, by name, label or number.
    case edit([String: RuleValue])

    /// The word in JSON.
    public var name: String {
        switch self {
        case .goOn: "continue"
        case .answer: "answer"
        case .throw: "throw"
        case .skip: "skip"
        case .edit: "edit"
        }
    }
}

/// Why a held call went on.
public enum ReleaseCause: String, Sendable, Hashable, CaseIterable {
    /// Somebody decided.
    case client
    /// Nobody did in time.
    case deadline
    /// The last client that could decide has gone.
    case disconnected
    /// The server stopped.
    case stopped
    /// The rule was removed, changed or switched off.
    case ruleRemoved
    /// The program: its task was cancelled, or the recorder is deallocated.
    case program
}

/// A call that a rule makes wait, until somebody decides.
///
/// - Invariant: Callable from any thread. No thread is woken under a lock.
final class HeldCall: Sendable {
    /// A decision and who made it.
    struct Release: Sendable {
        let cause: ReleaseCause
        let decision: HeldDecision
    }

    private enum Waiting: Sendable {
        case nobody
        case thread
        case task(CheckedContinuation<Release, Never>)
        case released(Release)
    }

    /// From 1.
    let number: UInt64
    let rule: ActiveRule
    private let reference: SiteReference
    let facts: HeldFacts
    /// Where its begin is, to find its number; nil when it is not recorded.
    let token: CallToken
    let deadline: ContinuousClock.Instant
    private let state = ForkableMutex(Waiting.nobody)
    /// 1 when it is released.
    private let word = Atomic<UInt32>(0)

    init(
        number: UInt64,
        rule: ActiveRule,
        site: UnsafePointer<CallSite>,
        facts: HeldFacts,
        token: CallToken,
        deadline: ContinuousClock.Instant
    ) {
        self.number = number
        self.rule = rule
        reference = SiteReference(site)
        self.facts = facts
        self.token = token
        self.deadline = deadline
    }

    var site: UnsafePointer<CallSite> { reference.pointer }

    /// Lets the call go on.
    ///
    /// - Returns: False if it had gone on before.
    func release(_ release: Release) -> Bool {
        let previous = state.withLock { state in
            let previous = state
            if case .released = previous { return previous }
            state = .released(release)
            return previous
        }
        switch previous {
        case .released: return false
        case .nobody, .thread:
            word.store(1, ordering: .releasing)
            FutexWord.wake(word)
        case .task(let continuation): continuation.resume(returning: release)
        }
        return true
    }

    /// How it was released; nil while it waits.
    var released: Release? {
        state.withLock { state in
            if case .released(let release) = state { release } else { nil }
        }
    }

    /// Waits on the calling thread.
    func wait() -> Release {
        while true {
            if let released { return released }
            let left = deadline - .now
            guard left > .zero else { return expired() }
            FutexWord.wait(word, while: 0, atMostNanoseconds: left.wholeNanoseconds)
        }
    }

    /// Waits without blocking a thread, on the actor of the caller. A cancelled task goes on.
    nonisolated(nonsending) func suspend() async -> Release {
        // A task of its own, as the caller's may be cancelled.
        let timer = Task.detached { [weak self, deadline] in
            try? await Task.sleep(until: deadline, clock: .continuous)
            if !Task.isCancelled { _ = self?.expired() }
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known: Release? = state.withLock { state in
                    if case .released(let release) = state { return release }
                    state = .task(continuation)
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            _ = release(Release(cause: .program, decision: .goOn))
        }
    }

    private func expired() -> Release {
        let release = Release(cause: .deadline, decision: .goOn)
        _ = self.release(release)
        return released ?? release
    }
}

/// What is known of a held call while it waits.
struct HeldFacts: Sendable {
    let point: Rule.Point
    /// The call as far as it has come; its number is not known.
    var call: Invocation
    /// When it was held, in nanoseconds since 1970.
    let sinceNanoseconds: Int64
    /// When it goes on, in nanoseconds since 1970.
    var deadlineNanoseconds: Int64
    /// The values of the arguments as JSON, in their order; nil where they have no such form.
    let argumentsJSON: [String?]
    /// The result as JSON; nil where it has no such form, and before the call.
    let resultJSON: String?
}

extension HeldCall {
    /// Whether a decision can be carried out.
    ///
    /// - Throws: `RuleProblem` with `.ruleInvalid` or `.valueInvalid`.
    func check(_ decision: HeldDecision) throws(RuleProblem) {
        switch decision {
        case .goOn: break
        case .answer(let value): try RuleCheck.checkAnswer(value.json, site, facts.point)
        case .throw(let error): try RuleCheck.checkThrow(error, site)
        case .skip:
            guard facts.point == .before else {
                throw RuleProblem(.ruleInvalid, "action", "The target has answered; it is too late to skip the call.")
            }
            try RuleCheck.checkSkip(site)
        case .edit(let values):
            var indices: Set<Int> = []
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                if facts.point == .after {
                    guard name == RuleCheck.resultName else {
                        throw RuleProblem(.ruleInvalid, name, "The target has got its arguments; edit “result”.")
                    }
                    try RuleCheck.checkAnswer(value.json, site, facts.point)
                } else {
                    let index: Int
                    do throws(RuleProblem) {
                        index = try RuleCheck.checkEdit(name, value.json, site)
                    } catch {
                        throw RuleProblem(error.code, name, error.description, position: error.position)
                    }
                    guard indices.insert(index).inserted else {
                        throw RuleProblem(.ruleInvalid, name, "“\(name)” is an argument that has a value already.")
                    }
                }
            }
        }
    }
}
